// Code shared by the pictures: SVG on standard output, in pixels from the top left corner.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

namespace svg {

/// From dark to light in even steps (viridis), so that the order also shows in black and white.
constexpr const char* kShades[] = {"#440154", "#482475", "#414487", "#355f8d", "#2a788e", "#21918c",
                                   "#22a884", "#44bf70", "#7ad151", "#bddf26", "#fde725"};
constexpr int kLastShade = 10;

inline void begin(int width, int height) {
  std::printf(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
      "font-family=\"sans-serif\" font-size=\"13\">\n"
      "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
      width, height);
}

inline void end() {
  std::printf("</svg>\n");
}

/// `anchor`: start, middle or end of the words is at (x, y).
inline void text(double x, double y, const char* anchor, const std::string& words,
                 const char* colour = "#000") {
  std::printf("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">%s</text>\n", x, y,
              anchor, colour, words.c_str());
}

inline void title(double x, double y, const std::string& words) {
  text(x, y, "start", "<tspan font-weight=\"bold\">" + words + "</tspan>");
}

/// Text that runs upwards, with its middle at (x, y).
inline void upright(double x, double y, const std::string& words) {
  std::printf(
      "<text transform=\"translate(%.1f %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n", x,
      y, words.c_str());
}

/// `dash`: lengths of strokes and gaps, none for a whole line.
inline void line(double x1, double y1, double x2, double y2, const char* colour = "#ddd",
                 double width = 1.0, const char* dash = "none") {
  std::printf("<path stroke=\"%s\" stroke-width=\"%.1f\" stroke-dasharray=\"%s\" ", colour, width,
              dash);
  std::printf("d=\"M%.1f %.1fL%.1f %.1f\"/>\n", x1, y1, x2, y2);
}

inline void circle(double x, double y, double radius, const char* colour, const char* fill) {
  std::printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" stroke=\"%s\" fill=\"%s\"/>\n", x, y,
              radius, colour, fill);
}

struct HeatMap {
  double left, top;
  int cell;          ///< pixels
  double low, high;  ///< the values of the darkest and of the lightest shade

  /// One square for each entry; a path for each shade, a stroke for each run of it in a column.
  void draw(const Eigen::MatrixXd& values) const {
    std::vector<std::string> paths(kLastShade + 1);
    const auto shade = [&](Eigen::Index r, Eigen::Index c) {
      const long s = std::lround((values(r, c) - low) / (high - low) * kLastShade);
      return static_cast<std::size_t>((std::min)((std::max)(s, 0L), long{kLastShade}));
    };
    for (Eigen::Index c = 0; c < values.cols(); ++c) {
      Eigen::Index run = 0;
      for (Eigen::Index r = 0; r < values.rows(); r = run) {
        while (run < values.rows() && shade(run, c) == shade(r, c)) ++run;
        paths[shade(r, c)] +=
            "M" + std::to_string(c) + " " + std::to_string(r) + "v" + std::to_string(run - r);
      }
    }
    std::printf("<g transform=\"translate(%.1f %.1f) scale(%d) translate(0.5 0)\" ", left, top,
                cell);
    std::printf("stroke-width=\"1.05\" shape-rendering=\"crispEdges\">\n");
    for (std::size_t s = 0; s < paths.size(); ++s) {
      if (!paths[s].empty()) {
        std::printf("<path stroke=\"%s\" d=\"%s\"/>\n", kShades[s], paths[s].c_str());
      }
    }
    std::printf("</g>\n");
  }

  /// The middle of a column, and of a row.
  double x(int column) const { return left + cell * (column + 0.5); }
  double y(int row) const { return top + cell * (row + 0.5); }

  void column_tick(int column, double bottom) const {
    line(x(column), bottom, x(column), bottom + 4, "#333");
    text(x(column), bottom + 17, "middle", std::to_string(column), "#333");
  }

  void row_tick(int row) const {
    line(left - 4, y(row), left, y(row), "#333");
    text(left - 7, y(row) + 4, "end", std::to_string(row), "#333");
  }

  /// The shades from low (at the bottom) to high, with these values next to them, and above them
  /// what they measure.
  void colour_bar(double x0, double height, const char* what,
                  const std::vector<const char*>& labels) const {
    const double step = height / (kLastShade + 1);
    text(x0, top - 8, "start", what, "#333");
    for (int s = 0; s <= kLastShade; ++s) {
      std::printf("<rect x=\"%.1f\" y=\"%.1f\" width=\"16\" height=\"%.1f\" fill=\"%s\"/>\n", x0,
                  top + step * (kLastShade - s), step + 0.3, kShades[s]);
    }
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const double part = static_cast<double>(i) / static_cast<double>(labels.size() - 1);
      const double at = top + step * (0.5 + kLastShade * (1.0 - part));
      line(x0 + 16, at, x0 + 20, at, "#333");
      text(x0 + 24, at + 4, "start", labels[i], "#333");
    }
  }
};

}  // namespace svg
