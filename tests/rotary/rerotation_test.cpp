// A cache moved from one scaling to another.
#include "test.hpp"

namespace posenc_test {
namespace rerotation_test {

TEST(Rerotation, MovesACache) {
  scaling::Yarn y;
  y.factor = 4.0;
  const RotaryEmbedding before(scaling::dynamic_ntk(64, 10000.0, 2.0, 2048, 100), Pairing::halves);
  const RotaryEmbedding after(scaling::yarn(64, 10000.0, y), Pairing::halves);
  const Eigen::MatrixXd x = random_matrix(300, 128);
  Eigen::MatrixXd moved = x, fresh = x;
  before.rotate(moved, 100000);
  rerotation(before, after).rotate(moved, 100000);
  after.rotate(fresh, 100000);
  // Three rotations of numbers below 8, 4 ε m hypot(u, v) each at most.
  const double bound = 3 * 4 * 0x1p-53 * after.amplitude() * 8 * std::sqrt(2.0);
  EXPECT_LE((moved - fresh).cwiseAbs().maxCoeff(), bound);
}

/// Several axes, a slice of each head, and scattered positions.
TEST(Rerotation, KeepsAxesAndSlices) {
  const RotaryHead head(20, Pairing::adjacent, 12, 4);
  const PairAxes axes = PairAxes::interleaved({2, 2, 2});
  const Frequencies plain = Frequencies::geometric(12);
  const RotaryEmbedding before(plain, head, axes), after(scaling::linear(plain, 3.0), head, axes);
  const RotaryEmbedding moving = rerotation(before, after);
  EXPECT_EQ(moving.head().start(), 4);
  const Eigen::MatrixXd x = random_matrix(3, 40);
  Eigen::MatrixXi thw(3, 3);
  thw << 5, 7, 9, -3, 100000, 0, 1, 2, 3;
  const Eigen::MatrixXd moved = moving.rotated(before.rotated(x, thw), thw);
  const double bound = 3 * 3 * 0x1p-53 * 8 * std::sqrt(2.0);
  EXPECT_LE((moved - after.rotated(x, thw)).cwiseAbs().maxCoeff(), bound);
  for (const Index h : {0, 20}) {
    EXPECT_TRUE(same_bits(moved.middleCols(h, 4), x.middleCols(h, 4)));
    EXPECT_TRUE(same_bits(moved.middleCols(h + 16, 4), x.middleCols(h + 16, 4)));
  }
}

/// The same scaling turns nothing.
TEST(Rerotation, FromAScalingToItself) {
  scaling::Yarn y;
  y.factor = 4.0;
  const RotaryEmbedding rope(scaling::yarn(64, 10000.0, y), Pairing::halves);
  const Eigen::MatrixXf x = random_matrix(9, 64).cast<float>();
  EXPECT_TRUE(same_bits(rerotation(rope, rope).rotated(x, 1000), x));
}

}  // namespace rerotation_test
}  // namespace posenc_test
