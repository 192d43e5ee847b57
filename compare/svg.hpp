// A chart of lines as SVG: axes with ticks, a label at the end of each line.
//
// Lines differ by colour, dash and marker, and their colours by lightness too, so that they can be
// told apart in black and white.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace compare {

using Point = std::pair<double, double>;

struct Line {
  std::string label;
  std::vector<Point> points;
  bool baseline = false;  ///< grey and without markers
};

struct Tick {
  double at;
  std::string label;
};

struct Axis {
  std::string label;
  double low, high;
  bool log;
  std::vector<Tick> ticks;
  double place(double value) const {
    const auto measure = [this](double v) { return log ? std::log(v) : v; };
    return (measure(value) - measure(low)) / (measure(high) - measure(low));
  }
};

struct Chart {
  std::string title;
  Axis x, y;
  std::vector<Line> lines;
  bool markers = true;
};

class Svg {
 public:
  Svg(double width, double height) {
    add("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + number(width) + ' ' +
        number(height) + "\" font-family=\"sans-serif\" font-size=\"13\">\n" +
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
  }

  /// The chart with its axes in the given rectangle; `margin` pixels to the right are for labels.
  void draw(const Chart& chart, double left, double top, double width, double height) {
    const auto x = [&](double v) { return left + width * chart.x.place(v); };
    const auto y = [&](double v) { return top + height * (1.0 - chart.y.place(v)); };
    text(left, top - 14, "start", "#000",
         "<tspan font-weight=\"bold\">" + chart.title + "</tspan>");
    for (const Tick& tick : chart.y.ticks) {
      path("#ddd", "", 1, {{left, y(tick.at)}, {left + width, y(tick.at)}});
      text(left - 8, y(tick.at) + 4, "end", "#333", tick.label);
    }
    for (const Tick& tick : chart.x.ticks) {
      path("#ddd", "", 1, {{x(tick.at), top}, {x(tick.at), top + height}});
      text(x(tick.at), top + height + 18, "middle", "#333", tick.label);
    }
    text(left + width / 2, top + height + 38, "middle", "#000", chart.x.label);
    add("<text transform=\"translate(" + number(left - 52) + ' ' + number(top + height / 2) +
        ") rotate(-90)\" text-anchor=\"middle\">" + chart.y.label + "</text>\n");
    draw_lines(chart, x, y, left + width, top + 8, top + height);
  }

  /// Throws: std::runtime_error where the file cannot be written.
  void save(const std::string& file) {
    std::ofstream out(file);
    out << body_ << "</svg>\n";
    if (!out.flush()) throw std::runtime_error(file + ": cannot be written");
  }

 private:
  struct Pen {
    const char *colour, *dash;
  };

  /// Dark to light, even steps of lightness (viridis without its lightest part).
  static Pen pen(std::size_t line) {
    constexpr Pen kPens[] = {{"#440154", ""}, {"#433e85", "8 3"},      {"#2f6b8e", "2 3"},
                             {"#1e9289", ""}, {"#3aae6c", "10 3 2 3"}, {"#8bb92c", "5 3"}};
    return kPens[line % 6];
  }

  template <class X, class Y>
  void draw_lines(const Chart& chart, X x, Y y, double right, double highest, double lowest) {
    std::vector<std::pair<double, std::size_t>> labels;
    std::vector<Pen> pens;
    std::size_t coloured = 0;
    for (std::size_t i = 0; i < chart.lines.size(); ++i) {
      const Line& line = chart.lines[i];
      pens.push_back(line.baseline ? Pen{"#777", "1 3"} : pen(coloured));
      std::vector<Point> pixels;
      for (const Point& point : line.points) pixels.emplace_back(x(point.first), y(point.second));
      path(pens[i].colour, pens[i].dash, 2, pixels);
      if (!pixels.empty()) labels.emplace_back(pixels.back().second, i);
      if (line.baseline) continue;
      if (chart.markers) {
        for (const Point& at : pixels) marker(coloured, at);
      }
      ++coloured;
    }
    spread(labels, highest, lowest);
    for (const auto& label : labels) {
      text(right + 10, label.first + 4, "start", pens[label.second].colour,
           chart.lines[label.second].label);
    }
  }

  /// Labels keep their order and do not overlap.
  static void spread(std::vector<std::pair<double, std::size_t>>& labels, double highest,
                     double lowest) {
    constexpr double kLine = 16;
    std::sort(labels.begin(), labels.end());
    double above = highest - kLine;
    for (auto& label : labels) above = label.first = (std::max)(label.first, above + kLine);
    double below = lowest + kLine;
    for (std::size_t i = labels.size(); i-- > 0;) {
      below = labels[i].first = (std::min)(labels[i].first, below - kLine);
    }
  }

  void marker(std::size_t line, const Point& at) {
    const std::string colour = pen(line).colour, cx = number(at.first), cy = number(at.second);
    const std::string fill = line % 2 == 0 ? colour : "white";
    if (line % 3 == 0) {
      add("<circle r=\"4\" cx=\"" + cx + "\" cy=\"" + cy + "\"");
    } else {
      add(std::string("<path d=\"M") + cx + ' ' + cy +
          (line % 3 == 1 ? "m-4 -4h8v8h-8z\"" : "m0 -5l5 9h-10z\""));
    }
    add(" stroke=\"" + colour + "\" fill=\"" + fill + "\"/>\n");
  }

  void path(const std::string& colour, const std::string& dash, int stroke,
            const std::vector<Point>& points) {
    std::string d;
    for (const Point& at : points) {
      d += (d.empty() ? "M" : "L") + number(at.first) + ' ' + number(at.second);
    }
    add("<path fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"" + std::to_string(stroke) +
        (dash.empty() ? "" : "\" stroke-dasharray=\"" + dash) + "\" d=\"" + d + "\"/>\n");
  }

  void text(double x, double y, const char* anchor, const std::string& colour,
            const std::string& words) {
    add("<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor +
        "\" fill=\"" + colour + "\">" + words + "</text>\n");
  }

  static std::string number(double value) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.1f", value);
    return digits;
  }

  void add(const std::string& piece) { body_ += piece; }

  std::string body_;
};

}  // namespace compare
