// Tables of points of data: octaves (NeRF, PyTorch3D), and Fourier features of a given matrix.
//
// The points of octaves stand in the table: as they are, or as the sine and cosine of the first
// octave, which say where a point is within its turn. Later octaves make whole turns of it.
#pragma once

#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "candidate.hpp"

namespace tables {

/// Octaves of k coordinates, with the coordinates themselves or without.
struct Octaves {
  bool by_pair;  ///< NeRF; else PyTorch3D
  Index axes;
  bool raw;
  bool pi;  ///< times π, as in the paper

  /// Throws: std::invalid_argument where no number of octaves has this width.
  Index count(Index width) const {
    const Index columns = width - (raw ? axes : 0);
    if (columns < 2 * axes || columns % (2 * axes) != 0 || columns / (2 * axes) > 39) {
      throw std::invalid_argument("another width");
    }
    return columns / (2 * axes);
  }
  /// The column with the sine of an octave of a coordinate; its cosine is `to_cosine` columns on.
  Index sine(Index width, Index octave, Index axis) const {
    if (by_pair) return (raw ? axes : 0) + 2 * axes * octave + axis;
    return axis * count(width) + octave;
  }
  Index to_cosine(Index width) const { return by_pair ? axes : axes * count(width); }

  std::string line(Index width) const {
    const std::string octaves = std::to_string(count(width)), k = std::to_string(axes);
    const std::string end =
        raw ? by_pair ? "RawInput::first)" : "RawInput::last)" : "RawInput::none)";
    if (!pi) {
      return std::string("presets::") + (by_pair ? "nerf(" : "pytorch3d(") + octaves + ", " + k +
             (raw       ? ")"
              : by_pair ? ", " + end
                        : ", 1.0, " + end);
    }
    const std::string ladder = "Frequencies::octaves(" + octaves + ").times_pi(1)";
    if (by_pair) return "AxialEncoding::pair_by_pair(" + ladder + ", " + k + ", " + end;
    return "AxialEncoding::sines_then_cosines({" + ladder + (axes > 1 ? ", ..." : "") + "}, " + end;
  }

  posenc::AxialEncoding make(Index width) const {
    using posenc::AxialEncoding;
    using posenc::RawInput;
    posenc::Frequencies ladder = posenc::Frequencies::octaves(count(width));
    if (pi) ladder = ladder.times_pi(1);
    if (by_pair) {
      return AxialEncoding::pair_by_pair(ladder, axes, raw ? RawInput::first : RawInput::none);
    }
    return AxialEncoding::sines_then_cosines(
        std::vector<posenc::Frequencies>(static_cast<std::size_t>(axes), ladder),
        raw ? RawInput::last : RawInput::none);
  }

  /// Radians per unit of each column; 0 for the coordinates themselves.
  Eigen::ArrayXd frequencies(Index width) const {
    Eigen::ArrayXd columns = Eigen::ArrayXd::Zero(width);
    for (Index i = 0; i < count(width); ++i) {
      for (Index a = 0; a < axes; ++a) {
        const Index c = sine(width, i, a);
        columns[c] = columns[c + to_cosine(width)] =
            std::ldexp(pi ? 3.14159265358979 : 1.0, static_cast<int>(i));
      }
    }
    return columns;
  }

  /// Whether coordinate 1 begins with the octave that follows those of coordinate 0: both are one.
  bool goes_on(const Eigen::MatrixXd& table) const {
    if (by_pair || axes == 1) return false;
    const Index width = table.cols(), last = sine(width, count(width) - 1, 0);
    const auto doubled = 2.0 * table.col(last).array() * table.col(last + to_cosine(width)).array();
    return ((doubled - table.col(sine(width, 0, 1)).array()).abs() < 1e-2).all();
  }

  /// Of the first octave only an angle is known: its points are found for the ladder without π, and
  /// not where it is the only one, which would fit whatever is in its columns.
  DataPoints points_in(const Eigen::MatrixXd& table) const {
    const Index width = table.cols();
    if (raw) {
      return {by_pair ? table.leftCols(axes) : table.rightCols(axes), "the points in its columns"};
    }
    if (pi || count(width) < 2 || goes_on(table)) return {};
    Eigen::MatrixXd found(table.rows(), axes);
    for (Index a = 0; a < axes; ++a) {
      const Index c = sine(width, 0, a);
      for (Index r = 0; r < table.rows(); ++r) {
        found(r, a) = std::atan2(table(r, c), table(r, c + to_cosine(width)));
      }
    }
    return {found, "the points of its first octave"};
  }
};

/// An encoding in a type, as a function of points.
template <class Encoding>
std::function<Rows(const Eigen::MatrixXd&)> rows_of(const Encoding& encoding,
                                                    const Eigen::ArrayXd& frequencies,
                                                    const std::string& type) {
  return [=](const Eigen::MatrixXd& points) -> Rows {
    const auto table = [&](auto zero) { return encoding.template table<decltype(zero)>(points); };
    return {table(0.0), in_type(type, table), frequencies};
  };
}

inline Candidate octave_table(const Octaves& octaves) {
  const auto line = [=](Index width) { return octaves.line(width); };
  const auto make = [=](Index width, const std::string& type) {
    return rows_of(octaves.make(width), octaves.frequencies(width), type);
  };
  const auto points_in = [=](const Eigen::MatrixXd& table) { return octaves.points_in(table); };
  return {"", octaves.axes, Places::data, line, make, points_in};
}

inline std::vector<Candidate> octave_tables() {
  std::vector<Candidate> list;
  for (const bool by_pair : {true, false}) {
    for (const Index axes : {3, 2, 1, 4}) {
      for (const bool raw : {true, false}) {
        for (const bool pi : {false, true}) {
          list.push_back(octave_table({by_pair, axes, raw, pi}));
        }
      }
    }
  }
  return list;
}

/// Fourier features of B, or of 2πB: the paper's.
inline Candidate fourier_table(const Eigen::MatrixXd& B, bool paper, posenc::Layout layout,
                               const std::string& word) {
  const std::string more = B.cols() > 1 ? ", ..." : "";
  const std::string line =
      "FourierFeatures(" +
      (paper ? "{Frequencies::given(B.col(0)).times_pi(2)" + more + "}" : std::string("B")) + word +
      ")";
  const auto make = [=](Index width, const std::string& type) {
    if (width != 2 * B.rows()) throw std::invalid_argument("another width");
    std::vector<posenc::Frequencies> axes;
    for (Index a = 0; a < B.cols(); ++a) {
      axes.push_back(posenc::Frequencies::given(B.col(a)));
      if (paper) axes.back() = axes.back().times_pi(2);
    }
    // An angle is at most the largest coordinate times this.
    const double most = B.cwiseAbs().rowwise().sum().maxCoeff() * (paper ? 6.28318530717959 : 1.0);
    return rows_of(posenc::FourierFeatures(axes, layout), Eigen::ArrayXd::Constant(width, most),
                   type);
  };
  return {"", B.cols(), Places::data, [=](Index) { return line; }, make};
}

/// In each layout; none without a matrix.
inline std::vector<Candidate> fourier_tables(const Eigen::MatrixXd& B) {
  using posenc::Layout;
  std::vector<Candidate> list;
  if (B.size() == 0) return list;
  for (const bool paper : {true, false}) {
    list.push_back(fourier_table(B, paper, Layout::cos_sin, ""));
    list.push_back(fourier_table(B, paper, Layout::sin_cos, ", Layout::sin_cos"));
    list.push_back(fourier_table(B, paper, Layout::interleaved, ", Layout::interleaved"));
    list.push_back(
        fourier_table(B, paper, Layout::interleaved_cos_sin, ", Layout::interleaved_cos_sin"));
  }
  return list;
}

}  // namespace tables
