// The picture of the wavelengths, as SVG on standard output: how many positions each pair takes for
// one turn, for two bases, and the pairs that never make a whole turn within the trained length.
#include <Eigen/Core>
#include <cmath>
#include <string>

#include <posenc/posenc.hpp>

#include "svg.hpp"

namespace {

constexpr int kWidth = 128, kPairs = kWidth / 2, kTrained = 4096;
constexpr int kDecades = 7, kDecade = 52, kStep = 8;  // pixels of a factor of ten, of a pair
constexpr int kLeft = 90, kTop = 40, kBottom = kTop + kDecades * kDecade;
constexpr int kRight = kLeft + kStep * kPairs;

double height(double wavelength) {
  return kBottom - kDecade * std::log10(wavelength);
}

void draw(const char* name, double base, const char* colour) {
  const double turn = 8.0 * std::atan(1.0);
  const Eigen::ArrayXd frequencies = posenc::Frequencies::geometric(kWidth, base).values();
  int whole = 0;
  for (int i = 0; i < kPairs; ++i) {
    const double wavelength = turn / frequencies[i];
    if (wavelength <= kTrained) ++whole;
    svg::circle(kLeft + kStep * (i + 0.5), height(wavelength), 3.0, colour,
                wavelength <= kTrained ? colour : "white");
  }
  const double end = height(turn / frequencies[kPairs - 1]);
  svg::text(kRight + 10, end - 2, "start", name, colour);
  svg::text(kRight + 10, end + 14, "start",
            std::to_string(whole) + " of " + std::to_string(kPairs) + " pairs make a turn", colour);
}

}  // namespace

int main() {
  svg::begin(kRight + 185, kBottom + 55);
  svg::title(kLeft, 22, "Wavelength of each pair, width " + std::to_string(kWidth));
  for (int d = 0; d <= kDecades; ++d) {
    const int y = kBottom - d * kDecade;
    svg::line(kLeft, y, kRight, y);
    svg::text(kLeft - 8, y + 4, "end", "1" + std::string(static_cast<std::size_t>(d), '0'), "#333");
  }
  for (const int pair : {0, 16, 32, 48, 63}) {
    const double x = kLeft + kStep * (pair + 0.5);
    svg::line(x, kBottom, x, kBottom + 4, "#333");
    svg::text(x, kBottom + 18, "middle", std::to_string(pair), "#333");
  }
  svg::text((kLeft + kRight) / 2, kBottom + 40, "middle", "pair");
  svg::upright(18, (kTop + kBottom) / 2, "wavelength 2π/ω (positions)");
  svg::line(kLeft, height(kTrained), kRight, height(kTrained), "#000", 1.5, "6 3");
  svg::text(kLeft + 6, height(kTrained) - 6, "start",
            "trained length: " + std::to_string(kTrained) + " positions");
  draw("base 10000", 10000.0, svg::kShades[0]);
  draw("base 500000", 500000.0, svg::kShades[5]);
  svg::end();
}
