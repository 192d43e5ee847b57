// PE(p + k) = PE(p) M_k, as a matrix and in place.
#include "test.hpp"

namespace posenc_test {
namespace shift_test {

/// Each entry of PE(p) M_k is s c' + c s' of four correctly rounded numbers: 4 x 2^-54 sqrt 2 from
/// the factors, three roundings of at most 2^-53 from the two products and their sum.
constexpr double kShift = 0x1p-50;

void expect_shifts(const SinusoidalEncoding& encoding) {
  for (const std::int64_t k : {0, 1, 7, -3, 1000, 123456789}) {
    const Eigen::MatrixXd m = encoding.shift_matrix(static_cast<double>(k));
    ASSERT_EQ(m.rows(), encoding.width());
    ASSERT_EQ(m.cols(), encoding.width());
    for (const std::int64_t first : {0, -9, 5000}) {
      const Eigen::MatrixXd moved = encoding.table(20, first) * m;
      EXPECT_LE((moved - encoding.table(20, first + k)).cwiseAbs().maxCoeff(), kShift)
          << "k " << k << " from " << first;
    }
  }
}

TEST(ShiftMatrix, MovesEveryPositionByTheSameMap) {
  for (const Layout layout : kLayouts) {
    expect_shifts(SinusoidalEncoding(Frequencies::geometric(10), layout));
    expect_shifts(SinusoidalEncoding(Frequencies::with_denominator(3, 7.0), layout, 7,
                                     OddWidth::zero_column));
  }
}

TEST(ShiftMatrix, HasTheStatedBlocks) {
  const SinusoidalEncoding encoding(4);
  const Eigen::MatrixXd m = encoding.shift_matrix(2.5);
  const Eigen::RowVectorXd row = encoding.row(2.5);
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(4, 4);
  expected.block(0, 0, 2, 2) << row[1], -row[0], row[0], row[1];
  expected.block(2, 2, 2, 2) << row[3], -row[2], row[2], row[3];
  EXPECT_TRUE(same_bits(m, expected));
}

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
  for (const Layout layout : kLayouts) {
    const SinusoidalEncoding encoding(Frequencies::with_denominator(150, 300.0), layout, 301,
                                      OddWidth::zero_column);
    const SinusoidalEncoding sines(Frequencies::with_denominator(150, 300.0), Layout::sin_cos);
    const std::vector<Real> frequencies = geometric_frequencies(150, 300.0, 10000.0);
    const auto to_halves = posenc::layout_permutation(layout, Layout::sin_cos, 300);
    for (const double k : {1.0, -7.0, 2.5, 123456789.0, 0.0}) {
      const Matrix<TypeParam> before = random_matrix(5, 301).cast<TypeParam>();
      Matrix<TypeParam> columns = before;
      Matrix<TypeParam, Eigen::RowMajor> rows = before;
      encoding.shift(columns, k);
      encoding.shift(rows, k);
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
  EXPECT_LE((rows - encoding.table(40, 63)).cwiseAbs().maxCoeff(), kShift);
}

}  // namespace shift_test
}  // namespace posenc_test
