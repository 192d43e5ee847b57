// Small inputs behind faults that people met in public implementations of rotary embedding, each
// with its right value, recomputed with 60 digits from the formula; and published values.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <vector>

#include <posenc/rotary/embedding.hpp>
#include <posenc/rotary/pairing.hpp>

#include "matchers.hpp"
#include "rotary_samples.hpp"
#include "samples.hpp"
#include "scalars.hpp"

namespace posenc_test {
namespace {

using Eigen::Index;
using posenc::Frequencies;
using posenc::Pairing;
using posenc::RotaryEmbedding;
using posenc::RotaryHead;

/// The numbers below are printed to 11 or 12 digits: half a unit of the eleventh.
constexpr double kPrinted = 5.1e-11;

using posenc_test::expect_row;
void expect_row(const Eigen::RowVectorXd& row, const std::vector<double>& expected) {
  posenc_test::expect_row(row, expected, kPrinted);
}

Eigen::RowVectorXd counting(Index n) {
  return Eigen::RowVectorXd::LinSpaced(n, 1.0, static_cast<double>(n));
}

// --- Published values ----------------------------------------------------------------------------

TEST(RotaryGolden, Halves) {
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
TEST(RotaryGolden, Adjacent) {
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

// --- Layout --------------------------------------------------------------------------------------

TEST(Cases, AdjacentAgainstHalves) {
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
TEST(Cases, ReadsAdjacentWritesHalves) {
  Eigen::RowVectorXd x = rotated(counting(6), RotaryEmbedding(6, Pairing::adjacent), 2.0);
  convert_pairing(x, RotaryHead(6, Pairing::adjacent), Pairing::halves);
  expect_row(x, {-2.23474169020, 2.61628866926, 4.97410044790, 0.0770037537314, 4.26087239883,
                 6.02148858125});
}

TEST(Cases, Direction) {
  const Eigen::RowVectorXd x = Eigen::RowVector2d(1.0, 0.0);
  for (const Pairing pairing : kPairings) {
    const RotaryEmbedding rope(2, pairing);
    expect_row(rotated(x, rope, 1.0), {0.540302305868, 0.841470984808});
    expect_row(rotated(x, rope, -1.0), {0.540302305868, -0.841470984808});
  }
}

/// Widths are said, not inferred; a fraction is of the head, once, cut off as models' code does.
TEST(Cases, RotaryWidth) {
  EXPECT_EQ(RotaryEmbedding(128, Pairing::halves).head().rotated_width(), 128);
  EXPECT_EQ(posenc::partial_rotary_width(128, 0.5), 64);
  EXPECT_EQ(posenc::partial_rotary_width(96, 0.4), 38);
  EXPECT_TRUE(refuses([] { posenc::partial_rotary_width(100, 0.35); },
                      "partial_rotary_width: head_dim * partial_rotary_factor", "35"));
  EXPECT_TRUE(refuses([] { posenc::partial_rotary_width(128, 1.5); },
                      "partial_rotary_width: partial_rotary_factor", "1.5"));
  EXPECT_TRUE(refuses([] { posenc::partial_rotary_width(128, 0.0); },
                      "partial_rotary_width: partial_rotary_factor", "0"));
}

TEST(Cases, WidthsThatAreNoPowersOfTwo) {
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

TEST(Cases, FirstFrequencyIsOne) {
  const RotaryEmbedding rope(4, Pairing::halves);
  EXPECT_EQ(rope.frequencies().values()[0], 1.0);
  EXPECT_EQ(rope.frequencies().values()[1], 0.01);
}

// --- Interoperability ----------------------------------------------------------------------------

TEST(Cases, ComplexForm) {
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

}  // namespace
}  // namespace posenc_test
