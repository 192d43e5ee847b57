// The picture of the table, as SVG on standard output: a row for each position, a column for each
// channel.
#include <posenc/posenc.hpp>

#include "svg.hpp"

namespace {

constexpr int kPositions = 100, kChannels = 128, kCell = 5;
constexpr int kLeft = 60, kTop = 48, kRight = kLeft + kCell * kChannels;
constexpr int kBottom = kTop + kCell * kPositions;

}  // namespace

int main() {
  const svg::HeatMap map{kLeft, kTop, kCell, -1.0, 1.0};
  svg::begin(kRight + 85, kBottom + 50);
  svg::title(kLeft, 20, "sinusoidal_positional_encoding(100, 128)");
  svg::text(kLeft, 38, "start", "sine, cosine, sine, cosine, ...: fast left, slow right", "#333");
  map.draw(posenc::sinusoidal_positional_encoding(kPositions, kChannels));
  for (const int channel : {0, 32, 64, 96, 127}) map.column_tick(channel, kBottom);
  for (const int position : {0, 25, 50, 75, 99}) map.row_tick(position);
  svg::text((kLeft + kRight) / 2, kBottom + 36, "middle", "channel");
  svg::upright(18, (kTop + kBottom) / 2, "position");
  map.colour_bar(kRight + 20, kBottom - kTop, "entry", {"-1", "-0.5", "0", "0.5", "1"});
  svg::end();
}
