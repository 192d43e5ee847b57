// A batch of rotated tokens is its sequences, one by one, in either storage order of the positions.
#include <gtest/gtest.h>

#include <posenc/positions.hpp>
#include <posenc/rotary/batch.hpp>

#include "matchers.hpp"

namespace posenc_test {
namespace {

using posenc::Pairing;
using posenc::RotaryEmbedding;

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

TEST(RotateBatch, RefusesBeforeAnythingIsWritten) {
  Eigen::MatrixXd x = Eigen::MatrixXd::Constant(6, 8, 9.0);
  const auto refused = [&](const auto& positions, const std::string& where,
                           const std::string& got) {
    EXPECT_TRUE(refuses([&] { posenc::rotate_batch(rope(), x, positions); }, where, got));
  };
  refused(Eigen::MatrixXd::Zero(2, 4), "rotate_batch: out", "6 x 8");
  Eigen::MatrixXd positions = Eigen::MatrixXd::Zero(2, 3);
  positions(1, 2) = std::nan("");
  refused(positions, "rotate_batch: positions(1, 2)", "nan");
  EXPECT_TRUE(
      refuses([&] { posenc::rotate_batch(rope(), x, -2, -3); }, "rotate_batch: batch", "-2"));
  Eigen::MatrixXd narrow(6, 7);
  EXPECT_TRUE(refuses([&] { posenc::rotate_batch(rope(), narrow, 2, 3); },
                      "rotate_batch: columns of x", "7"));
  const RotaryEmbedding plane(posenc::Frequencies::geometric(4), rope().head(),
                              posenc::PairAxes::sections({1, 1}));
  EXPECT_TRUE(refuses([&] { posenc::rotate_batch(plane, x, Eigen::MatrixXd::Zero(2, 3)); },
                      "rotate_batch: rope", "2"));
  EXPECT_TRUE(all_are(x, 9.0));
  Eigen::MatrixXd none(0, 8);
  EXPECT_NO_THROW(posenc::rotate_batch(rope(), none, posenc::BatchPositions(3, 0)));
}

}  // namespace
}  // namespace posenc_test
