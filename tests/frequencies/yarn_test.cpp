// YaRN in every form, against MPFR and by its numbers.
#include "scaling_rules.hpp"

namespace posenc_test {
namespace yarn_test {

Real yarn_rule(double d, double b, const scaling::Yarn& y, Index i) {
  const auto bound = [&](double r) {
    return Real(d) * ln(Real(y.original_max_position_embeddings) / (Real(r) * two_pi())) /
           (Real(2.0) * ln(Real(b)));
  };
  Real low = bound(y.beta_fast), high = bound(y.beta_slow);
  if (y.truncate) {
    mpfr_floor(low.get(), low.get());
    mpfr_ceil(high.get(), high.get());
  }
  if (number(low) < 0) low = Real(0.0);
  const double last = y.clamp_to_pairs ? d / 2 - 1 : d - 1;
  if (number(high) > last) high = Real(last);
  if (number(high) == number(low)) high = high + Real(0.001);
  Real g = (Real(double(i)) - low) / (high - low);
  if (number(g) < 0) g = Real(0.0);
  if (number(g) > 1) g = Real(1.0);
  const Real f = plain(Real(b), d, i), one(1.0), s(y.factor);
  if (y.log_blend) return f * pow(s, Real(0.0) - g);
  return f * (one - g) + f / s * g;
}

TEST(Yarn, InEveryForm) {
  for (const Index d : kHeadWidths) {
    for (const double b : {10000.0, 150000.0}) {
      for (int form = 0; form < 8; ++form) {
        scaling::Yarn y;
        y.factor = 10.0;
        y.original_max_position_embeddings = 2048.0;
        y.truncate = (form & 1) != 0;
        y.clamp_to_pairs = (form & 2) != 0;
        y.log_blend = (form & 4) != 0;
        if (d == 4) y.beta_slow = 0.01;
        expect_rule(scaling::yarn(d, b, y), [&](Index i) { return yarn_rule(double(d), b, y, i); });
      }
    }
  }
}

/// Both bounds at pair 0: the ramp is a step.
TEST(Yarn, WithEqualBounds) {
  scaling::Yarn y;
  y.factor = 10.0;
  y.original_max_position_embeddings = 2048.0;
  y.beta_fast = 330.0;
  y.beta_slow = 326.0;  // just above L / 2π: both bounds below 0, rounded to -1 and 0
  expect_rule(scaling::yarn(128, 10000.0, y),
              [&](Index i) { return yarn_rule(128.0, 10000.0, y, i); });
}

TEST(Yarn, AtTheLeastBase) {
  scaling::Yarn y;
  y.factor = 10.0;
  y.original_max_position_embeddings = 2048.0;
  y.beta_fast = 2048.0 / 6.285;  // both within a thousandth of L / 2π
  y.beta_slow = 2048.0 / 6.2865;
  expect_rule(scaling::yarn(64, 1.001, y), [&](Index i) { return yarn_rule(64.0, 1.001, y, i); });
  y.beta_fast = 0x1p40;
  y.beta_slow = 0x1p-20;
  expect_rule(scaling::yarn(64, 1.001, y), [&](Index i) { return yarn_rule(64.0, 1.001, y, i); });
}

// --- Numbers -------------------------------------------------------------------------------------

scaling::Yarn yarn_of_ten() {
  scaling::Yarn y;
  y.factor = 10.0;
  y.original_max_position_embeddings = 2048.0;
  return y;
}

TEST(YarnNumbers, OfTheTable) {
  expect_row(scaling::yarn(128, 1e4, yarn_of_ten()), 0.8659643233601, 0.1, 0.00424,
             1.154781984689e-5);
  // Published.
  expect_entries(scaling::yarn(128, 10000.0, yarn_of_ten()), 2e-4,
                 {{16, 0.1},
                  {17, 0.083479},
                  {24, 0.022515},
                  {40, 4.3007e-4},
                  {41, 2.7384e-4},
                  {63, 1.1548e-5}});
  scaling::Yarn y;
  y.truncate = false;
  const auto [low, high] = scaling::yarn_bounds(64, 150000.0, y);
  EXPECT_DOUBLE_EQ(low, 8.092779115512402);
  EXPECT_DOUBLE_EQ(high, 17.39802450158856);
}

TEST(YarnNumbers, LogBlend) {
  scaling::Yarn y = yarn_of_ten();
  y.log_blend = true;
  expect_row(scaling::yarn(128, 1e4, y), 0.8659643233601, 0.1, 0.002290867652768,
             1.154781984689e-5);
}

TEST(YarnNumbers, BoundsRoundedOrNot) {
  scaling::Yarn y;
  y.factor = 32.0;
  y.original_max_position_embeddings = 4096.0;
  const auto rounded = scaling::yarn(64, 150000.0, y);
  EXPECT_EQ(scaling::yarn_bounds(64, 150000.0, y).low, 8.0);
  EXPECT_EQ(scaling::yarn_bounds(64, 150000.0, y).high, 18.0);
  y.truncate = false;
  const auto exact = scaling::yarn(64, 150000.0, y);
  expect_entries(rounded, 1e-7, {{12, 0.00701571391}, {17, 0.000227947796}});
  expect_entries(exact, 1e-7,
                 {{9, 0.0317056961847}, {12, 0.00679495948973}, {17, 0.000129318701245}});
  const Eigen::ArrayXd a = rounded.frequencies.values(), b = exact.frequencies.values();
  EXPECT_TRUE(same_bits(a.head(9), b.head(9)));
  EXPECT_TRUE(same_bits(a.tail(14), b.tail(14)));
}

/// Far beyond 32 bits a length is still that length: eight times is 32 ln 8 / ln b pairs more.
TEST(YarnNumbers, LongTrainedLengths) {
  scaling::Yarn y;
  y.original_max_position_embeddings = 163840;
  y.truncate = false;
  EXPECT_NEAR(scaling::yarn_bounds(64, 10000.0, y).low, 23.2887207, 5e-8);
  y.original_max_position_embeddings = 163840.0 * 0x1p32;
  const double far = scaling::yarn_bounds(64, 1e9, y).low;
  y.original_max_position_embeddings *= 8;
  EXPECT_NEAR(scaling::yarn_bounds(64, 1e9, y).low - far, 32 * std::log(8.0) / std::log(1e9),
              1e-13);
}

// --- Equal betas ---------------------------------------------------------------------------------

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

TEST(YarnBetas, WithEqualBetas) {
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

TEST(YarnBetas, WithBetasThatDiffer) {
  scaling::Yarn y = kimi(32.0);
  y.beta_fast = 32.0;  // Kimi K2.5
  const auto bounds = scaling::yarn_bounds(64, 50000.0, y);
  EXPECT_EQ(bounds.low, 8.0);
  EXPECT_EQ(bounds.high, 20.0);
  expect_entries(scaling::yarn(64, 50000.0, y), kPrinted,
                 {{17, 0.000872027658563}, {19, 0.000181603323044}});
}

/// Without rounding both bounds are one number, and the band is a thousandth of a pair.
TEST(YarnBetas, WithEqualBetasAndBoundsThatAreNotRounded) {
  scaling::Yarn y = kimi(32.0);
  y.truncate = false;
  const auto bounds = scaling::yarn_bounds(64, 50000.0, y);
  EXPECT_NEAR(bounds.low, 19.1645748886269, 5.1e-14);
  EXPECT_NEAR(bounds.high - bounds.low, 0.001, 0x1p-47);
  expect_entries(scaling::yarn(64, 50000.0, y), kPrinted,
                 {{19, 0.00162175990812}, {20, 0.0000361404677357}});
}

/// Both bounds at pair 0.
TEST(YarnBetas, WithBothBoundsAtTheFirstPair) {
  scaling::Yarn y = kimi(32.0);
  y.beta_fast = y.beta_slow = 652.0;  // just above L / 2π: -1 and 0 when rounded
  const auto bounds = scaling::yarn_bounds(64, 50000.0, y);
  EXPECT_EQ(bounds.low, 0.0);
  EXPECT_EQ(bounds.high, 0.001);
  const Eigen::ArrayXd w = scaling::yarn(64, 50000.0, y).frequencies.values();
  EXPECT_EQ(w[0], 1.0);
  EXPECT_NEAR(w[1] * 32.0, std::pow(50000.0, -1.0 / 32.0), 1e-15);
}

// --- Amplitude -----------------------------------------------------------------------------------

TEST(YarnAmplitude, GrowsWithTheFactor) {
  EXPECT_NEAR(scaling::yarn(128, 1e4, yarn_of_ten()).amplitude, 1.2302585092994, 1e-14);
  EXPECT_NEAR(scaling::yarn_amplitude(40.0, 0.707), 1.26080377740586, 1e-14);
  EXPECT_NEAR(scaling::yarn_amplitude(4.0), 1.13862943611, 1e-11);
  EXPECT_NEAR(scaling::yarn_amplitude(32.0), 1.34657359028, 1e-11);
  EXPECT_EQ(scaling::yarn_amplitude(1.0), 1.0);
  EXPECT_EQ(scaling::yarn_amplitude(0.5), 1.0);
}

TEST(YarnAmplitude, ExplicitFactorIsFinal) {
  scaling::Yarn y = yarn_of_ten();
  y.factor = 64.0;
  EXPECT_NEAR(cos_sin_at(scaling::yarn(128, 10000.0, y), 0.0, 5)[0], 1.41588830834, 1e-11);
  y.mscale = y.mscale_all_dim = 0.5;
  y.attention_factor = 1.75;
  EXPECT_EQ(scaling::yarn(128, 1e4, y).amplitude, 1.75);
  y.attention_factor = 1.0;
  EXPECT_EQ(cos_sin_at(scaling::yarn(128, 10000.0, y), 0.0, 5)[0], 1.0);
}

TEST(YarnAmplitude, IsAQuotientOfTwoMscales) {
  const auto amplitude = [](double factor, double mscale, double all) {
    scaling::Yarn y;
    y.factor = factor;
    y.mscale = mscale;
    y.mscale_all_dim = all;
    return scaling::yarn(64, 10000.0, y).amplitude;
  };
  EXPECT_EQ(amplitude(16.0, 1.0, 1.0), 1.0);
  EXPECT_EQ(amplitude(40.0, 0.707, 0.707), 1.0);
  EXPECT_NEAR(amplitude(40.0, 1.0, 0.707), 1.08572639926, 1e-11);
  EXPECT_EQ(amplitude(10.0, 1.0, 0.707),
            scaling::yarn_amplitude(10.0) / scaling::yarn_amplitude(10.0, 0.707));
  // One of the two says nothing.
  scaling::Yarn y = yarn_of_ten();
  y.mscale = 0.707;
  EXPECT_EQ(scaling::yarn(128, 1e4, y).amplitude, scaling::yarn_amplitude(10.0));
  // What remains for the softmax, outside the rotation.
  EXPECT_NEAR(std::pow(scaling::yarn_amplitude(40.0, 0.707), 2), 1.58962616512, 1e-11);
  EXPECT_NEAR(std::pow(scaling::yarn_amplitude(40.0, 1.0), 2), 1.87385420709, 1e-11);
}

}  // namespace yarn_test
}  // namespace posenc_test
