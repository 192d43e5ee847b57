// Cases from practice about positions, caches and memory: each a fault that people met, with its
// right value, recomputed with 60 digits from the formula.
#include "allocations.hpp"

#include <gtest/gtest.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <cmath>
#include <complex>
#include <cstdio>
#include <vector>

#include <posenc/rotary/embedding.hpp>

#include "matchers.hpp"
#include "rotary_samples.hpp"
#include "samples.hpp"
#include "scalars.hpp"

namespace posenc_test {
namespace {

using Eigen::Index;
using posenc::Pairing;
using posenc::RotaryEmbedding;

/// The numbers below are printed to 11 or 12 digits: half a unit of the eleventh.
constexpr double kPrinted = 5.1e-11;

void expect_row(const Eigen::RowVectorXd& row, const Eigen::RowVectorXd& expected) {
  EXPECT_LE((row - expected).cwiseAbs().maxCoeff(), kPrinted);
}

// --- Positions and caches ------------------------------------------------------------------------

/// The score of a query at m with a key at n depends on m - n alone, to rounding: the positions of
/// 100004 and 100001 are as exact as those of 4 and 1, so the error does not grow.
TEST(Cases, LeftPaddingAndNegativePositions) {
  const RotaryEmbedding rope(4, Pairing::halves);
  const Eigen::RowVector4d q(1, 2, 3, 4), k(4, -3, 2, -1);
  Eigen::MatrixXd queries = q.replicate(4, 1), keys = k.replicate(4, 1);
  rope.rotate(queries, Eigen::Vector4d(4, -1, 100004, 0x1p53));
  rope.rotate(keys, Eigen::Vector4d(1, -4, 100001, 0x1p53 - 3));
  // 3 ε for each side and 4 for the dot product, of |q| |k|.
  const double bound = 10 * 0x1p-53 * q.norm() * k.norm();
  const Eigen::VectorXd scores = (queries.array() * keys.array()).rowwise().sum();
  for (Index r = 0; r < 4; ++r) {
    EXPECT_NEAR(scores[r], -21.0066703821, kPrinted);
    EXPECT_NEAR(scores[r], scores[0], 2 * bound);
  }
  const auto t = rope.cos_sin(1, -5);
  EXPECT_NEAR(t.cos(0, 0), 0.283662185463, kPrinted);
  EXPECT_NEAR(t.sin(0, 0), 0.958924274663, kPrinted);
}

TEST(Cases, ShiftsAddUp) {
  const RotaryEmbedding rope(2, Pairing::adjacent);
  Eigen::RowVectorXd x = rotated(Eigen::RowVector2d(1, 0), rope, 10.0);
  rope.shift(x, -3);
  rope.shift(x, -4);
  expect_row(x, Eigen::RowVector2d(-0.989992496600, 0.141120008060));
}

/// How far a thousand shifts of 1 and a thousand back take a key: its length, and its direction.
struct Drift {
  double length = 0.0, angle = 0.0;
};

template <class Scalar>
Drift drift() {
  const RotaryEmbedding rope(128, Pairing::halves);
  const Matrix<Scalar> x = random_matrix(64, 128).cast<Scalar>();
  Matrix<Scalar> y = x;
  for (int n = 0; n < 1000; ++n) rope.shift(y, 1);
  for (int n = 0; n < 1000; ++n) rope.shift(y, -1);
  Drift worst;
  for (Index t = 0; t < 64; ++t) {
    for (Index i = 0; i < 64; ++i) {
      const std::complex<double> before(double(x(t, i)), double(x(t, i + 64)));
      const std::complex<double> after(double(y(t, i)), double(y(t, i + 64)));
      const std::complex<double> ratio = after / before;
      worst.length = std::max(worst.length, std::fabs(std::abs(ratio) - 1.0));
      worst.angle = std::max(worst.angle, std::fabs(std::arg(ratio)));
    }
  }
  return worst;
}

/// Each of 2000 shifts may be off by 3 √2 ε; what is met, the same on every machine, is far less
/// and stands in docs/rotary.md. Rounded cosines and sines are not quite of length 1, the same each
/// time and both ways: lengths drift most. Sines change sign on the way back: directions return.
TEST(Cases, DriftOfAThousandShifts) {
  const Drift doubles = drift<double>(), floats = drift<float>();
  std::printf("drift in roundoffs: double %.0f and %.0f, float %.0f and %.0f\n",
              doubles.length * 0x1p53, doubles.angle * 0x1p53, floats.length * 0x1p24,
              floats.angle * 0x1p24);
  EXPECT_LE(doubles.length, 1100 * 0x1p-53);
  EXPECT_LE(floats.length, 2450 * 0x1p-24);
  EXPECT_LE(doubles.angle, 70 * 0x1p-53);
  EXPECT_LE(floats.angle, 400 * 0x1p-24);
}

TEST(Cases, TokenByTokenIsTheBulkCall) {
  const RotaryEmbedding rope(2, Pairing::halves);
  expect_row(rotated(Eigen::RowVector2d(1, 0), rope, 5.0),
             Eigen::RowVector2d(0.283662185463, -0.958924274663));
  const RotaryEmbedding wide(96, Pairing::halves);
  const Eigen::MatrixXf x = random_matrix(40, 288).cast<float>();
  Eigen::MatrixXf bulk = x, cache(40, 288);
  wide.rotate(bulk, 1000);
  for (Index t = 0; t < 40; ++t) {
    cache.row(t) = x.row(t);
    wide.rotate(cache.row(t), 1000 + t);
  }
  EXPECT_TRUE(same_bits(cache, bulk));
}

TEST(Cases, OffsetsOfEachSequence) {
  const RotaryEmbedding rope(64, Pairing::adjacent);
  const Eigen::MatrixXf x = random_matrix(12, 64).cast<float>();
  Eigen::MatrixXf together = x, apart = x;
  Eigen::VectorXi positions(12);
  for (int r = 0; r < 3; ++r) {
    const int offset = r == 0 ? 0 : r == 1 ? 7 : 130;
    for (int t = 0; t < 4; ++t) positions[4 * r + t] = offset + t;
    rope.rotate(apart.middleRows(4 * r, 4), offset);
  }
  rope.rotate(together, positions);
  EXPECT_TRUE(same_bits(together, apart));
  // There is no table to run out of; the last position is the last that a double holds.
  constexpr std::int64_t last = std::int64_t{1} << 53;
  rope.rotate(apart.row(0), last);
  EXPECT_TRUE(refuses([&] { rope.rotate(apart.row(0), last + 1); },
                      "RotaryEmbedding::rotate: first", "9007199254740993"));
}

// --- Memory --------------------------------------------------------------------------------------

/// One object serves every layer, step and length; nothing grows with use.
TEST(Cases, MadeOnceUsedOften) {
  const RotaryEmbedding rope(128, Pairing::halves);
  Eigen::MatrixXf x = random_matrix(1, 128).cast<float>();
  EXPECT_EQ(allocations_of([&] {
              for (int step = 0; step < 100; ++step) {
                for (int layer = 0; layer < 32; ++layer) rope.rotate(x, 4096 + step);
              }
            }),
            0);
}

/// Bytes that a call leaves on the heap, as the C library counts them.
template <class Call>
std::size_t bytes_kept_by(Call&& call) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33) && !defined(POSENC_TEST_SANITIZED)
  const struct mallinfo2 before = mallinfo2();
  call();
  const struct mallinfo2 after = mallinfo2();
  return after.uordblks + after.hblkhd - before.uordblks - before.hblkhd;
#else
  call();
  return 0;
#endif
}

/// A copy shares the tables, whose size knows no length; a shorter use is a prefix of a longer one.
TEST(Cases, SharedAndWithoutALimit) {
  std::vector<RotaryEmbedding> layers;
  layers.reserve(33);
  const std::size_t first = bytes_kept_by([&] { layers.emplace_back(128, Pairing::halves); });
  const std::size_t others = bytes_kept_by([&] {
    for (int layer = 1; layer <= 32; ++layer) layers.push_back(layers[0]);
  });
  std::printf("64 pairs: %zu bytes; 32 more layers: %zu bytes\n", first, others);
  EXPECT_LE(first, std::size_t{300} * 1024);  // docs/rotary.md; a table of 131072 rows has 64 MiB
  EXPECT_LE(others, std::size_t{32} * 1024);  // each its list of axes, 64 numbers
  const RotaryEmbedding& rope = layers[0];
  const long made = allocations_of([] {
    Eigen::internal::set_is_malloc_allowed(true);
    RotaryEmbedding another(128, Pairing::halves);
  });
  const long copied = allocations_of([&] {
    Eigen::internal::set_is_malloc_allowed(true);
    const RotaryEmbedding layer = rope;  // its list of axes is all that it copies
    EXPECT_EQ(layer.frequencies().handle(), rope.frequencies().handle());
  });
  EXPECT_LE(copied, 1);
  EXPECT_GT(made, copied);
  EXPECT_TRUE(same_bits(rope.cos_sin<float>(131).cos.topRows(17), rope.cos_sin<float>(17).cos));
}

}  // namespace
}  // namespace posenc_test
