// The rule of Llama 3: its bands, wide, narrow and without a width.
#include "scaling_rules.hpp"

namespace posenc_test {
namespace llama3_test {

Real llama3_rule(const Real& f, double s, double low, double high, double L) {
  const Real turns = Real(L) * f / two_pi();
  if (number(turns) > high) return f;
  if (number(turns) < low) return f / Real(s);
  const Real g = (turns - Real(low)) / (Real(high) - Real(low));
  return (Real(1.0) - g) * f / Real(s) + g * f;
}

TEST(Llama3, Formula) {
  for (const Index d : {64, 128}) {
    expect_rule(scaling::llama3(Frequencies::geometric(d, 500000.0), {8.0, 1.0, 4.0, 8192.0}),
                [&](Index i) {
                  return llama3_rule(plain(Real(500000.0), double(d), i), 8.0, 1.0, 4.0, 8192.0);
                });
  }
}

/// high - low is no double: rounded, sines at far positions lost all of their digits. Then turns
/// beyond what a Fixed holds, and narrow bands at both ends of the range.
TEST(Llama3, FormulaEverywhere) {
  struct Case {
    double f, s, low, high, L;
  };
  for (const auto& [f, s, low, high, L] : {Case{1.57, 8, 0.1, 1.3, 2},
                                           {1.5, 3, 0.1, 0x1p40, 0x1p20},
                                           {0x1p39, 8, 1, 4, 0x1p53},
                                           {1e9, 8, 1, 4, 0x1.8p52},
                                           {0x1p39, 7, 0x1.458p37, 0x1.46p37, 2},
                                           {2e-19, 7, 2e-4, 4e-4, 0x1p53},
                                           {0x1.9p-63, 0.3, 2.352e-4, 2.355e-4, 0x1.fp52},
                                           {1e-10, 0x1p-20, 0.1, 1.3, 1e11}}) {
    expect_rule(
        scaling::llama3(Frequencies::given(Eigen::Array<double, 1, 1>(f)), {s, low, high, L}),
        [&, f = f, s = s, low = low, high = high, L = L](Index) {
          return llama3_rule(Real(f), s, low, high, L);
        },
        f > 1 ? kFastScalingError : kScalingError);
  }
}

// --- Numbers -------------------------------------------------------------------------------------

TEST(Llama3, PublishedNumbers) {
  expect_row(scaling::llama3(Frequencies::geometric(128), {10.0, 1.0, 4.0, 2048}), 0.8659643233601,
             0.1, 0.007778479703566, 1.154781984689e-5);
  // Published.
  expect_entries(
      scaling::llama3(Frequencies::geometric(128), {10.0, 1.0, 4.0, 2048}), 2e-4,
      {{30, 0.013335}, {31, 0.010730}, {36, 1.9675e-3}, {40, 3.4539e-4}, {41, 2.7384e-4}});
}

TEST(Llama3, Bands) {
  const Frequencies one = Frequencies::geometric(64, 500000.0);
  const auto small = scaling::llama3(one, {32.0, 1.0, 4.0, 8192});
  expect_entries(small, 1e-9,
                 {{14, 0.00321144599475},
                  {15, 0.00129054792821},
                  {16, 0.000429556796558},
                  {17, 0.0000970828780263},
                  {18, 0.0000194616381848}});
  EXPECT_TRUE(same_bits(small.frequencies.values().head(15), one.values().head(15)));
  EXPECT_TRUE(same_bits(small.frequencies.values().tail(14),
                        scaling::linear(one, 32.0).frequencies.values().tail(14)));
  const Frequencies eight = Frequencies::geometric(128, 500000.0);
  const auto big = scaling::llama3(eight, {8.0, 1.0, 4.0, 8192});
  expect_entries(big, 1e-9, {{32, 0.000524846160993}});
  EXPECT_TRUE(same_bits(big.frequencies.values().head(29), eight.values().head(29)));
  EXPECT_NE(big.frequencies.values()[29], eight.values()[29]);
  const Eigen::ArrayXd slow = scaling::linear(eight, 8.0).frequencies.values();
  EXPECT_NE(big.frequencies.values()[34], slow[34]);
  EXPECT_TRUE(same_bits(big.frequencies.values().tail(29), slow.tail(29)));
}

/// Llama 4 Scout is published with equal band factors.
TEST(Llama3, EqualBandFactors) {
  const Frequencies plain = Frequencies::geometric(128, 500000.0);
  const auto scaled = scaling::llama3(plain, {16.0, 1.0, 1.0, 8192.0});
  expect_entries(scaled, 5.1e-12, {{34, 0.000938473870357}, {35, 4.77810617698e-5}});
  const Eigen::ArrayXd w = scaled.frequencies.values();
  EXPECT_TRUE(same_bits(w.head(35), plain.values().head(35)));
  EXPECT_TRUE(same_bits(w.tail(29), scaling::linear(plain, 16.0).frequencies.values().tail(29)));
}

/// A wave that fits the trained length as often as both factors say is a slow one.
TEST(Llama3, AtTheStep) {
  const Frequencies eighth_of_a_turn =
      Frequencies::given(Eigen::Array<double, 1, 1>(0.125)).times_pi(2.0);
  const auto scaled = scaling::llama3(eighth_of_a_turn, {8.0, 1.0, 1.0, 8.0});
  EXPECT_EQ(scaled.frequencies.values()[0], eighth_of_a_turn.values()[0] / 8.0);
  const auto longer = scaling::llama3(eighth_of_a_turn, {8.0, 1.0, 1.0, 9.0});
  EXPECT_EQ(longer.frequencies.values()[0], eighth_of_a_turn.values()[0]);
}

TEST(Llama3, WithTheNarrowestBand) {
  const Frequencies plain = Frequencies::geometric(128, 500000.0);
  EXPECT_EQ(scaling::llama3(plain, {16.0, 1.0, 1.001, 8192.0}).frequencies.size(), 64);
  for (const double high : {std::nextafter(1.001, 0.0), std::nextafter(1.0, 2.0), 0.999}) {
    EXPECT_THROW(scaling::llama3(plain, {16.0, 1.0, high, 8192.0}), std::invalid_argument) << high;
  }
}

/// A band that reaches to 2^40 turns, and a frequency just within it.
TEST(Llama3, WithTheFarthestBand) {
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

}  // namespace llama3_test
}  // namespace posenc_test
