// The definition as Eigen expressions, against the library and within its stated error.
#include "test.hpp"

namespace posenc_test {
namespace outer_product_test {

TEST(AngleMatrix, IsTheOuterProduct) {
  const Eigen::VectorXi positions = Eigen::Vector3i(-2, 0, 5);
  const Eigen::ArrayXd frequencies = posenc::Frequencies::geometric(8).values();
  const Eigen::MatrixXd angles = posenc::angle_matrix(positions, frequencies);
  ASSERT_EQ(angles.rows(), 3);
  ASSERT_EQ(angles.cols(), 4);
  for (Eigen::Index r = 0; r < 3; ++r) {
    for (Eigen::Index i = 0; i < 4; ++i) {
      EXPECT_EQ(angles(r, i), static_cast<double>(positions[r]) * frequencies[i]);
    }
  }
  EXPECT_TRUE(
      same_bits(posenc::angle_matrix(positions, posenc::Frequencies::geometric(8)), angles));
  EXPECT_TRUE(
      same_bits(posenc::angle_matrix(positions.transpose(), frequencies.transpose()), angles));
}

TEST(OuterProductEncoding, AgreesWithTheLibrary) {
  for (const Eigen::Index width : {2, 6, 64, 512}) {
    for (const Eigen::Index rows : {0, 1, 2, 100, 1000}) {
      const Eigen::MatrixXd direct = posenc::outer_product_encoding(rows, width);
      const Eigen::MatrixXd exact = posenc::sinusoidal_positional_encoding(rows, width);
      const Eigen::ArrayXd frequencies = posenc::Frequencies::geometric(width).values();
      ASSERT_EQ(direct.rows(), rows);
      ASSERT_EQ(direct.cols(), width);
      for (Eigen::Index r = 0; r < rows; ++r) {
        for (Eigen::Index c = 0; c < width; ++c) {
          // ω_i and the product lose half an ulp each: |p ω_i| 2^-52 together, and twice that with
          // room for the rounding of both; sin and cos lose 2^-53 in either table.
          const double bound = static_cast<double>(r) * frequencies[c / 2] * 0x1p-51 + 0x1p-52;
          ASSERT_NEAR(direct(r, c), exact(r, c), bound) << width << ": " << r << ", " << c;
        }
      }
    }
  }
}

}  // namespace outer_product_test
}  // namespace posenc_test
