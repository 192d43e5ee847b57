// Rows are distinct, and alike where they are near; shifted in place they stay exact.
#include "allocations.hpp"

#include <gtest/gtest.h>

#include <posenc/sinusoidal/similarity.hpp>

#include "matchers.hpp"
#include "oracle.hpp"
#include "samples.hpp"
#include "scalars.hpp"

namespace posenc_test {
namespace {

using Eigen::Index;
using posenc::Frequencies;
using posenc::Layout;
using posenc::OddWidth;
using posenc::SinusoidalEncoding;

/// Each of d entries of a row is at most 2^-54 off, so a distance by 2^-53 sqrt(d), and its own
/// rounding.
constexpr double kDistance = 1e-13;

TEST(Quality, SimilarityIsTheDotProductOfAnyTwoRows) {
  const SinusoidalEncoding encoding(64);
  const Eigen::VectorXd kernel = posenc::similarity(encoding, 1500);
  EXPECT_EQ(kernel[0], 32.0);
  const Eigen::MatrixXd far = encoding.table(1500, 98765);
  EXPECT_LE((far * far.row(0).transpose() - kernel).cwiseAbs().maxCoeff(), kDistance);
  for (Index k = 1; k < 3; ++k) EXPECT_LT(kernel[k], kernel[k - 1]);
  EXPECT_EQ(posenc::similarity(encoding, 0).size(), 0);
}

TEST(Quality, RowsOfTheDefaultsAreDistinct) {
  // By how much is a matter of the difference of two positions alone, so that these two numbers
  // settle it for all pairs of the range.
  const posenc::ClosestRows narrow = posenc::closest_rows(SinusoidalEncoding(64), 1 << 19);
  EXPECT_GT(narrow.distance, 1e-3);
  const posenc::ClosestRows wide = posenc::closest_rows(SinusoidalEncoding(512), 1 << 15);
  EXPECT_GT(wide.distance, 1e-3);
  EXPECT_EQ(wide.apart, 1);

  const SinusoidalEncoding encoding(64);
  const Eigen::MatrixXd pair = encoding.table(Eigen::Vector2d(7.0, 7.0 + double(narrow.apart)));
  EXPECT_NEAR((pair.row(0) - pair.row(1)).norm(), narrow.distance, kDistance);
}

TEST(Quality, FindsRowsThatAreTheSame) {
  const SinusoidalEncoding five(Frequencies::linear(1, 1.0, 1.0).times_pi(0.4));
  const posenc::ClosestRows closest = posenc::closest_rows(five, 12);
  EXPECT_EQ(closest.apart, 5);
  EXPECT_LE(closest.distance, kDistance);
}

TEST(Quality, RefusesWhatHasNoMeaning) {
  const SinusoidalEncoding odd(5, OddWidth::drop_last_cosine);
  EXPECT_TRUE(refuses([&] { posenc::similarity(odd, 4); }, "similarity: encoding", "5"));
  EXPECT_TRUE(
      refuses([&] { posenc::closest_rows(SinusoidalEncoding(4), 1); }, "closest_rows: count", "1"));
  EXPECT_TRUE(
      refuses([&] { posenc::similarity(SinusoidalEncoding(4), -1); }, "similarity: count", "-1"));
  constexpr std::int64_t beyond = std::int64_t{1} << 61;
  EXPECT_TRUE(refuses([&] { posenc::similarity(SinusoidalEncoding(4), beyond); },
                      "similarity: count", std::to_string(beyond) + " x 1"));
}

// --- Shift in place ------------------------------------------------------------------------------

template <class Scalar>
class Shift : public ::testing::Test {};
TYPED_TEST_SUITE(Shift, Scalars, ScalarNames);

/// |entry - exact rotation| <= 3 ε hypot(s, c), and half an ulp for the 16-bit scalars; below their
/// normal numbers one unit of the least.
template <class Scalar>
double beyond_bound(Scalar entry, const Real& exact, double s, double c) {
  const double epsilon = std::is_same<Scalar, double>::value ? 0x1p-53 : 0x1p-24;
  const bool narrow = sizeof(Scalar) == 2;
  const Deviation off = deviation(entry, exact);
  return (narrow ? off.beyond : off.absolute) - 3 * epsilon * std::hypot(s, c) -
         std::ldexp(1.0, static_cast<int>(Format<Scalar>::least));
}

TYPED_TEST(Shift, TurnsRowsByTheStatedBound) {
  for (const Layout layout :
       {Layout::interleaved, Layout::sin_cos, Layout::cos_sin, Layout::interleaved_cos_sin}) {
    const SinusoidalEncoding encoding(Frequencies::with_denominator(150, 300.0), layout, 301,
                                      OddWidth::zero_column);
    const SinusoidalEncoding sines(Frequencies::with_denominator(150, 300.0), Layout::sin_cos);
    const std::vector<Real> frequencies = geometric_frequencies(150, 300.0, 10000.0);
    const auto to_halves = posenc::layout_permutation(layout, Layout::sin_cos, 300);
    for (const double k : {1.0, -7.0, 2.5, 123456789.0, 0.0}) {
      const Matrix<TypeParam> before = random_matrix(5, 301).cast<TypeParam>();
      Matrix<TypeParam> columns = before;
      Matrix<TypeParam, Eigen::RowMajor> rows = before;
      EXPECT_EQ(allocations_of([&] {
                  encoding.shift(columns, k);
                  encoding.shift(rows, k);
                }),
                0);
      ASSERT_TRUE(same_bits(rows, columns));
      EXPECT_TRUE(same_bits(rows.col(300), before.col(300)));
      if (k == 0.0) {
        EXPECT_TRUE(same_bits(rows, before));
      }
      const Eigen::MatrixXd was = before.template cast<double>().leftCols(300) * to_halves;
      const Matrix<TypeParam> now = columns.leftCols(300).eval() * to_halves;
      Phasor phasor;
      Real s, c;
      for (Index r = 0; r < 5; ++r) {
        for (Index i = 0; i < 150; ++i) {
          phasor.turn(k, frequencies[static_cast<std::size_t>(i)]);
          mpfr_mul_d(s.get(), phasor.cosine.get(), was(r, i), MPFR_RNDN);
          mpfr_mul_d(c.get(), phasor.sine.get(), was(r, 150 + i), MPFR_RNDN);
          mpfr_add(s.get(), s.get(), c.get(), MPFR_RNDN);
          EXPECT_LE(beyond_bound(now(r, i), s, was(r, i), was(r, 150 + i)), 0.0);
          mpfr_mul_d(c.get(), phasor.cosine.get(), was(r, 150 + i), MPFR_RNDN);
          mpfr_mul_d(s.get(), phasor.sine.get(), was(r, i), MPFR_RNDN);
          mpfr_sub(c.get(), c.get(), s.get(), MPFR_RNDN);
          EXPECT_LE(beyond_bound(now(r, 150 + i), c, was(r, i), was(r, 150 + i)), 0.0);
        }
      }
    }
  }
}

TEST(ShiftInPlace, MovesATable) {
  const SinusoidalEncoding encoding(64);
  Eigen::MatrixXd rows = encoding.table(40, 100);
  encoding.shift(rows, -37.0);
  EXPECT_LE((rows - encoding.table(40, 63)).cwiseAbs().maxCoeff(), 0x1p-50);
  const SinusoidalEncoding odd(5, OddWidth::drop_last_cosine);
  Eigen::MatrixXd five = Eigen::MatrixXd::Constant(2, 5, 9.0);
  EXPECT_TRUE(refuses([&] { odd.shift(five, 1.0); }, "SinusoidalEncoding::shift: width", "5"));
  EXPECT_TRUE(
      refuses([&] { encoding.shift(five, 1.0); }, "SinusoidalEncoding::shift: rows", "2 x 5"));
  EXPECT_TRUE(
      refuses([&] { encoding.shift(rows, HUGE_VAL); }, "SinusoidalEncoding::shift: k", "inf"));
}

}  // namespace
}  // namespace posenc_test
