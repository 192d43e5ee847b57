// What the scaling rules refuse, naming the value.
#include "test.hpp"

namespace posenc_test {
namespace scaling_errors_test {

TEST(ScalingErrors, WrongParameters) {
  const Frequencies f = Frequencies::geometric(8);
  EXPECT_TRUE(refuses([&] { scaling::linear(f, 0.0); }, "scaling::linear: factor", "0"));
  EXPECT_TRUE(refuses([&] { scaling::linear(f, -2.0); }, "scaling::linear: factor", "-2"));
  EXPECT_TRUE(refuses([&] { scaling::linear(f, NAN); }, "scaling::linear: factor", "nan"));
  EXPECT_TRUE(refuses([&] { scaling::ntk_aware(2, 1e4, 2.0); }, "scaling::ntk_aware: width", "2"));
  EXPECT_TRUE(refuses([&] { scaling::ntk_aware(7, 1e4, 2.0); }, "scaling::ntk_aware: width", "7"));
  EXPECT_TRUE(refuses([&] { scaling::ntk_aware(8, 1.0, 2.0); }, "scaling::ntk_aware: base", "1"));
  EXPECT_TRUE(refuses([&] { scaling::dynamic_ntk(8, 1e4, 2.0, 0, 5); },
                      "scaling::dynamic_ntk: original_max_position_embeddings", "0"));
  EXPECT_TRUE(refuses([&] { scaling::dynamic_ntk(8, 1e4, 2.0, 10, -5); },
                      "scaling::dynamic_ntk: length", "-5"));
  EXPECT_TRUE(refuses([&] { scaling::theta_scale(8, 1e4, 2.0, 6.0); },
                      "scaling::theta_scale: original_max_position_embeddings", "6"));
  EXPECT_TRUE(refuses([&] { scaling::theta_scale(64, 1e4, 2.0, 6.5); },
                      "scaling::theta_scale: original_max_position_embeddings", "6.5"));
  for (const double high : {3.0, 4.003}) {
    EXPECT_TRUE(refuses(
        [&] {
          scaling::llama3(f, {8.0, 4.0, high, 8192});
        },
        "scaling::llama3: high_freq_factor", high == 3.0 ? "3" : "4.0030000000000001"));
  }
  EXPECT_TRUE(refuses([&] { scaling::proportional(8, -0.5, 1e4); },
                      "scaling::proportional: partial_rotary_factor", "-0.5"));
  EXPECT_TRUE(refuses([&] { scaling::proportional(8, 0.125, 1e4); },
                      "scaling::proportional: partial_rotary_factor", "0.125"));
  const Eigen::Array3d three = Eigen::Array3d::Ones();
  const Eigen::Array4d four = Eigen::Array4d::Ones();
  EXPECT_TRUE(refuses(
      [&] {
        scaling::longrope(f, {three, four, 10, 20}, 1);
      },
      "scaling::longrope: short_factor", "3"));
  EXPECT_TRUE(refuses(
      [&] {
        scaling::longrope(f, {four, three, 10, 20}, 1);
      },
      "scaling::longrope: long_factor", "3"));
  EXPECT_TRUE(refuses(
      [&] {
        scaling::longrope(f, {four * 0.0, four, 10, 20}, 1);
      },
      "scaling::longrope: short_factor[0]", "0"));
  EXPECT_TRUE(refuses(
      [&] {
        scaling::longrope(f, {four, -four, 10, 20}, 1);
      },
      "scaling::longrope: long_factor[0]", "-1"));
  EXPECT_TRUE(refuses(
      [&] {
        scaling::longrope(f, {four, four, 1, 20, 1.0}, 1);
      },
      "scaling::longrope: original_max_position_embeddings", "1"));
  EXPECT_TRUE(refuses(
      [&] {
        scaling::longrope(f, {four, four, 10, 20}, -1);
      },
      "scaling::longrope: length", "-1"));
  EXPECT_TRUE(refuses(
      [&] {
        scaling::longrope(f, {four, four, NAN, 20, 1.0}, 1);
      },
      "scaling::longrope: original_max_position_embeddings", "nan"));
  EXPECT_TRUE(refuses(
      [&] {
        scaling::longrope(f, {four, four, 10, NAN, 1.0}, 1);
      },
      "scaling::longrope: max_position_embeddings / original_max_position_embeddings", "nan"));
  EXPECT_TRUE(refuses(
      [&] {
        scaling::longrope(f, {four, four, 10, -20}, 1);
      },
      "scaling::longrope: max_position_embeddings / original_max_position_embeddings", "-2"));
  scaling::Yarn y;
  y.beta_fast = 0.5;
  EXPECT_TRUE(refuses([&] { scaling::yarn(8, 1e4, y); }, "scaling::yarn: beta_fast", "0.5"));
  y.beta_fast = 32.0;
  y.truncate = false;
  y.original_max_position_embeddings = 5.0;  // shorter than the shortest wave: no pair turns once
  EXPECT_TRUE(refuses([&] { scaling::yarn(8, 1e4, y); },
                      "scaling::yarn: original_max_position_embeddings", "5"));
  y = scaling::Yarn();
  EXPECT_TRUE(refuses([&] { scaling::yarn(8, 1.000244140625, y); }, "scaling::yarn: base",
                      "1.000244140625"));
  y.attention_factor = 1.0;
  for (auto mscale : {&scaling::Yarn::mscale, &scaling::Yarn::mscale_all_dim}) {
    scaling::Yarn unused = y;
    unused.*mscale = NAN;
    EXPECT_TRUE(
        refuses([&] { scaling::yarn(8, 1e4, unused); }, "scaling::yarn_amplitude: mscale", "nan"));
  }
}

TEST(ScalingErrors, WhatOnlyLongerTextsOrOtherBetasNeed) {
  EXPECT_TRUE(refuses([] { scaling::dynamic_ntk(2, 1e4, 2.0, 10.0, 11); },
                      "scaling::dynamic_ntk: width", "2"));
  scaling::Yarn y;
  y.beta_fast = 0.999;
  y.beta_slow = 1.0;
  EXPECT_TRUE(refuses([&] { scaling::yarn(64, 50000.0, y); }, "scaling::yarn: beta_fast", "0.999"));
}

/// What no Fixed holds: these ran for ever, or until memory ended.
TEST(ScalingErrors, BeyondTheRange) {
  EXPECT_TRUE(refuses([] { scaling::dynamic_ntk(64, 1e4, 0x1p30, 64, std::int64_t{1} << 50); },
                      "scaling::dynamic_ntk: length", "1125899906842624"));
  EXPECT_TRUE(refuses(
      [] {
        scaling::llama3(Frequencies::given(Eigen::Array<double, 1, 1>(0x1p39)),
                        {0x1p-20, 0x1p-20, 0x1p40, 2});
      },
      "scaling::llama3: frequencies", "5.7646075230342349e+17"));
  const std::int64_t huge = std::int64_t{1} << 62;
  const auto refused = [](auto&& rule, const std::string& function) {
    EXPECT_TRUE(refuses(rule, function + ": width", "4611686018427387904"));
  };
  refused([=] { scaling::base_change(huge, 1e4, 2); }, "scaling::base_change");
  refused([=] { scaling::ntk_aware(huge, 1e4, 2); }, "scaling::ntk_aware");
  refused([=] { scaling::fixed_ntk(huge, 1e4, 2); }, "scaling::fixed_ntk");
  refused([=] { scaling::dynamic_ntk(huge, 1e4, 2, 9, 1); }, "scaling::dynamic_ntk");
  refused([=] { scaling::theta_scale(huge, 1e4, 2, 99); }, "scaling::theta_scale");
  EXPECT_TRUE(refuses([=] { scaling::proportional(huge, 0.5, 1e4); },
                      "scaling::proportional: head_dim", "4611686018427387904"));
  refused([=] { scaling::yarn(huge, 1e4, scaling::Yarn()); }, "scaling::yarn");
}

/// Every factor of every rule must be a positive number.
TEST(ScalingErrors, WrongFactors) {
  const Frequencies f = Frequencies::geometric(8);
  const auto refused = [](auto&& rule, const std::string& where) {
    for (const auto& [factor, text] :
         {std::make_pair(0.0, "0"), {-2.0, "-2"}, {NAN, "nan"}, {HUGE_VAL, "inf"}}) {
      EXPECT_TRUE(refuses([&, s = factor] { rule(s); }, where, text));
    }
  };
  refused([&](double s) { scaling::linear(f, s); }, "scaling::linear: factor");
  refused([](double s) { scaling::ntk_aware(8, 1e4, s); }, "scaling::ntk_aware: factor");
  refused([](double s) { scaling::dynamic_ntk(8, 1e4, s, 9, 1); }, "scaling::dynamic_ntk: factor");
  refused([](double s) { scaling::base_change(8, 1e4, s); }, "scaling::base_change: factor");
  refused([](double s) { scaling::fixed_ntk(8, 1e4, s); }, "scaling::fixed_ntk: factor");
  refused([&](double s) { scaling::mixed_ntk(f, s); }, "scaling::mixed_ntk: factor");
  refused([](double s) { scaling::theta_scale(8, 1e4, s, 99); }, "scaling::theta_scale: factor");
  refused([&](double s) { scaling::llama3(f, {s, 1, 4, 99}); }, "scaling::llama3: factor");
  refused([&](double s) { scaling::llama3(f, {8, s, 4, 99}); }, "scaling::llama3: low_freq_factor");
  refused(
      [&](double s) {
        scaling::llama3(f, {8, 1, s, 99});
      },
      "scaling::llama3: high_freq_factor");
  refused([](double s) { scaling::yarn_amplitude(s); }, "scaling::yarn_amplitude: factor");
  refused([](double s) { scaling::longrope_amplitude(s, 99); },
          "scaling::longrope_amplitude: factor");
  const auto yarn = [](double scaling::Yarn::*parameter) {
    return [=](double s) {
      scaling::Yarn y;
      y.*parameter = s;
      scaling::yarn(8, 1e4, y);
    };
  };
  refused(yarn(&scaling::Yarn::factor), "scaling::yarn: factor");
  refused(yarn(&scaling::Yarn::beta_fast), "scaling::yarn: beta_fast");
  refused(yarn(&scaling::Yarn::beta_slow), "scaling::yarn: beta_slow");
  refused(
      [](double s) {
        scaling::Yarn y;
        y.attention_factor = s;
        scaling::yarn(64, 1e4, y);
      },
      "ScaledFrequencies: amplitude");
}

}  // namespace scaling_errors_test
}  // namespace posenc_test
