// The picture of rotary embedding, as SVG on standard output: the row 1, 2, ..., 8 at positions 0
// to 6, each pair as an arrow, under both pairings. The base is 100, so that slow pairs move
// visibly.
#include <Eigen/Core>
#include <cmath>
#include <cstdio>
#include <string>

#include <posenc/posenc.hpp>

#include "svg.hpp"

namespace {

constexpr int kWidth = 8, kPairs = kWidth / 2, kPositions = 7;
constexpr double kBase = 100.0;
constexpr int kLeft = 30, kApart = 175, kRadius = 58, kRow = 262, kBox = 30;

const char* colour(int pair) {
  constexpr int kShade[] = {0, 3, 5, 7};
  return svg::kShades[kShade[pair]];
}

/// The channels in their order, with an arc from the first to the second of each pair.
void draw_channels(double left, double top, const posenc::RotaryHead& head) {
  const auto x = [&](posenc::Index channel) {
    return left + kBox * (static_cast<double>(channel) + 0.5);
  };
  for (int i = 0; i < kPairs; ++i) {
    const auto [u, v] = head.channels(i);
    for (const posenc::Index channel : {u, v}) {
      std::printf(
          "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"20\" fill=\"white\" stroke=\"%s\"/>\n",
          x(channel) - kBox / 2 + 2, top, kBox - 4, colour(i));
      svg::text(x(channel), top + 15, "middle", std::to_string(channel), colour(i));
    }
    const double bend = 10.0 + 6.0 * i;
    std::printf("<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" ", colour(i));
    std::printf("d=\"M%.1f %.1fv%.1fH%.1fv%.1f\"/>\n", x(u), top + 20, bend, x(v), -bend);
  }
}

/// The two numbers of a pair at each position, as arrows from the centre of a circle.
void draw_pair(double x, double y, const Eigen::VectorXd& u, const Eigen::VectorXd& v, int pair) {
  const double scale = kRadius / std::hypot(u[0], v[0]);
  svg::circle(x, y, kRadius, "#bbb", "none");
  svg::line(x - kRadius, y, x + kRadius, y);
  svg::line(x, y - kRadius, x, y + kRadius);
  for (int p = 0; p < kPositions; ++p) {
    const double right = scale * u[p], up = scale * v[p];
    svg::line(x, y, x + right, y - up, colour(pair), p == 0 ? 3.0 : 1.2);
    const bool labelled = pair < 2 || p == 0 || p == kPositions - 1;
    if (labelled) {
      svg::text(x + 1.18 * right, y - 1.18 * up + 4, "middle", std::to_string(p), "#333");
    }
  }
}

void draw(const char* name, posenc::Pairing pairing, double top) {
  const posenc::RotaryHead head(kWidth, pairing);
  const posenc::RotaryEmbedding rope(posenc::Frequencies::geometric(kWidth, kBase), head);
  const Eigen::RowVectorXd row = Eigen::RowVectorXd::LinSpaced(kWidth, 1.0, kWidth);
  const Eigen::MatrixXd rotated = rope.rotated(row.replicate(kPositions, 1));
  svg::title(kLeft, top, name);
  svg::text(kLeft, top + 20, "start", "arrows at positions 0 to " + std::to_string(kPositions - 1),
            "#333");
  svg::text(kLeft, top + 38, "start", "first channel right, second up", "#333");
  draw_channels(kLeft + 230, top - 15, head);
  for (int i = 0; i < kPairs; ++i) {
    const auto [u, v] = head.channels(i);
    const double x = kLeft + kApart * (i + 0.5), y = top + 140;
    draw_pair(x, y, rotated.col(u), rotated.col(v), i);
    char omega[32];
    std::snprintf(omega, sizeof omega, "%.3g", rope.frequencies().values()[i]);
    svg::text(x, y + kRadius + 32, "middle",
              "channels " + std::to_string(u) + ", " + std::to_string(v) + ": ω = " + omega,
              colour(i));
  }
}

}  // namespace

int main() {
  svg::begin(2 * kLeft + kPairs * kApart, 2 * kRow + 10);
  draw("Pairing::adjacent", posenc::Pairing::adjacent, 25);
  draw("Pairing::halves", posenc::Pairing::halves, 25 + kRow);
  svg::end();
}
