// The picture of the two layouts, as SVG on standard output: the same table with sines and cosines
// interleaved, and with all sines before all cosines.
#include <Eigen/Core>

#include <posenc/posenc.hpp>

#include "svg.hpp"

namespace {

constexpr int kPositions = 64, kChannels = 64;
constexpr int kCell = 5, kSize = kCell * kChannels, kTop = 48, kBottom = kTop + kCell * kPositions;

svg::HeatMap draw(const char* title, const char* order, posenc::Layout layout, int left) {
  const posenc::SinusoidalEncoding encoding(posenc::Frequencies::geometric(kChannels), layout);
  const svg::HeatMap map{static_cast<double>(left), kTop, kCell, -1.0, 1.0};
  svg::title(left, 20, title);
  svg::text(left, 38, "start", order, "#333");
  map.draw(encoding.table(kPositions));
  for (const int at : {0, 16, 32, 48, 63}) {
    map.column_tick(at, kBottom);
    map.row_tick(at);
  }
  svg::text(left + kSize / 2, kBottom + 36, "middle", "channel");
  return map;
}

}  // namespace

int main() {
  constexpr int kLeft = 60, kRight = kLeft + kSize + 50;
  svg::begin(kRight + kSize + 80, kBottom + 50);
  svg::upright(18, (kTop + kBottom) / 2, "position");
  draw("Layout::interleaved", "sine, cosine, sine, cosine, ...", posenc::Layout::interleaved,
       kLeft);
  draw("Layout::sin_cos", "all sines | all cosines", posenc::Layout::sin_cos, kRight)
      .colour_bar(kRight + kSize + 20, kSize, "entry", {"-1", "-0.5", "0", "0.5", "1"});
  svg::end();
}
