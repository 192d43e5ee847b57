// Rotation by its numbers, and how rotate, unrotate and shift undo and continue each other. Numbers
// are recomputed with 60 digits from the formula, or published.
#include "test.hpp"

#include <cstdio>

#include "rotary_bound.hpp"

namespace posenc_test {
namespace rotary_test {

/// The numbers below are printed to 11 or 12 digits: half a unit of the eleventh.
constexpr double kPrinted = 5.1e-11;

using posenc_test::expect_row;
void expect_row(const Eigen::RowVectorXd& row, const std::vector<double>& expected) {
  posenc_test::expect_row(row, expected, kPrinted);
}

Eigen::RowVectorXd counting(Index n) {
  return Eigen::RowVectorXd::LinSpaced(n, 1.0, static_cast<double>(n));
}

/// A token at position p.
Eigen::RowVectorXd rotated(Eigen::RowVectorXd x, const RotaryEmbedding& rope, double p) {
  rope.rotate(x, Eigen::Matrix<double, 1, 1>(p));
  return x;
}

TEST(RotaryNumbers, Halves) {
  const Eigen::RowVectorXd ones = Eigen::RowVectorXd::Ones(6);
  expect_row(rotated(ones, RotaryEmbedding(6, Pairing::halves), 3.0),
             {-1.1311, 0.8515, 0.9935, -0.8489, 1.1291, 1.0064}, 1e-4);
  const RotaryEmbedding slow(posenc::scaling::linear(Frequencies::geometric(4), 2.0),
                             Pairing::halves);
  const Eigen::RowVectorXd four = Eigen::RowVectorXd::Ones(4);
  expect_row(rotated(four, slow, 1.0), {0.398157001, 0.994987488, 1.357008100, 1.004987478}, 3e-7);
  expect_row(rotated(four, slow, 2.0), {-0.301168621, 0.989950180, 1.381773233, 1.009949803}, 3e-7);
}

/// Eight values of token 1 and of token 2: the first channels of a head of 64.
TEST(RotaryNumbers, Adjacent) {
  Eigen::MatrixXd x(3, 64);
  for (Index t = 0; t < 3; ++t) {
    for (Index j = 0; j < 64; ++j) x(t, j) = static_cast<double>(64 * t + j) / 100.0;
  }
  RotaryEmbedding(64, Pairing::adjacent).rotate(x);
  expect_row(x.row(1).head(8), {-0.2012, 0.8897, 0.0263, 0.9401, 0.2074, 0.9463, 0.3481, 0.9343},
             1e-4);
  expect_row(x.row(2).head(8), {-1.7057, 0.6271, -1.2145, 1.3897, -0.6303, 1.7647, -0.1173, 1.8985},
             1e-4);
}

TEST(RotaryNumbers, AdjacentAgainstHalves) {
  const RotaryEmbedding adjacent(4, Pairing::adjacent), halves(4, Pairing::halves);
  expect_row(rotated(counting(4), adjacent, 1.0),
             {-1.14263966375, 1.92207559654, 2.95985066791, 4.02979950167});
  expect_row(rotated(counting(4), halves, 1.0),
             {-1.98411064856, 1.95990066750, 2.46237790241, 4.01979966833});
  EXPECT_TRUE(same_bits(rotated(counting(4), adjacent, 0.0), counting(4)));
  EXPECT_TRUE(same_bits(rotated(counting(4), halves, 0.0), counting(4)));
  const Eigen::RowVectorXd two = rotated(counting(4), adjacent, 2.0);
  EXPECT_NEAR(two[0], std::cos(2.0) - 2 * std::sin(2.0), kPrinted);
  EXPECT_NEAR(rotated(counting(4), halves, 2.0)[0], std::cos(2.0) - 3 * std::sin(2.0), kPrinted);
}

/// Reads one layout and writes the other: rotate, then convert.
TEST(RotaryNumbers, ReadsAdjacentWritesHalves) {
  Eigen::RowVectorXd x = rotated(counting(6), RotaryEmbedding(6, Pairing::adjacent), 2.0);
  convert_pairing(x, RotaryHead(6, Pairing::adjacent), Pairing::halves);
  expect_row(x, {-2.23474169020, 2.61628866926, 4.97410044790, 0.0770037537314, 4.26087239883,
                 6.02148858125});
}

TEST(RotaryNumbers, WidthsThatAreNoPowersOfTwo) {
  for (Index width = 2; width <= 200; width += 2) {
    for (const Pairing pairing : kPairings) {
      const RotaryHead head(width + 10, pairing, width);
      const RotaryEmbedding rope(Frequencies::geometric(width), head);
      const Eigen::MatrixXd x = random_matrix(5, 3 * head.width());
      Eigen::MatrixXd y = x;
      rope.rotate(y, 1001);
      for (Index h = 0; h < 3; ++h) {
        const auto before = x.middleCols(h * head.width(), head.width());
        const auto after = y.middleCols(h * head.width(), head.width());
        EXPECT_TRUE(same_bits(after.rightCols(10), before.rightCols(10)));
        const Eigen::VectorXd norms = before.leftCols(width).rowwise().norm();
        // 3 ε of the length of each pair, and the rounding of two sums of squares.
        EXPECT_LE((after.leftCols(width).rowwise().norm() - norms).cwiseAbs().maxCoeff(),
                  (3 + 2.0 * static_cast<double>(width)) * 0x1p-53 * norms.maxCoeff());
        Eigen::MatrixXd alone = before;
        rope.rotate(alone, 1001);
        EXPECT_TRUE(same_bits(after, alone));
      }
    }
  }
}

TEST(RotaryNumbers, ComplexForm) {
  const RotaryEmbedding rope(4, Pairing::adjacent);
  const auto tables = rope.cos_sin(1, 1);
  ASSERT_EQ(tables.cos.cols(), 2);  // one column for each pair
  const Eigen::RowVectorXd x = counting(4), y = rotated(x, rope, 1.0);
  for (Index i = 0; i < 2; ++i) {
    const std::complex<double> z = std::complex<double>(x[2 * i], x[2 * i + 1]) *
                                   std::complex<double>(tables.cos(0, i), tables.sin(0, i));
    EXPECT_NEAR(y[2 * i], z.real(), 1e-15);
    EXPECT_NEAR(y[2 * i + 1], z.imag(), 1e-15);
  }
  expect_row(y.head(2), {-1.14263966375, 1.92207559654});
}

/// Widths are said, not inferred; a fraction is of the head, once, cut off as models' code does.
TEST(RotaryNumbers, RotaryWidth) {
  EXPECT_EQ(RotaryEmbedding(128, Pairing::halves).head().rotated_width(), 128);
  EXPECT_EQ(posenc::partial_rotary_width(128, 0.5), 64);
  EXPECT_EQ(posenc::partial_rotary_width(96, 0.4), 38);
}

/// The score of a query at m with a key at n depends on m - n alone, to rounding: the positions of
/// 100004 and 100001 are as exact as those of 4 and 1, so the error does not grow.
TEST(RotaryNumbers, LeftPaddingAndNegativePositions) {
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

// --- There and back ------------------------------------------------------------------------------

template <class Scalar>
class RotaryMotion : public ::testing::Test {};
TYPED_TEST_SUITE(RotaryMotion, Scalars, ScalarNames);

/// Numbers of a pair are below 8: its length is below this.
const double kLength = 8.0 * std::sqrt(2.0);

/// The rounding of a store, relative.
template <class Scalar>
double store() {
  return sizeof(Scalar) > 2 ? 0.0 : std::ldexp(1.0, -static_cast<int>(Format<Scalar>::digits));
}

template <class A, class B>
double distance(const A& a, const B& b) {
  return (a.template cast<double>() - b.template cast<double>()).cwiseAbs().maxCoeff();
}

/// Once rotated and once back: 4 ε and 5 ε of the length, and a store each.
TYPED_TEST(RotaryMotion, UnrotateIsTheInverse) {
  for (const Pairing pairing : kPairings) {
    for (const double m : {1.0, 1.3}) {
      const RotaryEmbedding rope({Frequencies::geometric(96), m}, pairing);
      const Matrix<TypeParam> x = random_matrix(33, 192).template cast<TypeParam>();
      Matrix<TypeParam> y = x;
      rope.rotate(y, -7);
      rope.unrotate(y, -7);
      const double each = std::sqrt(2.0) * kLength;  // the error of either channel is turned back
      EXPECT_LE(distance(y, x), (9.0 * kRoundoff<TypeParam> + 2.0 * store<TypeParam>()) * each);
    }
  }
}

/// The amplitude is there once: rotate by p and shift by a and by b is rotate by p + a + b.
TYPED_TEST(RotaryMotion, ShiftsAddUpAndLeaveTheAmplitude) {
  const double m = 1.3;
  for (const Pairing pairing : kPairings) {
    const RotaryEmbedding rope({Frequencies::geometric(96), m}, pairing);
    const Matrix<TypeParam> x = random_matrix(33, 192).template cast<TypeParam>();
    Matrix<TypeParam> moved = x;
    rope.rotate(moved, 1000);
    rope.shift(moved, -300);
    rope.shift(moved, Eigen::VectorXd::Constant(33, 17));
    // Two rotations of 4 ε, two shifts of 3 ε; four stores.
    const double each = std::sqrt(2.0) * kLength * m;
    EXPECT_LE(distance(moved, rope.rotated(x, 717)),
              (14.0 * kRoundoff<TypeParam> + 4.0 * store<TypeParam>()) * each);
  }
}

/// With R the rotation, <R x, y> = <x, m^2 R^-1 y>: the gradient takes y to m^2 R^-1 y.
TEST(RotaryMotion, UnrotateIsTheGradient) {
  for (const double m : {1.0, 1.3}) {
    const RotaryEmbedding rope({Frequencies::geometric(64), m}, Pairing::adjacent);
    const Eigen::MatrixXd x = random_matrix(20, 64), y = random_matrix(20, 128).rightCols(64);
    const double there = rope.rotated(x, 5).cwiseProduct(y).sum();
    const double back = m * m * x.cwiseProduct(rope.unrotated(y, 5)).sum();
    // Sums of 1280 products: a rounding each, and those of the rotations.
    EXPECT_NEAR(there, back, 2.0 * (1280 + 12) * 0x1p-53 * m * x.norm() * y.norm());
  }
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
TEST(RotaryMotion, DriftOfAThousandShifts) {
  const Drift doubles = drift<double>(), floats = drift<float>();
  std::printf("drift in roundoffs: double %.0f and %.0f, float %.0f and %.0f\n",
              doubles.length * 0x1p53, doubles.angle * 0x1p53, floats.length * 0x1p24,
              floats.angle * 0x1p24);
  EXPECT_LE(doubles.length, 1100 * 0x1p-53);
  EXPECT_LE(floats.length, 2450 * 0x1p-24);
  EXPECT_LE(doubles.angle, 70 * 0x1p-53);
  EXPECT_LE(floats.angle, 400 * 0x1p-24);
}

}  // namespace rotary_test
}  // namespace posenc_test
