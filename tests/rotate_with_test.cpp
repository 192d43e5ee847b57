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
