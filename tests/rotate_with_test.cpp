// Rotation by the caller's tables.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>

#include <posenc/rotary/embedding.hpp>
#include <posenc/rotary/rotate_with.hpp>

#include "matchers.hpp"
#include "samples.hpp"
#include "scalars.hpp"

namespace posenc_test {
namespace {

using Eigen::Index;
using posenc::Pairing;
using posenc::RotaryEmbedding;
using posenc::RotaryHead;

template <class Scalar>
class RotateWith : public ::testing::Test {};
TYPED_TEST_SUITE(RotateWith, Scalars, ScalarNames);

TEST(RotateWithTables, AreWhatRotates) {
  for (const Pairing pairing : {Pairing::adjacent, Pairing::halves}) {
    const RotaryEmbedding rope(96, pairing);
    const auto tables = rope.cos_sin<float, Eigen::RowMajor>(50, -3);
    ASSERT_EQ(tables.cos.cols(), 48);
    const Matrix<float> x = random_matrix(50, 192).cast<float>();
    Matrix<float> y = x, z = x, gathered = x;
    rope.rotate(y, -3);
    rotate_with(z, tables.cos, tables.sin, rope.head());
    EXPECT_TRUE(same_bits(z, y));
    const Eigen::VectorXi rows = Eigen::VectorXi::LinSpaced(50, 49, 0);
    rotate_with(gathered, tables.cos, tables.sin, rope.head(), rows);
    Matrix<float> expected = x;
    rope.rotate(expected, Eigen::VectorXi(rows.array() - 3));
    EXPECT_TRUE(same_bits(gathered, expected));
  }
}

/// More pairs and tokens than are worked on at a time, tables of either order.
TEST(RotateWithTables, OfAnySizeAndOrder) {
  for (const Index width : {2, 130, 514}) {
    for (const Index tokens : {1, 16, 17, 1025}) {
      const RotaryEmbedding rope(width, Pairing::halves);
      const auto by_rows = rope.cos_sin<float, Eigen::RowMajor>(tokens, 1000);
      const auto by_columns = rope.cos_sin<float>(tokens, 1000);
      const Matrix<float> x = random_matrix(tokens, 2 * width).cast<float>();
      Matrix<float> expected = x, y = x, z = x;
      rope.rotate(expected, 1000);
      rotate_with(y, by_rows.cos, by_rows.sin, rope.head());
      rotate_with(z, by_columns.cos, by_columns.sin, rope.head());
      EXPECT_TRUE(same_bits(y, expected)) << width << " " << tokens;
      EXPECT_TRUE(same_bits(z, expected)) << width << " " << tokens;
    }
  }
}

/// The last row of the tables is one of them, and the next is not.
TEST(RotateWithTables, RowsEndWithTheTables) {
  const RotaryEmbedding rope(8, Pairing::halves);
  const auto tables = rope.cos_sin<float>(3);
  Matrix<float> x = random_matrix(1, 8).cast<float>();
  const Eigen::Matrix<int, 1, 1> last(2), beyond(3), before(-1);
  EXPECT_NO_THROW(rotate_with(x, tables.cos, tables.sin, rope.head(), last));
  const Matrix<float> kept = x;
  EXPECT_THROW(rotate_with(x, tables.cos, tables.sin, rope.head(), beyond), std::invalid_argument);
  EXPECT_THROW(rotate_with(x, tables.cos, tables.sin, rope.head(), before), std::invalid_argument);
  EXPECT_TRUE(same_bits(x, kept));
}

/// A table's NaN of any payload makes NaN of its pair, and of no other.
TYPED_TEST(RotateWith, NotANumberInATable) {
  Matrix<TypeParam> x = random_matrix(1, 8).template cast<TypeParam>();
  Eigen::RowVector4f cos = Eigen::RowVector4f::Ones(), sin = cos;
  const std::uint32_t payload = 0x7fffffff;
  std::memcpy(&cos[1], &payload, sizeof payload);
  rotate_with(x, cos, sin, RotaryHead(8, Pairing::halves));
  for (const Index c : {1, 5}) EXPECT_TRUE(std::isnan(static_cast<double>(x(0, c))));
  for (const Index c : {0, 2, 3, 4, 6, 7}) {
    EXPECT_TRUE(std::isfinite(static_cast<double>(x(0, c))));
  }
}

}  // namespace
}  // namespace posenc_test
