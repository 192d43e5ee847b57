// Positions of tokens on one axis or several, on their way into the library.
#pragma once

#include <Eigen/Core>
#include <algorithm>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/rotary/rotate.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Throws unless points are a matrix of rows x axes with a valid position in each entry.
template <class Points>
void check_points(const char* function, const char* argument,
                  const Eigen::DenseBase<Points>& points, Index rows, Index axes) {
  if (points.rows() != rows || points.cols() != axes) {
    fail_shape(function, argument, rows, axes, points.rows(), points.cols());
  }
  for (Index a = 0; a < axes; ++a) {
    check_positions(function, points.derived().col(a), rows, {argument, 0, -1, a});
  }
}

/// Throws unless there are valid positions for each of `tokens` tokens on each axis: a vector for
/// one axis, a matrix of tokens x axes for several.
template <class Positions>
void check_coordinates(const char* function, const Eigen::DenseBase<Positions>& positions,
                       Index tokens, Index axes, const char* argument = "positions") {
  if constexpr (Positions::IsVectorAtCompileTime) {
    if (axes == 1) return check_positions(function, positions, tokens, {argument});
  }
  check_points(function, argument, positions, tokens, axes);
}

/// Stack room for coordinates on their way into the library: less than for positions of a table,
/// since rotation itself needs more, and sorts no positions.
constexpr Index kCoordinateChunk = 512;

/// Calls f(positions, number of tokens, index of the first) for each chunk, without allocation.
template <class Positions, class F>
void for_each_coordinates(const char* function, const Eigen::DenseBase<Positions>& positions,
                          Index axes, F&& f) {
  const bool list = Positions::IsVectorAtCompileTime && axes == 1;  // a column or a row
  const Index tokens = list ? positions.size() : positions.rows();
  double buffer[kCoordinateChunk];
  const Index most = kCoordinateChunk / axes;
  for (Index begin = 0; begin < tokens; begin += most) {
    const Index n = (std::min<Index>)(most, tokens - begin);
    if constexpr (Positions::IsVectorAtCompileTime) {
      if (list) copy_positions(function, positions, begin, n, buffer);
    }
    for (Index a = 0; a < axes && !list; ++a) {
      copy_positions(function, positions.derived().col(a), begin, n, buffer + a * most);
    }
    f(TokenPositions{buffer, most, 0}, n, begin);
  }
}

}  // namespace detail
POSENC_END_NAMESPACE
