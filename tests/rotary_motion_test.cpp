// Rotate, unrotate and shift: how they undo and continue each other; and that none allocates.
#include "allocations.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <posenc/rotary/embedding.hpp>
#include <posenc/rotary/rerotation.hpp>
#include <posenc/rotary/rotate_with.hpp>
#include <posenc/rotary/xpos.hpp>

#include "rotary_bound.hpp"
#include "rotary_samples.hpp"
#include "samples.hpp"
#include "scalars.hpp"

namespace posenc_test {
namespace {

using posenc::Frequencies;
using posenc::heads_within_tokens;
using posenc::PairAxes;
using posenc::Pairing;
using posenc::RotaryEmbedding;
using posenc::RotaryHead;
using posenc::XPosEmbedding;

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

TYPED_TEST(RotaryMotion, NothingIsAllocated) {
  const RotaryEmbedding rope({Frequencies::geometric(128), 1.3}, Pairing::halves);
  Matrix<TypeParam, Eigen::RowMajor> x = random_matrix(40, 256).template cast<TypeParam>();
  Matrix<TypeParam> y = x;
  const Eigen::VectorXi positions = Eigen::VectorXi::LinSpaced(40, 0, 39);
  const auto tables = rope.cos_sin<float>(40);
  const RotaryEmbedding axes(Frequencies::geometric(128), RotaryHead(128, Pairing::adjacent),
                             PairAxes::interleaved({24, 20, 20}));
  const RotaryEmbedding mixed(Frequencies::given(Eigen::VectorXd::LinSpaced(128, 1.0, 0.1)),
                              RotaryHead(128, Pairing::adjacent), PairAxes::sum(64, 2));
  const XPosEmbedding xpos(Frequencies::geometric(128), RotaryHead(128, Pairing::halves), 20.0);
  const Eigen::MatrixXi coordinates = Eigen::MatrixXi::Constant(40, 3, 17);
  Eigen::Map<Matrix<TypeParam>, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>> strided(
      y.data(), 20, 128, {80, 2});
  const RotaryEmbedding rerotated = rerotation(rope, RotaryEmbedding(128, Pairing::halves));
  EXPECT_EQ(allocations_of([&] {
              rope.rotate(x);
              rope.rotate(y, 1000000000);
              rope.rotate(y, positions);
              rope.unrotate(x.topRows(3), 17);
              rope.shift(y, -3);
              rope.shift(y, positions);
              rope.rotate(heads_within_tokens(x.leftCols(128), 4), 3);
              rotate_with(x, tables.cos, tables.sin, rope.head());
              rotate_with(x, tables.cos, tables.sin, rope.head(), positions);
              axes.rotate(x, coordinates);
              axes.rotate(x, 1000);
              mixed.rotate(y, coordinates.leftCols(2));
              xpos.query().rotate(x, 3);
              xpos.key().shift(y, positions);
              xpos.key().shift(y, -2.0);
              rope.rotate(strided, 5);
              rerotated.rotate(x, 9);
            }),
            0);
}

}  // namespace
}  // namespace posenc_test
