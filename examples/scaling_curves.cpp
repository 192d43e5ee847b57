// The picture of the scaling rules, as SVG on standard output: how many times slower each pair
// turns, for a head of 128 channels trained on 2048 positions and stretched ten times.
#include <Eigen/Core>
#include <cmath>
#include <cstdio>
#include <vector>

#include <posenc/frequencies/scaling.hpp>
#include <posenc/frequencies/yarn.hpp>

namespace {

constexpr int kWidth = 128, kPairs = kWidth / 2;
constexpr double kBase = 10000.0, kFactor = 10.0, kTrained = 2048.0;
constexpr int kStep = 8, kOctave = 60, kOctaves = 6;  // pixels a pair, pixels a doubling
constexpr int kLeft = 60, kTop = 40, kBottom = kTop + kOctave * kOctaves;

struct Curve {
  const char* name;
  const char* colour;
  posenc::ScaledFrequencies scaled;
};

std::vector<Curve> curves() {
  namespace scaling = posenc::scaling;
  const auto plain = posenc::Frequencies::geometric(kWidth, kBase);
  scaling::Yarn yarn;
  yarn.factor = kFactor;
  yarn.original_max_position_embeddings = kTrained;
  scaling::Yarn log_blend = yarn;
  log_blend.log_blend = true;
  return {
      {"linear", "#d62728", scaling::linear(plain, kFactor)},
      {"ntk_aware", "#1f77b4", scaling::ntk_aware(kWidth, kBase, kFactor)},
      {"dynamic_ntk, length 4096", "#17becf",
       scaling::dynamic_ntk(kWidth, kBase, kFactor, kTrained, 4096)},
      {"base_change", "#7f7f7f", scaling::base_change(kWidth, kBase, kFactor)},
      {"fixed_ntk", "#bcbd22", scaling::fixed_ntk(kWidth, kBase, kFactor)},
      {"mixed_ntk", "#8c564b", scaling::mixed_ntk(plain, kFactor)},
      {"theta_scale", "#e377c2", scaling::theta_scale(kWidth, kBase, kFactor, kTrained)},
      {"yarn", "#2ca02c", scaling::yarn(kWidth, kBase, yarn)},
      {"yarn, log_blend", "#9467bd", scaling::yarn(kWidth, kBase, log_blend)},
      {"llama3", "#ff7f0e", scaling::llama3(plain, {kFactor, 1.0, 4.0, kTrained})},
  };
}

}  // namespace

int main() {
  std::printf(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 800 %d\" "
      "font-family=\"sans-serif\" font-size=\"13\" fill=\"none\">\n"
      "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
      "<g fill=\"black\"><text x=\"%d\" y=\"20\">times slower than without scaling</text>\n"
      "<text x=\"%d\" y=\"%d\">pair 0 (fast) to %d (slow)</text></g>\n",
      kBottom + 40, kLeft, kLeft, kBottom + 25, kPairs - 1);
  for (int octave = 0; octave <= kOctaves; ++octave) {
    const int y = kBottom - octave * kOctave;
    std::printf(
        "<path stroke=\"#ddd\" d=\"M%d %dh%d\"/><text x=\"30\" y=\"%d\" fill=\"black\">%d</text>\n",
        kLeft, y, kStep * (kPairs - 1), y + 4, 1 << octave);
  }
  const Eigen::ArrayXd plain = posenc::Frequencies::geometric(kWidth, kBase).values();
  int line = 0;
  for (const Curve& curve : curves()) {
    const Eigen::ArrayXd slower = plain / curve.scaled.frequencies.values();
    std::printf("<path stroke=\"%s\" stroke-width=\"1.5\" d=\"M", curve.colour);
    for (int i = 0; i < kPairs; ++i) {
      std::printf("%d %ld ", kLeft + kStep * i,
                  kBottom - std::lround(std::log2(slower[i]) * kOctave));
    }
    std::printf("\"/>\n<text x=\"590\" y=\"%d\" fill=\"%s\">%s</text>\n", kTop + 20 * ++line,
                curve.colour, curve.name);
  }
  std::printf("</svg>\n");
}
