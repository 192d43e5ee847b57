// The picture of the table, as SVG on standard output: one row a position, one column a channel,
// blue for -1, white for 0, red for 1.
#include <Eigen/Core>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <posenc/posenc.hpp>

namespace {

constexpr int kPositions = 100;
constexpr int kChannels = 128;
constexpr int kShades = 10;  // on each side of white
constexpr int kCell = 5;     // pixels

/// One SVG path a shade: a vertical stroke over each run of positions with that shade.
std::vector<std::string> strokes(const Eigen::MatrixXd& table) {
  std::vector<std::string> paths(2 * kShades + 1);
  const auto shade = [&](Eigen::Index p, Eigen::Index c) {
    return static_cast<std::size_t>(std::lround(table(p, c) * kShades) + kShades);
  };
  for (Eigen::Index c = 0; c < table.cols(); ++c) {
    Eigen::Index end = 0;
    for (Eigen::Index p = 0; p < table.rows(); p = end) {
      while (end < table.rows() && shade(end, c) == shade(p, c)) ++end;
      paths[shade(p, c)] +=
          "M" + std::to_string(c) + " " + std::to_string(p) + "v" + std::to_string(end - p);
    }
  }
  return paths;
}

}  // namespace

int main() {
  const Eigen::MatrixXd table = posenc::sinusoidal_positional_encoding(kPositions, kChannels);
  std::printf(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n"
      "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
      "<text x=\"40\" y=\"20\">channel 0 to %d: fast sines and cosines left, slow right</text>\n"
      "<text transform=\"translate(20 %d) rotate(-90)\">position 0 (top) to %d</text>\n"
      "<g transform=\"translate(40 30) scale(%d) translate(0.5 0)\" stroke-width=\"1.02\">\n",
      kChannels * kCell + 50, kPositions * kCell + 40, kChannels - 1, kPositions * kCell + 30,
      kPositions - 1, kCell);
  const std::vector<std::string> paths = strokes(table);
  for (int s = -kShades; s <= kShades; ++s) {
    const int faded = 255 - 255 * (s < 0 ? -s : s) / kShades;
    std::printf("<path stroke=\"#%02x%02x%02x\" d=\"%s\"/>\n", s < 0 ? faded : 255, faded,
                s > 0 ? faded : 255, paths[static_cast<std::size_t>(s + kShades)].c_str());
  }
  std::printf("</g>\n</svg>\n");
}
