// PE(p + k) = PE(p) M_k.
#include <gtest/gtest.h>

#include <posenc/sinusoidal.hpp>

#include "matchers.hpp"

namespace posenc_test {
namespace {

using posenc::Frequencies;
using posenc::Layout;
using posenc::OddWidth;
using posenc::SinusoidalEncoding;

/// Each entry of PE(p) M_k is s c' + c s' of four correctly rounded numbers: 4 x 2^-54 sqrt 2 from
/// the factors, three roundings of at most 2^-53 from the two products and their sum.
constexpr double kShift = 0x1p-50;

void expect_shifts(const SinusoidalEncoding& encoding) {
  for (const std::int64_t k : {0, 1, 7, -3, 1000, 123456789}) {
    const Eigen::MatrixXd m = encoding.shift_matrix(static_cast<double>(k));
    ASSERT_EQ(m.rows(), encoding.width());
    ASSERT_EQ(m.cols(), encoding.width());
    for (const std::int64_t first : {0, -9, 5000}) {
      const Eigen::MatrixXd moved = encoding.table(20, first) * m;
      EXPECT_LE((moved - encoding.table(20, first + k)).cwiseAbs().maxCoeff(), kShift)
          << "k " << k << " from " << first;
    }
  }
}

TEST(ShiftMatrix, MovesEveryPositionByTheSameMap) {
  for (const Layout layout :
       {Layout::interleaved, Layout::sin_cos, Layout::cos_sin, Layout::interleaved_cos_sin}) {
    expect_shifts(SinusoidalEncoding(Frequencies::geometric(10), layout));
    expect_shifts(SinusoidalEncoding(Frequencies::with_denominator(3, 7.0), layout, 7,
                                     OddWidth::zero_column));
  }
}

TEST(ShiftMatrix, HasTheStatedBlocks) {
  const SinusoidalEncoding encoding(4);
  const Eigen::MatrixXd m = encoding.shift_matrix(2.5);
  const Eigen::RowVectorXd row = encoding.row(2.5);
  Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(4, 4);
  expected.block(0, 0, 2, 2) << row[1], -row[0], row[0], row[1];
  expected.block(2, 2, 2, 2) << row[3], -row[2], row[2], row[3];
  EXPECT_TRUE(same_bits(m, expected));
}

TEST(ShiftMatrix, NeedsEveryCosine) {
  const SinusoidalEncoding encoding(5, OddWidth::drop_last_cosine);
  EXPECT_TRUE(
      refuses([&] { encoding.shift_matrix(1.0); }, "SinusoidalEncoding::shift_matrix: width", "5"));
}

}  // namespace
}  // namespace posenc_test
