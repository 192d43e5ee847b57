// Every scaling rule by its numbers: published where a source publishes them.
#include <gtest/gtest.h>

#include <posenc/frequencies/longrope.hpp>
#include <posenc/frequencies/yarn.hpp>
#include <posenc/rotary/embedding.hpp>

#include "matchers.hpp"
#include "scaling_entries.hpp"

namespace posenc_test {
namespace {

using posenc::Frequencies;
using posenc::Pairing;
using posenc::RotaryEmbedding;
using posenc::ScaledFrequencies;
namespace scaling = posenc::scaling;

/// Rows of the table in docs/rotary.md, and pair 1, to 12 digits: width 128, base 10000, factor 10,
/// trained length 2048, unless said otherwise; recomputed with 60 digits from the formulas.
void expect_row(const ScaledFrequencies& scaled, double one, double sixteen, double middle,
                double last) {
  expect_entries(scaled, 1e-12, {{1, one}, {16, sixteen}, {32, middle}, {63, last}});
}

const Frequencies kPlain = Frequencies::geometric(128);

scaling::Yarn yarn_of_ten() {
  scaling::Yarn y;
  y.factor = 10.0;
  y.original_max_position_embeddings = 2048.0;
  return y;
}

TEST(ScalingGolden, S1_Linear) {
  expect_row(scaling::linear(kPlain, 10.0), 0.08659643233601, 0.01, 0.001, 1.154781984689e-5);
  // Positions divided by the factor are the same angles.
  const RotaryEmbedding slow(scaling::linear(kPlain, 8.0), Pairing::halves);
  const RotaryEmbedding plain(128, Pairing::halves);
  const Eigen::VectorXd positions = Eigen::VectorXd::LinSpaced(17, -400.0, 400.0);
  EXPECT_TRUE(same_bits(slow.cos_sin(8.0 * positions).sin, plain.cos_sin(positions).sin));
}

TEST(ScalingGolden, S2_NtkAware) {
  expect_row(scaling::ntk_aware(128, 1e4, 10.0), 0.8348856262682, 0.05572264795507,
             0.003105013495125, 1.154781984689e-5);
}

TEST(ScalingGolden, S3_DynamicNtk) {
  expect_row(scaling::dynamic_ntk(128, 1e4, 10.0, 2048, 4096), 0.833623516141, 0.05439003246659,
             0.002958275631717, 1.049801804263e-5);
  // Published.
  expect_entries(scaling::dynamic_ntk(128, 10000.0, 10.0, 2048, 16384), 2e-4,
                 {{1, 0.80931}, {2, 0.65498}, {31, 1.4176e-3}, {63, 1.6265e-6}});
}

TEST(ScalingGolden, S4_BaseChange) {
  expect_row(scaling::base_change(128, 1e4, 10.0), 0.8353625469578, 0.05623413251903,
             0.003162277660168, 1.197085030496e-5);
}

TEST(ScalingGolden, S5_FixedNtk) {
  expect_row(scaling::fixed_ntk(128, 1e4, 10.0), 0.8058421877615, 0.05424690937011,
             0.003050527890267, 1.154781984689e-5);
}

TEST(ScalingGolden, S6_MixedNtk) {
  expect_row(scaling::mixed_ntk(kPlain, 10.0), 0.6650809287752, 0.03658602132433, 0.002182674306382,
             1.154781984689e-5);
}

TEST(ScalingGolden, S7_Yarn) {
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

TEST(ScalingGolden, S8_YarnLogBlend) {
  scaling::Yarn y = yarn_of_ten();
  y.log_blend = true;
  expect_row(scaling::yarn(128, 1e4, y), 0.8659643233601, 0.1, 0.002290867652768,
             1.154781984689e-5);
}

TEST(ScalingGolden, S9_ThetaScale) {
  expect_row(scaling::theta_scale(128, 1e4, 10.0, 2048), 0.8177693191121, 0.04000304070969,
             0.001600243266021, 3.131419155252e-6);
}

TEST(ScalingGolden, Llama3) {
  expect_row(scaling::llama3(kPlain, {10.0, 1.0, 4.0, 2048}), 0.8659643233601, 0.1,
             0.007778479703566, 1.154781984689e-5);
  // Published.
  expect_entries(
      scaling::llama3(kPlain, {10.0, 1.0, 4.0, 2048}), 2e-4,
      {{30, 0.013335}, {31, 0.010730}, {36, 1.9675e-3}, {40, 3.4539e-4}, {41, 2.7384e-4}});
}

TEST(ScalingGolden, LongRope) {
  const Frequencies three = Frequencies::geometric(6);
  const Eigen::Array3d shorter(1, 1.25, 2), longer(1, 4, 40);
  for (const long length : {0L, 4096L}) {
    expect_entries(scaling::longrope(three, {shorter, longer, 4096, 8192}, length), 1e-12,
                   {{0, 1.0}, {1, 0.0371327106689}, {2, 0.001077217345016}});
  }
  expect_entries(scaling::longrope(three, {shorter, longer, 4096, 8192}, 4097), 1e-12,
                 {{0, 1.0}, {1, 0.01160397208403}, {2, 5.38608672508e-5}});
}

TEST(ScalingGolden, Proportional) {
  // int(0.3 * 128 / 2) = 19 pairs are live.
  const auto scaled = scaling::proportional(128, 0.3, 1e6);
  expect_entries(scaled, 1e-12, {{0, 1.0}, {1, 0.8058421877615}, {18, 0.02053525026457}});
  EXPECT_TRUE((scaled.frequencies.values().tail(45) == 0.0).all());
  EXPECT_TRUE((scaling::proportional(128, 1.0, 1e6).frequencies.values() ==
               Frequencies::geometric(128, 1e6).values())
                  .all());
}

TEST(ScalingGolden, M1_YarnAmplitude) {
  EXPECT_NEAR(scaling::yarn(128, 1e4, yarn_of_ten()).amplitude, 1.2302585092994, 1e-14);
  EXPECT_NEAR(scaling::yarn_amplitude(40.0, 0.707), 1.26080377740586, 1e-14);
  EXPECT_EQ(scaling::yarn_amplitude(1.0), 1.0);
  EXPECT_EQ(scaling::yarn_amplitude(0.5), 1.0);
}

TEST(ScalingGolden, M2_Ratio) {
  scaling::Yarn y = yarn_of_ten();
  y.mscale = 0.707;  // alone it says nothing
  EXPECT_EQ(scaling::yarn(128, 1e4, y).amplitude, scaling::yarn_amplitude(10.0));
  y.mscale_all_dim = 0.707;
  EXPECT_EQ(scaling::yarn(128, 1e4, y).amplitude, 1.0);
  y.mscale = 1.0;
  EXPECT_EQ(scaling::yarn(128, 1e4, y).amplitude,
            scaling::yarn_amplitude(10.0) / scaling::yarn_amplitude(10.0, 0.707));
}

TEST(ScalingGolden, M3_LongRopeAmplitude) {
  EXPECT_NEAR(scaling::longrope_amplitude(32.0, 4096.0), 1.19023807142381, 1e-14);
  EXPECT_EQ(scaling::longrope_amplitude(1.0, 4096.0), 1.0);
  EXPECT_EQ(scaling::longrope_amplitude(0.5, 4096.0), 1.0);
}

TEST(ScalingGolden, M4_ExplicitFactorIsFinal) {
  scaling::Yarn y = yarn_of_ten();
  y.mscale = y.mscale_all_dim = 0.5;
  y.attention_factor = 1.75;
  EXPECT_EQ(scaling::yarn(128, 1e4, y).amplitude, 1.75);
  const Eigen::Array3d ones = Eigen::Array3d::Ones();
  EXPECT_EQ(
      scaling::longrope(Frequencies::geometric(6), {ones, ones, 4096, 131072, 1.25}, 1).amplitude,
      1.25);
}

}  // namespace
}  // namespace posenc_test
