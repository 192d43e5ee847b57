// The bands of YaRN and Llama 3 where they are narrow, or have no width at all.
#include <gtest/gtest.h>

#include <cmath>

#include <posenc/frequencies/scaling.hpp>
#include <posenc/frequencies/yarn.hpp>

#include "matchers.hpp"
#include "scaling_entries.hpp"

namespace posenc_test {
namespace {

using posenc::Frequencies;
namespace scaling = posenc::scaling;

constexpr double kPrinted = 5.1e-12;  // twelve digits, relative

/// Kimi K2 is published with equal betas.
/// Source: pytorch/torchtitan, pull request 4215.
scaling::Yarn kimi(double factor) {
  scaling::Yarn y;
  y.factor = factor;
  y.beta_fast = y.beta_slow = 1.0;
  y.mscale = y.mscale_all_dim = 1.0;
  return y;
}

TEST(ScalingBands, YarnWithEqualBetas) {
  const auto bounds = scaling::yarn_bounds(64, 50000.0, kimi(32.0));
  EXPECT_EQ(bounds.low, 19.0);
  EXPECT_EQ(bounds.high, 20.0);
  const auto scaled = scaling::yarn(64, 50000.0, kimi(32.0));
  EXPECT_EQ(scaled.amplitude, 1.0);
  expect_entries(scaled, kPrinted,
                 {{18, 0.00227420375651},
                  {19, 0.00162175990812},
                  {20, 0.0000361404677357},
                  {21, 0.0000257721681562},
                  {22, 0.0000183784187944}});
  // The configuration of Kimi K2 Thinking.
  expect_entries(scaling::yarn(64, 50000.0, kimi(64.0)), kPrinted,
                 {{19, 0.00162175990812}, {20, 1.80702338679e-5}});
}

TEST(ScalingBands, YarnWithBetasThatDiffer) {
  scaling::Yarn y = kimi(32.0);
  y.beta_fast = 32.0;  // Kimi K2.5
  const auto bounds = scaling::yarn_bounds(64, 50000.0, y);
  EXPECT_EQ(bounds.low, 8.0);
  EXPECT_EQ(bounds.high, 20.0);
  expect_entries(scaling::yarn(64, 50000.0, y), kPrinted,
                 {{17, 0.000872027658563}, {19, 0.000181603323044}});
  y.beta_fast = 0.999;
  EXPECT_TRUE(refuses([&] { scaling::yarn(64, 50000.0, y); }, "scaling::yarn: beta_fast", "0.999"));
}

/// Without rounding both bounds are one number, and the band is a thousandth of a pair.
TEST(ScalingBands, YarnWithEqualBetasAndBoundsThatAreNotRounded) {
  scaling::Yarn y = kimi(32.0);
  y.truncate = false;
  const auto bounds = scaling::yarn_bounds(64, 50000.0, y);
  EXPECT_NEAR(bounds.low, 19.1645748886269, 5.1e-14);
  EXPECT_NEAR(bounds.high - bounds.low, 0.001, 0x1p-47);
  expect_entries(scaling::yarn(64, 50000.0, y), kPrinted,
                 {{19, 0.00162175990812}, {20, 0.0000361404677357}});
}

/// Both bounds at pair 0.
TEST(ScalingBands, YarnWithBothBoundsAtTheFirstPair) {
  scaling::Yarn y = kimi(32.0);
  y.beta_fast = y.beta_slow = 652.0;  // just above L / 2π: -1 and 0 when rounded
  const auto bounds = scaling::yarn_bounds(64, 50000.0, y);
  EXPECT_EQ(bounds.low, 0.0);
  EXPECT_EQ(bounds.high, 0.001);
  const Eigen::ArrayXd w = scaling::yarn(64, 50000.0, y).frequencies.values();
  EXPECT_EQ(w[0], 1.0);
  EXPECT_NEAR(w[1] * 32.0, std::pow(50000.0, -1.0 / 32.0), 1e-15);
}

/// Llama 4 Scout is published with equal band factors.
TEST(ScalingBands, Llama3WithEqualBandFactors) {
  const Frequencies plain = Frequencies::geometric(128, 500000.0);
  const auto scaled = scaling::llama3(plain, {16.0, 1.0, 1.0, 8192.0});
  expect_entries(scaled, kPrinted, {{34, 0.000938473870357}, {35, 4.77810617698e-5}});
  const Eigen::ArrayXd w = scaled.frequencies.values();
  EXPECT_TRUE(same_bits(w.head(35), plain.values().head(35)));
  EXPECT_TRUE(same_bits(w.tail(29), scaling::linear(plain, 16.0).frequencies.values().tail(29)));
}

/// A wave that fits the trained length as often as both factors say is a slow one.
TEST(ScalingBands, Llama3AtTheStep) {
  const Frequencies eighth_of_a_turn =
      Frequencies::given(Eigen::Array<double, 1, 1>(0.125)).times_pi(2.0);
  const auto scaled = scaling::llama3(eighth_of_a_turn, {8.0, 1.0, 1.0, 8.0});
  EXPECT_EQ(scaled.frequencies.values()[0], eighth_of_a_turn.values()[0] / 8.0);
  const auto longer = scaling::llama3(eighth_of_a_turn, {8.0, 1.0, 1.0, 9.0});
  EXPECT_EQ(longer.frequencies.values()[0], eighth_of_a_turn.values()[0]);
}

TEST(ScalingBands, Llama3WithTheNarrowestBand) {
  const Frequencies plain = Frequencies::geometric(128, 500000.0);
  EXPECT_EQ(scaling::llama3(plain, {16.0, 1.0, 1.001, 8192.0}).frequencies.size(), 64);
  for (const double high : {std::nextafter(1.001, 0.0), std::nextafter(1.0, 2.0), 0.999}) {
    EXPECT_THROW(scaling::llama3(plain, {16.0, 1.0, high, 8192.0}), std::invalid_argument) << high;
  }
}

/// A band that reaches to 2^40 turns, and a frequency just within it.
TEST(ScalingBands, Llama3WithTheFarthestBand) {
  const double share = 0.999, f = 0x1p21;
  const double length = std::round(share * 0x1p40 / f * 2 * 3.14159265358979324);
  const double turns = f * length / (2 * 3.14159265358979324);
  const double g = (turns - 1) / (0x1p40 - 1);
  ASSERT_LT(g, 1.0);
  const auto scaled = scaling::llama3(Frequencies::given(Eigen::Array<double, 1, 1>(f)),
                                      {8.0, 1.0, 0x1p40, length});
  EXPECT_NEAR(scaled.frequencies.values()[0] / f, (1 - g) / 8 + g, 1e-14);
  EXPECT_NE(scaled.frequencies.values()[0], f);
}

}  // namespace
}  // namespace posenc_test
