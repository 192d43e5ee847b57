// Several axes: a table for points of a plane, a space or more.
//
// A point has coordinates a = 0, 1, ... A grid is all points of given values for each coordinate,
// the last coordinate running fastest: row r of a (height, width) grid is y = r / width, x = r mod
// width.
#pragma once

#include <Eigen/Core>
#include <utility>
#include <vector>

#include <posenc/detail/coordinates.hpp>
#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/outputs.hpp>
#include <posenc/detail/sinusoidal/axial_columns.hpp>
#include <posenc/detail/sinusoidal/call.hpp>
#include <posenc/detail/sinusoidal/grid.hpp>
#include <posenc/integer.hpp>
#include <posenc/layout.hpp>
#include <posenc/sinusoidal.hpp>

POSENC_BEGIN_NAMESPACE

/// A table whose columns each belong to one coordinate. Made once, then const; the entries have
/// the bits of the 1-D encodings that it is made of.
/// Shapes: points (n, coordinates()), out (n, width()); on a grid n is the product of the sizes.
/// Throws: std::invalid_argument before anything is written, as SinusoidalEncoding does.
class AxialEncoding {
 public:
  /// Columns that encode one coordinate.
  struct Block {
    Integer coordinate;
    SinusoidalEncoding encoding;
  };

  /// Blocks of columns side by side, in this order. A coordinate may have several, or none.
  explicit AxialEncoding(const std::vector<Block>& blocks) : columns_(blocks) {}

  /// The same in `width` columns: missing ones are zero, surplus ones are cut off.
  /// Throws: also where that cuts a sine from its cosine (Layout::cos_sin).
  AxialEncoding(const std::vector<Block>& blocks, Integer width) : columns_(blocks, width) {}

  /// Sine and cosine outermost: sines of coordinate 0, of coordinate 1, ..., then all cosines.
  /// Source: timm, build_sincos2d_pos_embed; PyTorch3D, HarmonicEmbedding (raw input last).
  static AxialEncoding sines_then_cosines(const std::vector<Frequencies>& coordinates,
                                          RawInput raw = RawInput::none);

  /// Frequency outermost: for each pair the sines of all coordinates, then their cosines.
  /// Source: Mildenhall et al. 2020 (NeRF), the code's Embedder (raw input first).
  static AxialEncoding pair_by_pair(const Frequencies& frequencies, Integer coordinates,
                                    RawInput raw = RawInput::none);

  Index width() const { return columns_.width(); }
  Index coordinates() const { return columns_.coordinates(); }

  /// Encodings of scattered points, one in each row of a matrix.
  template <class Scalar = double, int Order = Eigen::ColMajor, class Points>
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> table(
      const Eigen::DenseBase<Points>& points) const;
  template <class Out, class Points>
  void write(Out&& out, const Eigen::DenseBase<Points>& points) const;
  template <class Out, class Points>
  void add(Out&& out, const Eigen::DenseBase<Points>& points) const;

  /// Encodings of a grid: for each coordinate its size (values 0 .. size-1) or an Eigen vector of
  /// its values. The points are not formed: sines and cosines are computed once for each value.
  template <class Scalar = double, int Order = Eigen::ColMajor, class... Axes>
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> grid(const Axes&... axes) const;
  template <class Out, class... Axes>
  void write_grid(Out&& out, const Axes&... axes) const;
  template <class Out, class... Axes>
  void add_grid(Out&& out, const Axes&... axes) const;

 private:
  explicit AxialEncoding(detail::AxialColumns columns) : columns_(std::move(columns)) {}

  template <class Points>
  void encode(const detail::Call& call, const Eigen::DenseBase<Points>& points) const;
  template <class... Axes>
  void encode_grid(const detail::Call& call, const Axes&... axes) const;

  detail::AxialColumns columns_;
};

// -------------------------------------------------------------------------------------------------

inline AxialEncoding AxialEncoding::sines_then_cosines(const std::vector<Frequencies>& coordinates,
                                                       RawInput raw) {
  return AxialEncoding(detail::AxialColumns::sines_then_cosines(coordinates, raw));
}

inline AxialEncoding AxialEncoding::pair_by_pair(const Frequencies& frequencies,
                                                 Integer coordinates, RawInput raw) {
  return AxialEncoding(detail::AxialColumns::pair_by_pair(frequencies, coordinates, raw));
}

// --- Points --------------------------------------------------------------------------------------

template <class Points>
void AxialEncoding::encode(const detail::Call& call, const Eigen::DenseBase<Points>& points) const {
  if (call.cols != width()) {
    detail::fail_shape(call.function, "out", call.rows, width(), call.rows, call.cols);
  }
  const auto& read = detail::readable(points);
  detail::check_points(call.function, "points", read, call.rows, coordinates());
  for (Index a = 0; a < coordinates(); ++a) {
    detail::for_each_chunk(call.function, read.col(a),
                           [&](const double* chunk, Index n, Index begin) {
                             columns_.encode_coordinate(a, detail::skip_rows(call.output, begin),
                                                        {chunk, 0, n}, call.operation);
                           });
  }
  columns_.encode_zero_columns(call.output, call.rows, call.operation);
}

template <class Scalar, int Order, class Points>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> AxialEncoding::table(
    const Eigen::DenseBase<Points>& points) const {
  return detail::new_table<Scalar, Order>("AxialEncoding::table", points.rows(), width(), "points",
                                          [&](const detail::Call& call) { encode(call, points); });
}

template <class Out, class Points>
void AxialEncoding::write(Out&& out, const Eigen::DenseBase<Points>& points) const {
  encode(detail::call("AxialEncoding::write", detail::Operation::write, std::forward<Out>(out)),
         points);
}

template <class Out, class Points>
void AxialEncoding::add(Out&& out, const Eigen::DenseBase<Points>& points) const {
  encode(detail::call("AxialEncoding::add", detail::Operation::add, std::forward<Out>(out)),
         points);
}

// --- Grids ---------------------------------------------------------------------------------------

template <class... Axes>
void AxialEncoding::encode_grid(const detail::Call& call, const Axes&... axes) const {
  const Index points = detail::grid_rows(call.function, coordinates(), axes...);
  if (call.rows != points || call.cols != width()) {
    detail::fail_shape(call.function, "out", points, width(), call.rows, call.cols);
  }
  const auto encode_values = [&](Index coordinate, const detail::Rows& values, Index ahead) {
    columns_.encode_coordinate(coordinate, detail::skip_rows(call.output, ahead), values,
                               call.operation);
  };
  detail::for_each_axis(call.function, points, encode_values, axes...);
  columns_.encode_zero_columns(call.output, call.rows, call.operation);
}

template <class Scalar, int Order, class... Axes>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> AxialEncoding::grid(
    const Axes&... axes) const {
  const char* function = "AxialEncoding::grid";
  const auto filled = [&](const auto&... read) {
    return detail::new_table<Scalar, Order>(
        function, detail::grid_rows(function, coordinates(), read...), width(), "axes",
        [&](const detail::Call& call) { encode_grid(call, read...); });
  };
  return filled(detail::readable_axis(axes)...);
}

template <class Out, class... Axes>
void AxialEncoding::write_grid(Out&& out, const Axes&... axes) const {
  encode_grid(
      detail::call("AxialEncoding::write_grid", detail::Operation::write, std::forward<Out>(out)),
      detail::readable_axis(axes)...);
}

template <class Out, class... Axes>
void AxialEncoding::add_grid(Out&& out, const Axes&... axes) const {
  encode_grid(
      detail::call("AxialEncoding::add_grid", detail::Operation::add, std::forward<Out>(out)),
      detail::readable_axis(axes)...);
}

POSENC_END_NAMESPACE
