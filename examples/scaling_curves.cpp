// The picture of the scaling rules, as SVG on standard output: how many times slower each pair
// turns, for a head of 128 channels trained on 2048 positions and stretched ten times. Each rule
// has its own panel, with the curves of the others in grey.
#include <Eigen/Core>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <posenc/frequencies/longrope.hpp>
#include <posenc/frequencies/scaling.hpp>
#include <posenc/frequencies/yarn.hpp>

#include "svg.hpp"

namespace {

constexpr int kWidth = 128, kPairs = kWidth / 2;
constexpr double kBase = 10000.0, kFactor = 10.0, kTrained = 2048.0;
constexpr int kColumns = 3, kStep = 3, kOctave = 22, kOctaves = 6;  // pixels of a pair, a doubling
constexpr int kPanel = kStep * (kPairs - 1), kHeight = kOctave * kOctaves;
constexpr int kLeft = 70, kTop = 88, kAcross = kPanel + 75, kDown = kHeight + 82;

struct Curve {
  std::string label;  ///< at its end, where a panel has several
  Eigen::ArrayXd slower;
};

struct Panel {
  std::string rule, parameters;
  std::vector<Curve> curves;
};

Curve curve(const posenc::Frequencies& scaled, const std::string& label = "") {
  return {label, posenc::Frequencies::geometric(kWidth, kBase).values() / scaled.values()};
}

Curve at_length(int length) {
  const auto scaled = posenc::scaling::dynamic_ntk(kWidth, kBase, kFactor, kTrained, length);
  return curve(scaled.frequencies, std::to_string(length));
}

std::vector<Panel> panels() {
  namespace scaling = posenc::scaling;
  const auto plain = posenc::Frequencies::geometric(kWidth, kBase);
  scaling::Yarn yarn;
  yarn.factor = kFactor;
  yarn.original_max_position_embeddings = kTrained;
  scaling::Yarn log_blend = yarn;
  log_blend.log_blend = true;
  const Eigen::ArrayXd ones = Eigen::ArrayXd::Ones(kPairs);
  Eigen::ArrayXd list = ones;  // the factors of a checkpoint are found by a search
  list.tail(kPairs / 2).setLinSpaced(1.0, kFactor);
  const auto longrope = scaling::longrope(plain, {ones, list, kTrained, kFactor * kTrained}, 4096);
  const auto still = scaling::proportional(kWidth, 0.75, kBase);
  return {
      {"linear", "factor 10", {curve(scaling::linear(plain, kFactor).frequencies)}},
      {"ntk_aware", "factor 10", {curve(scaling::ntk_aware(kWidth, kBase, kFactor).frequencies)}},
      {"dynamic_ntk",
       "factor 10, trained 2048; lengths:",
       {at_length(2048), at_length(4096), at_length(8192)}},
      {"base_change",
       "factor 10",
       {curve(scaling::base_change(kWidth, kBase, kFactor).frequencies)}},
      {"fixed_ntk", "factor 10", {curve(scaling::fixed_ntk(kWidth, kBase, kFactor).frequencies)}},
      {"mixed_ntk",
       "factor 10, exponent 0.625",
       {curve(scaling::mixed_ntk(plain, kFactor, 0.625).frequencies)}},
      {"theta_scale",
       "factor 10, trained 2048",
       {curve(scaling::theta_scale(kWidth, kBase, kFactor, kTrained).frequencies)}},
      {"yarn",
       "factor 10, trained 2048, betas 32, 1",
       {curve(scaling::yarn(kWidth, kBase, yarn).frequencies)}},
      {"yarn, log_blend",
       "factor 10, trained 2048, betas 32, 1",
       {curve(scaling::yarn(kWidth, kBase, log_blend).frequencies)}},
      {"llama3",
       "factor 10, bands 1, 4, trained 2048",
       {curve(scaling::llama3(plain, {kFactor, 1.0, 4.0, kTrained}).frequencies)}},
      {"longrope", "a list: here 1, ..., 1, then to 10", {curve(longrope.frequencies)}},
      {"proportional", "fraction 0.75", {curve(still.frequencies)}},
  };
}

struct Place {
  double left, bottom;
  double x(int pair) const { return left + kStep * pair; }
  double y(double slower) const { return bottom - std::log2(slower) * kOctave; }

  /// Up to the first pair that stands still. Returns the number of pairs.
  int draw(const Curve& curve, const char* colour, double width) const {
    int pair = 0;
    std::printf("<path fill=\"none\" stroke=\"%s\" stroke-width=\"%.1f\" d=\"M", colour, width);
    for (; pair < kPairs && std::isfinite(curve.slower[pair]); ++pair) {
      std::printf("%.1f %.1f ", x(pair), y(curve.slower[pair]));
    }
    std::printf("\"/>\n");
    return pair;
  }
};

void draw(const std::vector<Panel>& all, std::size_t which) {
  const Panel& panel = all[which];
  const auto column = static_cast<int>(which) % kColumns, row = static_cast<int>(which) / kColumns;
  const Place place{1.0 * kLeft + kAcross * column, 1.0 * kTop + kDown * row + kHeight};
  svg::title(place.left, place.bottom - kHeight - 25, panel.rule);
  svg::text(place.left, place.bottom - kHeight - 8, "start", panel.parameters, "#333");
  for (int octave = 0; octave <= kOctaves; octave += 2) {
    const double y = place.y(1 << octave);
    svg::line(place.left, y, place.x(kPairs - 1), y);
    svg::text(place.left - 8, y + 4, "end", std::to_string(1 << octave), "#333");
  }
  for (const int pair : {0, 16, 32, 48, 63}) {
    svg::line(place.x(pair), place.bottom, place.x(pair), place.bottom + 4, "#333");
    svg::text(place.x(pair), place.bottom + 17, "middle", std::to_string(pair), "#333");
  }
  for (const Panel& other : all) {
    for (const Curve& curve : other.curves) place.draw(curve, "#ccc", 1.0);
  }
  for (const Curve& curve : panel.curves) {
    const int pairs = place.draw(curve, svg::kShades[0], 2.5);
    if (pairs < kPairs) {
      svg::text(place.x(pairs) + 2, place.y(1) - 8, "start",
                std::to_string(kPairs - pairs) + " stopped", svg::kShades[0]);
    } else {
      svg::text(place.x(kPairs - 1) + 5, place.y(curve.slower[kPairs - 1]) + 4, "start",
                curve.label, svg::kShades[0]);
    }
  }
}

}  // namespace

int main() {
  const std::vector<Panel> all = panels();
  const int rows = static_cast<int>(all.size()) / kColumns;
  const int width = kLeft + kColumns * kAcross - 20, bottom = kTop + (rows - 1) * kDown + kHeight;
  svg::begin(width, bottom + 50);
  svg::title(kLeft, 22, "How many times slower each of 64 pairs turns: width 128, base 10000");
  for (std::size_t i = 0; i < all.size(); ++i) draw(all, i);
  svg::text((kLeft + width) / 2, bottom + 38, "middle", "pair, from fast to slow");
  svg::upright(18, (kTop + bottom) / 2, "times slower than without scaling (log scale)");
  svg::end();
}
