// Several axes: a table for points of a plane, a space or more.
//
// A point has coordinates a = 0, 1, ... A grid is all points of given values for each coordinate,
// the last coordinate running fastest: row r of a (height, width) grid is y = r / width, x = r mod
// width.
#pragma once

#include <Eigen/Core>
#include <array>
#include <utility>
#include <vector>

#include <posenc/detail/arguments.hpp>
#include <posenc/sinusoidal.hpp>

namespace posenc {

/// Where the coordinates themselves are kept among the columns.
enum class RawInput { none, first, last };

/// A table whose columns each belong to one coordinate. Made once, then const; the entries have
/// the bits of the 1-D encodings that it is made of.
/// Shapes: points (n, coordinates()), out (n, width()); on a grid n is the product of the sizes.
/// Throws: std::invalid_argument before anything is written, as SinusoidalEncoding does.
class AxialEncoding {
 public:
  /// The columns that encode one coordinate.
  struct Block {
    Integer coordinate;
    SinusoidalEncoding encoding;
  };

  /// Blocks of columns side by side, in this order. A coordinate may have several, or none.
  explicit AxialEncoding(std::vector<Block> blocks);

  /// The same in `width` columns: what is missing is zero, what is too much is cut off.
  /// Throws: also where that cuts a sine from its cosine (Layout::cos_sin).
  AxialEncoding(std::vector<Block> blocks, Integer width);

  /// Sine and cosine outermost: sines of coordinate 0, of coordinate 1, ..., then all cosines.
  /// Source: timm, build_sincos2d_pos_embed; PyTorch3D, HarmonicEmbedding (raw input last).
  static AxialEncoding sines_then_cosines(const std::vector<Frequencies>& coordinates,
                                          RawInput raw = RawInput::none);

  /// Frequency outermost: for each pair the sines of all coordinates, then their cosines.
  /// Source: Mildenhall et al. 2020 (NeRF), the code's Embedder (raw input first).
  static AxialEncoding pair_by_pair(const Frequencies& frequencies, Integer coordinates,
                                    RawInput raw = RawInput::none);

  Index width() const { return width_; }
  Index coordinates() const { return coordinates_; }

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
  struct Part {
    Index coordinate;
    detail::Placement placement;
    detail::PhasorHandle phasors;
  };

  AxialEncoding(std::vector<Part> parts, Index coordinates, Index width, RawInput raw);

  template <class Points>
  void encode(const char* function, const detail::Output& output, Index rows, Index cols,
              const Eigen::DenseBase<Points>& points, detail::Operation operation) const;
  template <class... Axes>
  void encode_grid(const char* function, const detail::Output& output, Index rows, Index cols,
                   detail::Operation operation, const Axes&... axes) const;
  template <class... Axes>
  Index grid_rows(const char* function, const Axes&... axes) const;
  void encode_coordinate(Index coordinate, const detail::Output& output, const detail::Rows& rows,
                         detail::Operation operation) const;
  void encode_zero_columns(const detail::Output& output, Index rows,
                           detail::Operation operation) const;

  std::vector<Part> parts_;
  Index coordinates_, width_;
  Index raw_column_ = -1;   // of coordinate 0, the others follow; -1 where there is none
  Index zero_columns_ = 0;  // at the end
};

// -------------------------------------------------------------------------------------------------

inline AxialEncoding::AxialEncoding(std::vector<Part> parts, Index coordinates, Index width,
                                    RawInput raw)
    : parts_(std::move(parts)), coordinates_(coordinates), width_(width) {
  if (raw == RawInput::none) return;
  raw_column_ = raw == RawInput::first ? 0 : width_;
  width_ += coordinates;
  if (raw == RawInput::last) return;
  for (Part& part : parts_) {
    part.placement.sine += coordinates;
    part.placement.cosine += coordinates;
  }
}

inline AxialEncoding::AxialEncoding(std::vector<Block> blocks)
    : AxialEncoding(blocks, [&] {
        Index width = 0;
        for (const Block& block : blocks) width += block.encoding.width();
        return width;
      }()) {}

inline AxialEncoding::AxialEncoding(std::vector<Block> blocks, Integer width)
    : coordinates_(0), width_(static_cast<Index>(width.value())) {
  const char* function = "AxialEncoding";
  if (width_ < 1) detail::fail(function, "width", "at least 1", static_cast<long long>(width_));
  if (blocks.empty()) detail::fail(function, "blocks", "at least one", 0LL);
  Index begin = 0;
  for (const Block& block : blocks) {
    const std::int64_t a = block.coordinate.value();
    if (a < 0 || a > 1000) {
      detail::fail(function, "coordinate", "from 0 to 1000", static_cast<long long>(a));
    }
    coordinates_ = (std::max)(coordinates_, static_cast<Index>(a) + 1);
    detail::Placement p = block.encoding.placement_;
    const auto kept = [&](Index first, Index count) {
      const Index room = width_ - begin - first + p.step - 1;
      return (std::max)(Index{0}, (std::min)(count, room / p.step));
    };
    p.sines = kept(p.sine, p.sines);
    p.cosines = kept(p.cosine, p.cosines);
    if (p.cosines > p.sines) {
      detail::fail(function, "width", "one that cuts no sine from its cosine",
                   static_cast<long long>(width_));
    }
    if (p.zero_column >= width_ - begin) p.zero_column = -1;
    p.sine += begin;
    p.cosine += begin;
    if (p.zero_column >= 0) p.zero_column += begin;
    parts_.push_back({static_cast<Index>(a), p, block.encoding.phasors_});
    begin += block.encoding.width();
  }
  zero_columns_ = (std::max)(Index{0}, width_ - begin);
}

inline AxialEncoding AxialEncoding::sines_then_cosines(const std::vector<Frequencies>& coordinates,
                                                       RawInput raw) {
  if (coordinates.empty()) {
    detail::fail("AxialEncoding::sines_then_cosines", "coordinates", "at least one", 0LL);
  }
  Index pairs = 0;
  for (const Frequencies& frequencies : coordinates) pairs += frequencies.size();
  std::vector<Part> parts;
  Index begin = 0;
  for (const Frequencies& frequencies : coordinates) {
    const Index n = frequencies.size();
    parts.push_back({static_cast<Index>(parts.size()),
                     {begin, pairs + begin, 1, n, n, -1},
                     detail::make_phasor_table(*frequencies.handle())});
    begin += n;
  }
  return AxialEncoding(std::move(parts), static_cast<Index>(coordinates.size()), 2 * pairs, raw);
}

inline AxialEncoding AxialEncoding::pair_by_pair(const Frequencies& frequencies,
                                                 Integer coordinates, RawInput raw) {
  const auto count = static_cast<Index>(coordinates.value());
  if (count < 1 || count > 1000) {
    detail::fail("AxialEncoding::pair_by_pair", "coordinates", "from 1 to 1000",
                 static_cast<long long>(count));
  }
  const Index n = frequencies.size();
  const detail::PhasorHandle phasors = detail::make_phasor_table(*frequencies.handle());
  std::vector<Part> parts;
  for (Index a = 0; a < count; ++a) {
    parts.push_back({a, {a, count + a, 2 * count, n, n, -1}, phasors});
  }
  return AxialEncoding(std::move(parts), count, 2 * n * count, raw);
}

// --- Points --------------------------------------------------------------------------------------

inline void AxialEncoding::encode_coordinate(Index coordinate, const detail::Output& output,
                                             const detail::Rows& rows,
                                             detail::Operation operation) const {
  for (const Part& part : parts_) {
    if (part.coordinate == coordinate) {
      detail::encode(*part.phasors, part.placement, rows, output, operation);
    }
  }
  if (raw_column_ >= 0) {
    detail::encode_raw(rows, detail::skip_columns(output, raw_column_ + coordinate), operation);
  }
}

inline void AxialEncoding::encode_zero_columns(const detail::Output& output, Index rows,
                                               detail::Operation operation) const {
  for (Index c = width_ - zero_columns_; c < width_; ++c) {
    detail::encode_zeros(rows, detail::skip_columns(output, c), operation);
  }
}

template <class Points>
void AxialEncoding::encode(const char* function, const detail::Output& output, Index rows,
                           Index cols, const Eigen::DenseBase<Points>& points,
                           detail::Operation operation) const {
  if (points.rows() != rows || points.cols() != coordinates_) {
    detail::fail_shape(function, "points", rows, coordinates_, points.rows(), points.cols());
  }
  if (cols != width_) detail::fail_shape(function, "out", rows, width_, rows, cols);
  for (Index a = 0; a < coordinates_; ++a) {
    detail::check_positions(function, points.derived().col(a), rows, {"points", 0, -1, a});
  }
  for (Index a = 0; a < coordinates_; ++a) {
    detail::for_each_chunk(
        function, points.derived().col(a), [&](const double* chunk, Index n, Index begin) {
          encode_coordinate(a, detail::skip_rows(output, begin), {chunk, 0, n}, operation);
        });
  }
  encode_zero_columns(output, rows, operation);
}

template <class Scalar, int Order, class Points>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> AxialEncoding::table(
    const Eigen::DenseBase<Points>& points) const {
  detail::require_supported_scalar<Scalar>();
  detail::check_size("AxialEncoding::table", points.rows(), width_, sizeof(Scalar));
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> result(points.rows(), width_);
  encode("AxialEncoding::table", detail::output_view(result), result.rows(), width_, points,
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

namespace detail {

template <class Axis>
constexpr bool is_size = std::is_integral<Axis>::value;

/// Number of values of an axis, valid ones.
template <class Axis>
std::int64_t checked_axis(const char* function, const Axis& axis) {
  if constexpr (is_size<Axis>) {
    const std::int64_t size = Integer(axis).value();
    if (size < 1) fail(function, "axis", "at least 1 value", static_cast<long long>(size));
    check_range(function, 0, static_cast<Index>(size), "axis");
    return size;
  } else {
    if (axis.size() < 1) fail(function, "axis", "at least 1 value", 0LL);
    check_positions(function, axis, axis.size(), {"axis"});
    return axis.size();
  }
}

/// Calls f(rows, rows of the output that are ahead) until all values of an axis had their turn.
template <class Axis, class F>
void for_each_value(const char* function, const Axis& axis, Index outer, Index inner, F&& f) {
  if constexpr (is_size<Axis>) {
    f(Rows{nullptr, 0, static_cast<Index>(axis), outer, inner, 0}, Index{0});
  } else {
    for_each_chunk(function, axis, [&](const double* chunk, Index n, Index begin) {
      f(Rows{chunk, 0, n, outer, inner, axis.size() - n}, begin * inner);
    });
  }
}

}  // namespace detail

template <class... Axes>
Index AxialEncoding::grid_rows(const char* function, const Axes&... axes) const {
  if (static_cast<Index>(sizeof...(axes)) != coordinates_) {
    detail::fail_size(function, "axes", coordinates_, sizeof...(axes));
  }
  Index rows = 1;
  for (const std::int64_t size : {detail::checked_axis(function, axes)...}) {
    detail::check_size(function, rows, static_cast<Index>(size), sizeof(double));
    rows *= static_cast<Index>(size);
  }
  return rows;
}

template <class... Axes>
void AxialEncoding::encode_grid(const char* function, const detail::Output& output, Index rows,
                                Index cols, detail::Operation operation,
                                const Axes&... axes) const {
  const Index points = grid_rows(function, axes...);
  if (rows != points || cols != width_) {
    detail::fail_shape(function, "out", points, width_, rows, cols);
  }
  Index coordinate = 0;
  Index outer = 1;
  const auto encode_axis = [&](const auto& axis) {
    const auto size = static_cast<Index>(detail::checked_axis(function, axis));
    const Index inner = points / outer / size;
    detail::for_each_value(function, axis, outer, inner, [&](const detail::Rows& r, Index ahead) {
      encode_coordinate(coordinate, detail::skip_rows(output, ahead), r, operation);
    });
    outer *= size;
    ++coordinate;
  };
  (encode_axis(axes), ...);
  encode_zero_columns(output, rows, operation);
}

template <class Scalar, int Order, class... Axes>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> AxialEncoding::grid(
    const Axes&... axes) const {
  detail::require_supported_scalar<Scalar>();
  const Index rows = grid_rows("AxialEncoding::grid", axes...);
  detail::check_size("AxialEncoding::grid", rows, width_, sizeof(Scalar));
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> result(rows, width_);
  encode_grid("AxialEncoding::grid", detail::output_view(result), rows, width_,
              detail::Operation::write, axes...);
  return result;
}

template <class Out, class... Axes>
void AxialEncoding::write_grid(Out&& out, const Axes&... axes) const {
  encode_grid("AxialEncoding::write_grid", detail::output_view(std::forward<Out>(out)), out.rows(),
              out.cols(), detail::Operation::write, axes...);
}

template <class Out, class... Axes>
void AxialEncoding::add_grid(Out&& out, const Axes&... axes) const {
  encode_grid("AxialEncoding::add_grid", detail::output_view(std::forward<Out>(out)), out.rows(),
              out.cols(), detail::Operation::add, axes...);
}

}  // namespace posenc
