// The last number that each rule of frequencies takes, and the first that it refuses.
#include "test.hpp"

namespace posenc_test {
namespace frequencies_errors_test {

constexpr double kLimit = 0x1p40, kBelow = 0x1.fffffffffffffp39;

Frequencies given(double value) {
  return Frequencies::given(Eigen::Array<double, 1, 1>(value));
}

TEST(FrequencyErrors, BaseAndDenominatorArePositiveAndFinite) {
  for (const auto& [wrong, text] :
       {std::make_pair(0.0, "0"), {-1.0, "-1"}, {NAN, "nan"}, {HUGE_VAL, "inf"}}) {
    EXPECT_TRUE(refuses([w = wrong] { Frequencies::geometric(8, w); },
                        "Frequencies::geometric: base", text));
    EXPECT_TRUE(refuses([w = wrong] { Frequencies::with_denominator(4, w); },
                        "Frequencies::with_denominator: denominator", text));
  }
}

TEST(FrequencyErrors, GivenOnesAreFinite) {
  for (const auto& [wrong, text] :
       {std::make_pair(NAN, "nan"), {HUGE_VALF, "inf"}, {-HUGE_VALF, "-inf"}}) {
    EXPECT_TRUE(refuses([w = wrong] { Frequencies::given(Eigen::Vector3d(1.0, w, 0.5)); },
                        "Frequencies::given: frequencies", text));
  }
  EXPECT_TRUE(refuses([] { Frequencies::given(Eigen::VectorXd()); },
                      "Frequencies::given: frequencies", "0"));
}

TEST(FrequencyErrors, RefuseWhatHasNoMeaning) {
  const double nan = std::nan(""), infinity = HUGE_VAL;
  const std::string name = "Frequencies::";
  EXPECT_TRUE(refuses([&] { Frequencies::closed(4, nan); }, name + "closed: base", "nan"));
  EXPECT_TRUE(refuses([] { Frequencies::shifted(1, 1.0); }, name + "shifted: shift", "1"));
  EXPECT_TRUE(refuses([] { Frequencies::shifted(4, 4.5); }, name + "shifted: shift", "4.5"));
  EXPECT_TRUE(refuses([&] { Frequencies::shifted(4, nan); }, name + "shifted: shift", "nan"));
  EXPECT_TRUE(refuses([] { Frequencies::range(4, 1.0, 0.0); }, name + "range: low", "0"));
  EXPECT_TRUE(refuses([] { Frequencies::range(4, -1.0, 1.0); }, name + "range: high", "-1"));
  EXPECT_TRUE(refuses([&] { Frequencies::timescales(4, 1.0, infinity); },
                      name + "timescales: longest", "inf"));
  EXPECT_TRUE(refuses([] { Frequencies::periods(4, 1.0, 0.0); }, name + "periods: longest", "0"));
  EXPECT_TRUE(refuses([] { Frequencies::periods(4, 0x1p-38, 1.0); }, name + "periods: shortest",
                      "3.637978807091713e-12"));
  EXPECT_TRUE(refuses([] { Frequencies::periods(4, 1.0, 0x1p-38); }, name + "periods: longest",
                      "3.637978807091713e-12"));
  EXPECT_TRUE(refuses([] { Frequencies::tensor2tensor_timescales(4, 0.0, 1.0); },
                      name + "tensor2tensor_timescales: min_timescale", "0"));
  EXPECT_TRUE(refuses([&] { Frequencies::octaves(4, nan, 1.0); }, name + "octaves: first", "nan"));
  EXPECT_TRUE(
      refuses([&] { Frequencies::linear(4, 0.0, infinity); }, name + "linear: last", "inf"));
  EXPECT_TRUE(refuses([] { Frequencies::increasing(4, -2.0); }, name + "increasing: base", "-2"));
  EXPECT_TRUE(refuses([] { Frequencies::with_denominator(64, 0.01, 1e-4); },
                      name + "with_denominator: frequencies", "inf"));
  EXPECT_TRUE(
      refuses([&] { Frequencies::geometric(4).times(infinity); }, name + "times: factor", "inf"));
  EXPECT_TRUE(
      refuses([] { Frequencies::octaves(31).times(1024.0); }, name + "times: factor", "1024"));
  EXPECT_TRUE(
      refuses([] { Frequencies::octaves(40).times_pi(1.0); }, name + "times_pi: factor", "1"));
}

TEST(FrequencyErrors, TwoToTheFortyIsTooFast) {
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
  EXPECT_TRUE(refuses([] { Frequencies::linear(2, 0.0, kLimit); }, name + "linear: last", limit));
  EXPECT_EQ(Frequencies::linear(2, 0.0, kBelow).values()[1], kBelow);
  EXPECT_TRUE(
      refuses([] { scaling::linear(given(0x1p39), 0.5); }, "scaling::linear: frequencies", limit));
  EXPECT_EQ(scaling::linear(given(0x1p38), 0.5).frequencies.values()[0], 0x1p39);
}

TEST(FrequencyErrors, FactorsStayBelowTwoToTheForty) {
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

/// An odd width has a last pair without a cosine: no head can turn it, and a head of one channel
/// more would shift all that follow.
TEST(FrequencyErrors, AnOddWidthIsNoHead) {
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

}  // namespace frequencies_errors_test
}  // namespace posenc_test
