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
#include <posenc/detail/sinusoidal/encode.hpp>
#include <posenc/detail/sinusoidal/grid.hpp>
#include <posenc/integer.hpp>
#include <posenc/sinusoidal.hpp>

POSENC_BEGIN_NAMESPACE

/// A table whose columns each belong to one coordinate. Made once, then const; the entries have
/// the bits of the 1-D encodings that it is made of.
/// Shapes: points (n, coordinates()), out (n, width()); on a grid n is the product of the sizes.
/// Throws: std::invalid_argument before anything is written, as SinusoidalEncoding does.
class AxialEncoding {
 public:
  /// The columns that encode one coordinate: {coordinate, SinusoidalEncoding}.
  using Block = detail::AxialColumns::Block;

  /// Blocks of columns side by side, in this order. A coordinate may have several, or none.
  explicit AxialEncoding(const std::vector<Block>& blocks) : columns_(blocks) {}

  /// The same in `width` columns: what is missing is zero, what is too much is cut off.
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
  /// its values. The grid is never laid out: sines and cosines are made once for each value.
  template <class Scalar = double, int Order = Eigen::ColMajor, class... Axes>
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> grid(const Axes&... axes) const;
  template <class Out, class... Axes>
  void write_grid(Out&& out, const Axes&... axes) const;
  template <class Out, class... Axes>
  void add_grid(Out&& out, const Axes&... axes) const;

 private:
  explicit AxialEncoding(detail::AxialColumns columns) : columns_(std::move(columns)) {}

  template <class Points>
  void encode(const char* function, const detail::Output& output, Index rows, Index cols,
              const Eigen::DenseBase<Points>& points, detail::Operation operation) const;
  template <class... Axes>
  void encode_grid(const char* function, const detail::Output& output, Index rows, Index cols,
                   detail::Operation operation, const Axes&... axes) const;

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
void AxialEncoding::encode(const char* function, const detail::Output& output, Index rows,
                           Index cols, const Eigen::DenseBase<Points>& points,
                           detail::Operation operation) const {
  if (cols != width()) detail::fail_shape(function, "out", rows, width(), rows, cols);
  const auto& read = detail::readable(points);
  detail::check_points(function, "points", read, rows, coordinates());
  for (Index a = 0; a < coordinates(); ++a) {
    detail::for_each_chunk(function, read.col(a), [&](const double* chunk, Index n, Index begin) {
      columns_.encode_coordinate(a, detail::skip_rows(output, begin), {chunk, 0, n}, operation);
    });
  }
  columns_.encode_zero_columns(output, rows, operation);
}

template <class Scalar, int Order, class Points>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> AxialEncoding::table(
    const Eigen::DenseBase<Points>& points) const {
  detail::require_supported_scalar<Scalar>();
  detail::check_size("AxialEncoding::table", points.rows(), width(), sizeof(Scalar));
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> result(points.rows(), width());
  encode("AxialEncoding::table", detail::output_view(result), result.rows(), width(), points,
         detail::Operation::write);
  return result;
}

template <class Out, class Points>
void AxialEncoding::write(Out&& out, const Eigen::DenseBase<Points>& points) const {
  encode("AxialEncoding::write", detail::output_view(std::forward<Out>(out)), out.rows(),
         out.cols(), points, detail::Operation::write);
}

template <class Out, class Points>
void AxialEncoding::add(Out&& out, const Eigen::DenseBase<Points>& points) const {
  encode("AxialEncoding::add", detail::output_view(std::forward<Out>(out)), out.rows(), out.cols(),
         points, detail::Operation::add);
}

// --- Grids ---------------------------------------------------------------------------------------

template <class... Axes>
void AxialEncoding::encode_grid(const char* function, const detail::Output& output, Index rows,
                                Index cols, detail::Operation operation,
                                const Axes&... axes) const {
  const Index points = detail::grid_rows(function, coordinates(), axes...);
  if (rows != points || cols != width()) {
    detail::fail_shape(function, "out", points, width(), rows, cols);
  }
  const auto encode_values = [&](Index coordinate, const detail::Rows& values, Index ahead) {
    columns_.encode_coordinate(coordinate, detail::skip_rows(output, ahead), values, operation);
  };
  detail::for_each_axis(function, points, encode_values, axes...);
  columns_.encode_zero_columns(output, rows, operation);
}

template <class Scalar, int Order, class... Axes>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> AxialEncoding::grid(
    const Axes&... axes) const {
  const char* function = "AxialEncoding::grid";
  detail::require_supported_scalar<Scalar>();
  const auto filled = [&](const auto&... read) {
    const Index rows = detail::grid_rows(function, coordinates(), read...);
    detail::check_size(function, rows, width(), sizeof(Scalar), "axes");
    Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> result(rows, width());
    encode_grid(function, detail::output_view(result), rows, width(), detail::Operation::write,
                read...);
    return result;
  };
  return filled(detail::readable_axis(axes)...);
}

template <class Out, class... Axes>
void AxialEncoding::write_grid(Out&& out, const Axes&... axes) const {
  encode_grid("AxialEncoding::write_grid", detail::output_view(std::forward<Out>(out)), out.rows(),
              out.cols(), detail::Operation::write, detail::readable_axis(axes)...);
}

template <class Out, class... Axes>
void AxialEncoding::add_grid(Out&& out, const Axes&... axes) const {
  encode_grid("AxialEncoding::add_grid", detail::output_view(std::forward<Out>(out)), out.rows(),
              out.cols(), detail::Operation::add, detail::readable_axis(axes)...);
}

POSENC_END_NAMESPACE
