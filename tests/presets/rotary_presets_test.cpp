// Each preset against its published formula, written out here once more in plain double.
#include "test.hpp"

namespace posenc_test {
namespace rotary_presets_test {

namespace presets = posenc::rotary_presets;

/// Angle of pair i at coordinates p, and the two channels of pair i.
using Angle = std::function<double(Index i, const Eigen::RowVectorXd& p)>;
using Channels = std::function<std::pair<Index, Index>(Index i)>;

Channels adjacent() {
  return [](Index i) { return std::make_pair(2 * i, 2 * i + 1); };
}
Channels halves(Index n) {
  return [n](Index i) { return std::make_pair(i, i + n); };
}
double ladder(double base, Index i, double denominator) {
  return std::pow(base, -2.0 * static_cast<double>(i) / denominator);
}

/// Angles of a few radians in plain double: a dozen roundings of 2^-53 each.
constexpr double kTolerance = 1e-13;

void expect_rotation(const RotaryEmbedding& rope, Index width, Index pairs,
                     const Channels& channels, const Angle& angle, double amplitude = 1.0,
                     Eigen::RowVectorXd p = Eigen::RowVectorXd::Constant(1, 7.0)) {
  ASSERT_EQ(rope.head().width(), width);
  ASSERT_EQ(rope.head().pairs(), pairs);
  const Eigen::MatrixXd x = random_matrix(1, 2 * width);
  Eigen::MatrixXd y = x, expected = x;
  rope.rotate(y, p);
  for (Index h = 0; h < 2 * width; h += width) {
    for (Index i = 0; i < pairs; ++i) {
      const auto [u, v] = channels(i);
      const double c = amplitude * std::cos(angle(i, p)), s = amplitude * std::sin(angle(i, p));
      expected(0, h + u) = x(0, h + u) * c - x(0, h + v) * s;
      expected(0, h + v) = x(0, h + v) * c + x(0, h + u) * s;
    }
  }
  EXPECT_LE((y - expected).cwiseAbs().maxCoeff(), kTolerance);
}

TEST(RotaryPresets, OneLadder) {
  const auto plain = [](double base, double d) {
    return [=](Index i, const Eigen::RowVectorXd& p) { return p[0] * ladder(base, i, d); };
  };
  expect_rotation(presets::llama_meta(), 128, 64, adjacent(), plain(10000, 128));
  expect_rotation(presets::llama_hf(), 128, 64, halves(64), plain(10000, 128));
  expect_rotation(presets::llama_hf(80, 1e6), 80, 40, halves(40), plain(1e6, 80));
  expect_rotation(presets::roformer(), 64, 32, adjacent(), plain(10000, 64));
  expect_rotation(presets::gpt_j(), 256, 32, adjacent(), plain(10000, 64));
  expect_rotation(presets::gpt_neox(), 96, 12, halves(12), plain(10000, 24));
  expect_rotation(presets::gemma3_local(), 256, 128, halves(128), plain(10000, 256));
  expect_rotation(
      presets::gemma3_global(), 256, 128, halves(128),
      [](Index i, const Eigen::RowVectorXd& p) { return p[0] * ladder(1e6, i, 256) / 8.0; });
  expect_rotation(presets::gemma4_global(), 512, 256, halves(256),
                  [](Index i, const Eigen::RowVectorXd& p) {
                    return i < 64 ? p[0] * ladder(1e6, i, 512) : 0.0;
                  });
}

TEST(RotaryPresets, Llama3) {
  for (const bool small : {false, true}) {
    const double d = small ? 64 : 128, factor = small ? 32 : 8;
    const auto rope = small ? presets::llama_3_2_1b() : presets::llama_3_1_8b();
    expect_rotation(rope, Index(d), Index(d) / 2, halves(Index(d) / 2),
                    [=](Index i, const Eigen::RowVectorXd& p) {
                      const double f = ladder(500000.0, i, d);
                      const double v = 2 * 3.14159265358979324 / f;
                      if (v < 8192.0 / 4) return p[0] * f;
                      if (v > 8192.0 / 1) return p[0] * f / factor;
                      const double g = (8192.0 / v - 1) / (4 - 1);
                      return p[0] * ((1 - g) * f / factor + g * f);
                    });
  }
}

TEST(RotaryPresets, YarnOfTwoModels) {
  const auto blend = [](double base, double factor, double low, double high) {
    return [=](Index i, const Eigen::RowVectorXd& p) {
      const double f = ladder(base, i, 64);
      const double g = std::min(1.0, std::max(0.0, (double(i) - low) / (high - low)));
      return p[0] * (f * (1 - g) + f / factor * g);
    };
  };
  expect_rotation(presets::gpt_oss(), 64, 32, halves(32),
                  blend(150000, 32, 8.092779115512402, 17.39802450158856),
                  0.1 * std::log(32.0) + 1);
  // c(32) = 10.47.. and c(1) = 22.51.., rounded outwards; equal mscales cancel.
  expect_rotation(presets::deepseek(0), 64, 32, adjacent(), blend(10000, 40, 10, 23));
  posenc::scaling::Yarn two = presets::deepseek_scaling();
  two.mscale_all_dim = 0.707;
  expect_rotation(presets::deepseek(0, 64, two), 64, 32, adjacent(), blend(10000, 40, 10, 23),
                  (0.1 * std::log(40.0) + 1) / (0.0707 * std::log(40.0) + 1));
}

TEST(RotaryPresets, Phi3LongRope) {
  const Eigen::ArrayXd shorter = Eigen::ArrayXd::LinSpaced(48, 1.0, 2.0);
  const Eigen::ArrayXd longer = Eigen::ArrayXd::LinSpaced(48, 1.0, 60.0);
  for (const int length : {4096, 4097}) {
    expect_rotation(
        presets::phi3_longrope({shorter, longer}, length), 96, 48, halves(48),
        [&](Index i, const Eigen::RowVectorXd& p) {
          return p[0] * ladder(10000, i, 96) / (length <= 4096 ? shorter : longer)[i];
        },
        std::sqrt(1 + std::log(32.0) / std::log(4096.0)));
  }
}

TEST(RotaryPresets, SeveralAxes) {
  const Eigen::RowVector3d thw(3, 5, 11);
  const Eigen::RowVector2d hw(5, 11);
  expect_rotation(
      presets::qwen2_vl(), 128, 64, halves(64),
      [](Index i, const Eigen::RowVectorXd& p) {
        return p[i < 16 ? 0 : i < 40 ? 1 : 2] * ladder(1e6, i, 128);
      },
      1.0, thw);
  expect_rotation(
      presets::qwen3_vl(), 128, 64, halves(64),
      [](Index i, const Eigen::RowVectorXd& p) {
        return p[i < 60 ? i % 3 : 0] * ladder(5e6, i, 128);
      },
      1.0, thw);
  expect_rotation(
      presets::pixtral(), 64, 32, halves(32),
      [](Index i, const Eigen::RowVectorXd& p) {
        return i < 16 ? p[0] * ladder(10000, 2 * i, 64)
                      : p[1] * ladder(10000, 2 * (i - 16) + 1, 64);
      },
      1.0, hw);
  expect_rotation(
      presets::eva02(), 64, 32, adjacent(),
      [](Index i, const Eigen::RowVectorXd& p) { return p[i / 16] * ladder(10000, i % 16, 32); },
      1.0, hw);
  expect_rotation(
      presets::cogvideox(), 64, 32, adjacent(),
      [](Index i, const Eigen::RowVectorXd& p) {
        if (i < 8) return p[0] * ladder(10000, i, 16);
        return p[i < 20 ? 1 : 2] * ladder(10000, (i - 8) % 12, 24);
      },
      1.0, thw);
}

/// The part of a head that turns is named, so that no other channel can turn by mistake.
/// Source: vllm-project/vllm, pull request 28968; sgl-project/sglang, issue 13530.
TEST(RotaryPresets, DeepSeekTurnsAPartOfItsHeads) {
  const posenc::scaling::Yarn unscaled;
  Eigen::RowVectorXd attention = Eigen::RowVectorXd::Ones(192);
  presets::deepseek(128, 64, unscaled).rotate(attention, 5);
  EXPECT_TRUE(all_are(attention.head(128), 1.0));
  expect_row(attention.segment(128, 4),
             {1.24258646013, -0.6752620892, -0.249734370607, -1.39198877299}, 5.1e-12);
  const Eigen::RowVectorXd before = Eigen::RowVectorXd::LinSpaced(128, 1.0, 128.0);
  Eigen::RowVectorXd indexer = before;
  presets::deepseek_indexer(128, 64, Pairing::halves, unscaled).rotate(indexer, 5);
  EXPECT_NEAR(indexer[0], 31.9281632493, 5.1e-11);
  EXPECT_NEAR(indexer[1], 17.7766016970, 5.1e-11);
  EXPECT_NEAR(indexer[32], 8.40192784562, 5.1e-12);
  EXPECT_TRUE(same_bits(indexer.tail(64), before.tail(64)));
  // The scaled ones turn the same channels.
  indexer = before;
  presets::deepseek_indexer().rotate(indexer, 5);
  EXPECT_TRUE(same_bits(indexer.tail(64), before.tail(64)));
  EXPECT_EQ(presets::deepseek_indexer(128, 64, Pairing::adjacent).head().pairing(),
            Pairing::adjacent);
  // A row of another width than the heads' is refused.
  Eigen::RowVectorXd other = Eigen::RowVectorXd::Ones(128);
  EXPECT_TRUE(refuses([&] { presets::deepseek(128).rotate(other); },
                      "RotaryEmbedding::rotate: columns of x", "128"));
}

/// Equal betas, where the blend is a step: yarn_test has the numbers.
/// Source: moonshotai/Kimi-K2-Instruct, config.
TEST(RotaryPresets, KimiK2) {
  scaling::Yarn yarn = presets::deepseek_scaling();
  yarn.factor = 32.0;
  yarn.beta_fast = yarn.beta_slow = 1.0;
  const RotaryEmbedding rope = presets::deepseek(128, 64, yarn, 50000.0);
  EXPECT_TRUE(same_bits(rope.frequencies().values(),
                        scaling::yarn(64, 50000.0, yarn).frequencies.values()));
  EXPECT_EQ(rope.amplitude(), 1.0);
}

}  // namespace rotary_presets_test
}  // namespace posenc_test
