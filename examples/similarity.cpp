// The picture of similarity, as SVG on standard output: the dot product of two rows against their
// distance, and the dot products of all pairs of rows.
#include <Eigen/Core>
#include <cstdio>
#include <string>

#include <posenc/posenc.hpp>

#include "svg.hpp"

namespace {

constexpr int kWidth = 128, kPositions = 64, kFarthest = 256;
constexpr int kCell = 5, kSize = kCell * kPositions, kTop = 48, kBottom = kTop + kSize;
constexpr double kHighest = kWidth / 2, kLowest = 24.0;  // of the scales

void draw_curve(const posenc::SinusoidalEncoding& encoding, double left) {
  const auto y = [](double value) { return kBottom - kSize * value / kHighest; };
  const auto x = [&](int distance) { return left + kSize * distance / (1.0 * kFarthest); };
  svg::title(left, 20, "PE(p) · PE(p + k), width " + std::to_string(kWidth));
  for (int value = 0; value <= 64; value += 16) {
    svg::line(left, y(value), left + kSize, y(value));
    svg::text(left - 8, y(value) + 4, "end", std::to_string(value), "#333");
  }
  for (int distance = 0; distance <= kFarthest; distance += 64) {
    svg::line(x(distance), kBottom, x(distance), kBottom + 4, "#333");
    svg::text(x(distance), kBottom + 17, "middle", std::to_string(distance), "#333");
  }
  const Eigen::VectorXd kernel = posenc::similarity(encoding, kFarthest + 1);
  std::printf("<path fill=\"none\" stroke=\"%s\" stroke-width=\"2\" d=\"M", svg::kShades[0]);
  for (int k = 0; k <= kFarthest; ++k) std::printf("%.1f %.1f ", x(k), y(kernel[k]));
  std::printf("\"/>\n");
  svg::text(left + 10, y(kHighest) + 12, "start", "64 = width / 2 at distance 0", "#333");
  svg::text(left + kSize / 2, kBottom + 36, "middle", "distance k (positions)");
  svg::upright(left - 42, (kTop + kBottom) / 2, "dot product");
}

void draw_matrix(const posenc::SinusoidalEncoding& encoding, double left) {
  const Eigen::MatrixXd rows = encoding.table(kPositions);
  const svg::HeatMap map{left, kTop, kCell, kLowest, kHighest};
  svg::title(left, 20, "PE(p) · PE(q)");
  map.draw(rows * rows.transpose());
  for (const int at : {0, 16, 32, 48, 63}) {
    map.column_tick(at, kBottom);
    map.row_tick(at);
  }
  svg::text(left + kSize / 2, kBottom + 36, "middle", "position q");
  svg::upright(left - 42, (kTop + kBottom) / 2, "position p");
  map.colour_bar(left + kSize + 20, kSize, "dot product", {"24", "32", "40", "48", "56", "64"});
}

}  // namespace

int main() {
  const posenc::SinusoidalEncoding encoding(kWidth);
  constexpr int kLeft = 60, kRight = kLeft + kSize + 80;
  svg::begin(kRight + kSize + 105, kBottom + 50);
  draw_curve(encoding, kLeft);
  draw_matrix(encoding, kRight);
  svg::end();
}
