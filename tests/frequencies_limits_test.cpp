// The last number that each rule takes, and the first that it refuses.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>

#include <posenc/frequencies.hpp>
#include <posenc/frequencies/scaling.hpp>
#include <posenc/layout.hpp>
#include <posenc/rotary/embedding.hpp>
#include <posenc/rotary/xpos.hpp>

#include "../src/frequencies/frequency_vector.hpp"
#include "matchers.hpp"

namespace posenc_test {
namespace {

using posenc::Frequencies;
using posenc::OddWidth;
using posenc::Pairing;
using posenc::RotaryEmbedding;
using posenc::RotaryHead;
namespace scaling = posenc::scaling;

constexpr double kLimit = 0x1p40, kBelow = 0x1.fffffffffffffp39;

Frequencies given(double value) {
  return Frequencies::given(Eigen::Array<double, 1, 1>(value));
}

TEST(FrequencyLimits, TwoToTheFortyIsTooFast) {
  const std::string name = "Frequencies::", limit = "1099511627776";
  EXPECT_TRUE(refuses([] { given(kLimit); }, name + "given: frequencies", limit));
  EXPECT_TRUE(refuses([] { given(-kLimit); }, name + "given: frequencies", "-" + limit));
  EXPECT_EQ(given(kBelow).values()[0], kBelow);
  EXPECT_EQ(given(-kBelow).values()[0], -kBelow);

  EXPECT_TRUE(
      refuses([] { Frequencies::range(2, kLimit, 1.0); }, name + "range: frequencies", limit));
  EXPECT_TRUE(
      refuses([] { Frequencies::range(2, 1.0, kLimit); }, name + "range: frequencies", limit));
  EXPECT_TRUE(
      refuses([] { Frequencies::octaves(2, 40.0, 0.0); }, name + "octaves: frequencies", limit));
  EXPECT_EQ(Frequencies::octaves(2, 39.0, 0.0).values()[0], 0x1p39);
  EXPECT_EQ(Frequencies::octaves(40).values()[39], 0x1p39);
  EXPECT_TRUE(refuses([] { Frequencies::octaves(41); }, name + "octaves: pairs", "41"));
  EXPECT_TRUE(refuses([] { Frequencies::linear(2, 0.0, kLimit); }, name + "linear: last", limit));
  EXPECT_EQ(Frequencies::linear(2, 0.0, kBelow).values()[1], kBelow);
  EXPECT_TRUE(
      refuses([] { scaling::linear(given(0x1p39), 0.5); }, "scaling::linear: frequencies", limit));
  EXPECT_EQ(scaling::linear(given(0x1p38), 0.5).frequencies.values()[0], 0x1p39);
}

TEST(FrequencyLimits, FactorsStayBelowTwoToTheForty) {
  EXPECT_TRUE(
      refuses([] { given(0x1p-60).times(kLimit); }, "Frequencies::times: factor", "1099511627776"));
  EXPECT_EQ(given(0x1p-60).times(kBelow).values()[0], 0x1p-60 * kBelow);
  EXPECT_TRUE(
      refuses([] { given(0x1p20).times(0x1p20); }, "Frequencies::times: factor", "1048576"));
  EXPECT_TRUE(refuses([] { scaling::linear(given(1.0), std::nextafter(kLimit, HUGE_VAL)); },
                      "scaling::linear: factor", "1099511627776.0002"));
  EXPECT_EQ(scaling::linear(given(1.0), kLimit).frequencies.values()[0], 0x1p-40);
  EXPECT_TRUE(refuses([] { scaling::linear(given(1.0), std::nextafter(0x1p-20, 0.0)); },
                      "scaling::linear: factor", "9.5367431640624989e-07"));
  EXPECT_EQ(scaling::linear(given(1.0), 0x1p-20).frequencies.values()[0], 0x1p20);
}

TEST(FrequencyLimits, FactorsOfAnySmallness) {
  for (const double factor : {0x1p-99, 0x1p-101, 0x1.8p-150, 0x1p-190, -0x1.8p-101}) {
    const Frequencies product = given(0x1p30).times(factor);
    EXPECT_EQ(product.handle()->radians[0].to_double(), 0x1p30 * factor);
  }
  // All bits of a small factor count: those below 2^-192 come to light in a fast frequency.
  const Frequencies product = given(0x1p39).times(0x1.23456789abcdep-150);
  EXPECT_EQ(product.handle()->radians[0].to_double(), 0x1.23456789abcdep-111);
  // Below 2^-192 nothing is held, but the double is there.
  EXPECT_EQ(given(0x1p30).times(0x1p-1000).values()[0], 0x1p-970);
  EXPECT_EQ(given(0x1p30).times(0x1p-1074).values()[0], 0x1p-1044);
}

TEST(FrequencyLimits, PairsAndWidths) {
  const std::int64_t pairs = (std::int64_t{1} << 22) + 1, width = (std::int64_t{1} << 23) + 1;
  EXPECT_TRUE(
      refuses([=] { Frequencies::closed(pairs); }, "Frequencies::closed: pairs", "4194305"));
  EXPECT_TRUE(
      refuses([=] { Frequencies::geometric(width); }, "Frequencies::geometric: width", "8388609"));
  EXPECT_TRUE(refuses([=] { scaling::base_change(width + 1, 1e4, 2.0); },
                      "scaling::base_change: width", "8388610"));
  EXPECT_TRUE(refuses([=] { posenc::pair_count(width, OddWidth::drop_last_cosine); },
                      "pair_count: width", "8388609"));
  EXPECT_EQ(posenc::pair_count(width - 1, OddWidth::reject), pairs - 1);
}

TEST(FrequencyLimits, AtTheTrainedLengthNothingIsScaled) {
  const Frequencies plain = Frequencies::geometric(64, 1e4);
  const auto same = [&](std::int64_t length) {
    const auto held = scaling::dynamic_ntk(64, 1e4, 2.0, 10.0, length).frequencies.handle();
    for (std::size_t i = 0; i < 32; ++i) {
      if (!(held->radians[i] - plain.handle()->radians[i]).zero()) return false;
    }
    return true;
  };
  EXPECT_TRUE(same(10));
  EXPECT_FALSE(same(11));
  // Width 2 has no scaled base.
  EXPECT_EQ(scaling::dynamic_ntk(2, 1e4, 2.0, 10.0, 10).frequencies.values()[0], 1.0);
  EXPECT_TRUE(refuses([] { scaling::dynamic_ntk(2, 1e4, 2.0, 10.0, 11); },
                      "scaling::dynamic_ntk: width", "2"));
}

// --- Odd widths ----------------------------------------------------------------------------------

/// An odd width has a last pair without a cosine: no head can turn it, and a head of one channel
/// more would shift all that follow.
TEST(FrequencyLimits, AnOddWidthIsNoHead) {
  const auto refused = [](const posenc::ScaledFrequencies& f, const char* width) {
    EXPECT_TRUE(refuses([&] { RotaryEmbedding(f, Pairing::halves); },
                        "RotaryEmbedding: width of frequencies", width));
  };
  const Frequencies odd = Frequencies::geometric(33);
  EXPECT_EQ(odd.size(), 17);
  EXPECT_EQ(odd.width(), 33);
  refused(odd, "33");
  refused(Frequencies::geometric(1), "1");
  EXPECT_TRUE(refuses([&] { RotaryEmbedding(odd, RotaryHead(34, Pairing::adjacent)); },
                      "RotaryEmbedding: width of frequencies", "33"));
  EXPECT_TRUE(refuses([&] { posenc::XPosEmbedding(odd, RotaryHead(34, Pairing::halves), 0.0); },
                      "RotaryEmbedding: width of frequencies", "33"));
  // Neither after a factor or a rule.
  refused(odd.times(2.0), "33");
  refused(odd.times_pi(1.0), "33");
  refused(scaling::linear(odd, 8.0), "33");
  refused(scaling::linear(odd, 1.0), "33");
  refused(scaling::llama3(odd, {}), "33");
  refused(scaling::mixed_ntk(odd, 8.0), "33");
}

TEST(FrequencyLimits, AnEvenWidthIsTwoForEachPair) {
  for (const Frequencies& f :
       {Frequencies::geometric(34), Frequencies::closed(17), Frequencies::closed(17).times(2.0),
        Frequencies::with_denominator(17, 33.0)}) {
    EXPECT_EQ(f.width(), 34);
    EXPECT_EQ(RotaryEmbedding(f, Pairing::halves).head().width(), 34);
  }
}

}  // namespace
}  // namespace posenc_test
