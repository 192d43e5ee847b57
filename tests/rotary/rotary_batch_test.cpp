// A batch of rotated tokens is its sequences, one by one, in either storage order of the positions.
#include "test.hpp"

namespace posenc_test {
namespace rotary_batch_test {

const RotaryEmbedding& rope() {
  static const RotaryEmbedding made(4, Pairing::halves);
  return made;
}

/// Left padding, right padding; batch and length differ.
const Eigen::ArrayXXi kMask = (Eigen::ArrayXXi(2, 5) << 0, 0, 1, 1, 1, 1, 1, 1, 1, 0).finished();

TEST(RotateBatch, TakesPositionsOfAMask) {
  const posenc::BatchPositions positions = posenc::positions_from_mask(kMask);
  const Eigen::MatrixXd x = Eigen::MatrixXd::Random(10, 8);
  Eigen::MatrixXd expected = x;
  for (Eigen::Index b = 0; b < 2; ++b) {
    for (Eigen::Index t = 0; t < 5; ++t) {
      rope().rotate(expected.row(b * 5 + t), positions(b, t));
    }
  }
  Eigen::MatrixXd actual = x;
  posenc::rotate_batch(rope(), actual, positions);
  EXPECT_TRUE(same_bits(actual, expected));
  const Eigen::ArrayXXi by_columns = positions.cast<int>();
  actual = x;
  posenc::rotate_batch(rope(), actual, by_columns);
  EXPECT_TRUE(same_bits(actual, expected));
}

TEST(RotateBatch, CountsInEachSequence) {
  Eigen::MatrixXd actual = Eigen::MatrixXd::Random(12, 8), expected = actual;
  posenc::rotate_batch(rope(), actual, 3, 4, 7);
  for (Eigen::Index b = 0; b < 3; ++b) rope().rotate(expected.middleRows(4 * b, 4), 7);
  EXPECT_TRUE(same_bits(actual, expected));
}

}  // namespace rotary_batch_test
}  // namespace posenc_test
