// Rows are distinct, and alike where they are near.
#include "test.hpp"

namespace posenc_test {
namespace similarity_test {

/// Each of d entries of a row is at most 2^-54 off, so a distance by 2^-53 sqrt(d), and its own
/// rounding.
constexpr double kDistance = 1e-13;

TEST(Similarity, SimilarityIsTheDotProductOfAnyTwoRows) {
  const SinusoidalEncoding encoding(64);
  const Eigen::VectorXd kernel = posenc::similarity(encoding, 1500);
  EXPECT_EQ(kernel[0], 32.0);
  const Eigen::MatrixXd far = encoding.table(1500, 98765);
  EXPECT_LE((far * far.row(0).transpose() - kernel).cwiseAbs().maxCoeff(), kDistance);
  for (Index k = 1; k < 3; ++k) EXPECT_LT(kernel[k], kernel[k - 1]);
  EXPECT_EQ(posenc::similarity(encoding, 0).size(), 0);
}

TEST(Similarity, RowsOfTheDefaultsAreDistinct) {
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

TEST(Similarity, FindsRowsThatAreTheSame) {
  const SinusoidalEncoding five(Frequencies::linear(1, 1.0, 1.0).times_pi(0.4));
  const posenc::ClosestRows closest = posenc::closest_rows(five, 12);
  EXPECT_EQ(closest.apart, 5);
  EXPECT_LE(closest.distance, kDistance);
}

}  // namespace similarity_test
}  // namespace posenc_test
