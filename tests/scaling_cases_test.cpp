// Cases from practice about scaling: each a fault that people met, with its right value, recomputed
// with 60 digits from the formula.
#include <gtest/gtest.h>

#include <cmath>

#include <posenc/frequencies/longrope.hpp>
#include <posenc/frequencies/yarn.hpp>
#include <posenc/rotary/embedding.hpp>

#include "matchers.hpp"
#include "scaling_entries.hpp"

namespace posenc_test {
namespace {

using Eigen::Index;
using posenc::Frequencies;
using posenc::Pairing;
using posenc::RotaryEmbedding;
using posenc::ScaledFrequencies;
namespace scaling = posenc::scaling;

Eigen::RowVectorXd cos_sin_at(const ScaledFrequencies& scaled, double position, Index pair) {
  const auto t =
      RotaryEmbedding(scaled, Pairing::halves).cos_sin(Eigen::Matrix<double, 1, 1>(position));
  return Eigen::RowVector2d(t.cos(0, pair), t.sin(0, pair));
}

TEST(Cases, BasesAndLengths) {
  EXPECT_NEAR(Frequencies::geometric(128, 1e7).values()[32], 0.000316227766, 1e-12);
  for (const int base : {10000, 500000, 1000000, 10000000, 50000000}) {
    const Eigen::ArrayXd w = Frequencies::geometric(128, static_cast<double>(base)).values();
    EXPECT_TRUE(same_bits(w, Frequencies::geometric(128, static_cast<float>(base)).values()));
    EXPECT_TRUE(same_bits(w, Frequencies::geometric(128, base).values()));
    EXPECT_TRUE(
        same_bits(w, Frequencies::geometric(128, static_cast<double>(long{base})).values()));
  }
  scaling::Yarn y;
  y.original_max_position_embeddings = 163840;
  y.truncate = false;
  EXPECT_NEAR(scaling::yarn_bounds(64, 10000.0, y).low, 23.2887207, 5e-8);
  // Far beyond 32 bits a length is still that length: eight times is 32 ln 8 / ln b pairs more.
  y.original_max_position_embeddings = 163840.0 * 0x1p32;
  const double far = scaling::yarn_bounds(64, 1e9, y).low;
  y.original_max_position_embeddings *= 8;
  EXPECT_NEAR(scaling::yarn_bounds(64, 1e9, y).low - far, 32 * std::log(8.0) / std::log(1e9),
              1e-13);
}

TEST(Cases, DynamicNtkReturns) {
  const auto base_of = [](long length) {
    const Eigen::ArrayXd w =
        scaling::dynamic_ntk(128, 10000.0, 2.0, 2048, length).frequencies.values();
    return std::pow(w[1], -64.0);
  };
  EXPECT_NEAR(base_of(4096), 30527.7367488, 1e-6);
  EXPECT_NEAR(base_of(2049), 10009.9207118, 1e-6);
  const auto at = [](long length) {
    return scaling::dynamic_ntk(128, 10000.0, 2.0, 2048, length).frequencies.values();
  };
  const Eigen::ArrayXd before = at(1024), longer = at(4096), after = at(1024);
  EXPECT_TRUE(same_bits(after, before));
  EXPECT_TRUE(same_bits(after, Frequencies::geometric(128).values()));
  EXPECT_TRUE(same_bits(at(4096), longer));
}

TEST(Cases, LinearDividesByTheFactor) {
  const auto eight = cos_sin_at(scaling::linear(Frequencies::geometric(128), 8.0), 4096.0, 0);
  EXPECT_NEAR(eight[0], -0.996833390848, 1e-12);
  EXPECT_NEAR(eight[1], 0.0795184940129, 1e-12);
  const auto eighth = cos_sin_at(scaling::linear(Frequencies::geometric(128), 0.125), 4096.0, 0);
  EXPECT_NEAR(eighth[0], 0.372937829328, 1e-12);  // documented: faster, as the formula says
}

TEST(Cases, DynamicNtkBelowTheTrainedLength) {
  const auto scaled = scaling::dynamic_ntk(128, 10000.0, 6.0, 32768, 200);
  EXPECT_TRUE(same_bits(scaled.frequencies.values(), Frequencies::geometric(128).values()));
  EXPECT_NEAR(cos_sin_at(scaled, 100.0, 0)[0], 0.862318872288, 1e-12);
}

TEST(Cases, DynamicNtkFollowsTheLength) {
  const auto base_of = [](long length) {
    const Eigen::ArrayXd w =
        scaling::dynamic_ntk(128, 10000.0, 4.0, 2048, length).frequencies.values();
    return std::pow(w[1], -64.0);
  };
  EXPECT_NEAR(base_of(3000), 29074.5843255, 1e-6);
  EXPECT_NEAR(base_of(2048), 10000.0, 1e-8);
  EXPECT_LT(base_of(2048), base_of(2049));
  EXPECT_LT(base_of(2049), base_of(3000));
  EXPECT_LT(base_of(3000), base_of(8192));
  EXPECT_NEAR(base_of(8192), 135401.973042, 1e-5);  // 13 is the inner factor of this length alone
}

TEST(Cases, YarnBoundsRoundedOrNot) {
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

TEST(Cases, Llama3Bands) {
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

TEST(Cases, ExplicitAttentionFactor) {
  scaling::Yarn y;
  y.factor = 64.0;
  y.attention_factor = 1.0;
  EXPECT_EQ(cos_sin_at(scaling::yarn(128, 10000.0, y), 0.0, 5)[0], 1.0);
  y.attention_factor.reset();
  EXPECT_NEAR(cos_sin_at(scaling::yarn(128, 10000.0, y), 0.0, 5)[0], 1.41588830834, 1e-11);
  EXPECT_NEAR(scaling::yarn_amplitude(4.0), 1.13862943611, 1e-11);
  EXPECT_NEAR(scaling::yarn_amplitude(32.0), 1.34657359028, 1e-11);
}

TEST(Cases, TwoMscales) {
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
  // What remains for the softmax, outside the rotation.
  EXPECT_NEAR(std::pow(scaling::yarn_amplitude(40.0, 0.707), 2), 1.58962616512, 1e-11);
  EXPECT_NEAR(std::pow(scaling::yarn_amplitude(40.0, 1.0), 2), 1.87385420709, 1e-11);
}

TEST(Cases, LongRopeMagnitude) {
  const Eigen::ArrayXd ones = Eigen::ArrayXd::Ones(48);
  const auto phi = scaling::longrope(Frequencies::geometric(96), {ones, ones, 4096, 131072}, 1);
  EXPECT_NEAR(cos_sin_at(phi, 0.0, 3)[0], 1.19023807142, 1e-11);
  EXPECT_NEAR(scaling::longrope_amplitude(64.0, 2048.0), 1.24316312102, 1e-11);
}

}  // namespace
}  // namespace posenc_test
