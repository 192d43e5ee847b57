// A table that posenc_identify knows: the line of posenc that makes it, and its rows at given
// points.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <posenc/posenc.hpp>

namespace tables {

using Eigen::Index;

/// Rows of a table, and the radians per position of each column.
struct Rows {
  Eigen::MatrixXd exact;    ///< to the nearest double
  Eigen::MatrixXd nearest;  ///< as posenc writes them in the type of the table
  Eigen::ArrayXd frequencies;
};

/// Where the rows of a table are.
enum class Places {
  counted,     ///< first, first + 1, ...; on a grid along each axis, the last one fastest
  detr,        ///< pixels, normalised as DETR does
  deformable,  ///< pixels, normalised as Deformable DETR does
  data         ///< points of data, which are given or stand in the table itself
};

/// Points of data, one per row, with a description of them; none if `points` is empty.
struct DataPoints {
  Eigen::MatrixXd points;
  std::string which;
};

struct Candidate {
  std::string name;  ///< for --write; empty where a line has no name of its own
  Index axes = 1;    ///< coordinates of a row
  Places places = Places::counted;
  /// The line of posenc that makes it, for a width.
  std::function<std::string(Index width)> line;
  /// A table of this width and type ("f2", "f4", "f8"), to be evaluated at points, one a row.
  /// Throws: std::invalid_argument for a width that it has no table of.
  std::function<std::function<Rows(const Eigen::MatrixXd& points)>(Index width,
                                                                   const std::string& type)>
      make;
  /// The points that stand in a table itself.
  std::function<DataPoints(const Eigen::MatrixXd& table)> points_in = nullptr;
};

/// The points of a table with so many rows along each axis.
inline Eigen::MatrixXd points_of(Places places, const std::vector<Index>& sizes, Index first) {
  if (places != Places::counted) {
    const auto pixels = posenc::detr_positions(Eigen::ArrayXXi::Ones(sizes[0], sizes[1]));
    return posenc::normalized_positions(pixels, places == Places::deformable ? 0.5 : 0.0).points();
  }
  Index rows = 1;
  for (const Index size : sizes) rows *= size;
  const auto axes = static_cast<Index>(sizes.size());
  Eigen::MatrixXd points(rows, axes);
  for (Index r = 0; r < rows; ++r) {
    Index rest = r;
    for (Index a = axes; a-- > 0;) {
      const Index size = sizes[static_cast<std::size_t>(a)];
      points(r, a) = static_cast<double>(first + rest % size);
      rest /= size;
    }
  }
  return points;
}

/// What `make` returns for a scalar of the type, as doubles.
template <class Make>
Eigen::MatrixXd in_type(const std::string& type, Make&& make) {
  if (type == "f2") return make(Eigen::half{}).template cast<double>();
  if (type == "f4") return make(float{}).template cast<double>();
  return make(double{});
}

inline std::string number(double x) {
  std::string text = std::to_string(x);
  text.erase(text.find_last_not_of('0') + 1);
  return text.back() == '.' ? text + '0' : text;
}

}  // namespace tables
