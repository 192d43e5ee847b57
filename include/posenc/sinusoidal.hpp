// The table of sinusoidal positional encodings: compute it, write it, add it, shift it.
//
// n positions (rows), d channels (columns), i the pair, p the position, ω_i the frequency.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/outputs.hpp>
#include <posenc/detail/phasors/phasor_table.hpp>
#include <posenc/detail/sinusoidal/call.hpp>
#include <posenc/frequencies.hpp>
#include <posenc/integer.hpp>
#include <posenc/layout.hpp>

POSENC_BEGIN_NAMESPACE

/// The table of the paper, as a plain matrix. Write Eigen::MatrixXd s = x + ..., not auto s: an
/// expression keeps no copy of a temporary matrix.
/// Formula: PE(p, 2i) = sin(p 10000^(-2i/d)), PE(p, 2i+1) = cos(p 10000^(-2i/d)).
/// Shapes: (seq_len, d_model).
/// Throws: std::invalid_argument unless seq_len >= 0 and d_model is from 1 to 2^23 and, under
/// OddWidth::reject, even.
/// Source: Vaswani et al. 2017, section 3.5.
template <class Scalar = double, int Order = Eigen::ColMajor>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> sinusoidal_positional_encoding(
    Integer seq_len, Integer d_model, OddWidth odd = OddWidth::reject);

namespace detail {
class AxialColumns;
}

/// Sinusoidal positional encoding: made once, then const and shared by threads. It has no maximum
/// length; copies share one set of tables. A moved-from object may only be assigned to or
/// destroyed.
/// Formula: sine column of pair i: sin(p ω_i); cosine column: cos(p ω_i).
/// Shapes: (rows, width()), row r at position first + r or positions[r].
/// Units: positions are integers or reals of any sign up to 2^53 in magnitude, in an Eigen vector;
/// one real number is the position of one row.
/// Throws: std::invalid_argument before anything is written: a wrong number of rows, columns or
/// positions, a position that is not finite or beyond 2^53, a size that overflows.
/// Source: Vaswani et al. 2017, section 3.5.
///
/// Example:
///     #include <iostream>
///     #include <posenc/sinusoidal.hpp>
///
///     int main() {
///       const posenc::SinusoidalEncoding encoding(8);
///       Eigen::MatrixXf x = Eigen::MatrixXf::Zero(4, 8);  // a token in each row
///       encoding.add(x);  // tokens 0 to 3
///       encoding.write(x, Eigen::Vector4d(7, 2.5, -1, 1e9));
///       encoding.write(x.row(0), 0.25);  // one real position
///       x.row(1) = encoding.row<float>(0.25);
///       std::cout << x << "\n" << encoding.table(2, 1000) << "\n";
///     }
class SinusoidalEncoding {
 public:
  /// The paper's convention: Frequencies::geometric(width), Layout::interleaved.
  /// Throws: as pair_count(width, odd).
  explicit SinusoidalEncoding(Integer width, OddWidth odd = OddWidth::reject);

  /// Any frequencies in any layout; width() is twice their number, even if geometric() was given an
  /// odd width.
  explicit SinusoidalEncoding(Frequencies frequencies, Layout layout = Layout::interleaved);

  /// The same, with a width that may be odd.
  /// Throws: std::invalid_argument unless pair_count(width, odd) is the number of frequencies, and
  /// for Layout::interleaved_cos_sin with a cosine to drop.
  SinusoidalEncoding(Frequencies frequencies, Layout layout, Integer width, OddWidth odd);

  Index width() const { return width_; }
  Layout layout() const { return layout_; }
  const Frequencies& frequencies() const { return frequencies_; }
  double amplitude() const { return placement_.amplitude; }

  /// A copy that multiplies all sines and cosines by `amplitude`: it takes the nearest double of
  /// each and rounds the product to double, then to the scalar. An amplitude of 1, the default,
  /// costs and changes nothing.
  /// Formula: amplitude sin(p ω_i), amplitude cos(p ω_i).
  /// Error: 0.5 ulp + |amplitude| 2^-52.
  /// Throws: std::invalid_argument unless the amplitude is finite and at most 2^53 in magnitude.
  SinusoidalEncoding with_amplitude(double amplitude) const;

  /// A new matrix of the encodings of positions first .. first + count - 1.
  template <class Scalar = double, int Order = Eigen::ColMajor>
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> table(Integer count,
                                                                     Integer first = 0) const;

  /// A new matrix of the encodings of the given positions.
  template <class Scalar = double, int Order = Eigen::ColMajor,
            class Positions = detail::PositionList, detail::IfPositions<Positions> = 0>
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> table(
      const Positions& positions) const;

  /// The encoding of one position, an integer or a real number, as a row vector.
  template <class Scalar = double, class Position = std::int64_t>
  Eigen::Matrix<Scalar, 1, Eigen::Dynamic> row(Position position) const;

  /// Writes the encodings of positions first, first + 1, ... into the rows of `out`: any writable
  /// Eigen expression with direct access. Never resizes, never allocates.
  template <class Out>
  void write(Out&& out, Integer first = 0) const;

  /// Writes the encoding of positions[r] into row r of `out`, which must not overlap `positions`.
  template <class Out, class Positions = detail::PositionList, detail::IfPositions<Positions> = 0>
  void write(Out&& out, const Positions& positions) const;

  /// Adds what `write` writes: out + table, bit for bit, without a table.
  template <class Out>
  void add(Out&& out, Integer first = 0) const;

  template <class Out, class Positions = detail::PositionList, detail::IfPositions<Positions> = 0>
  void add(Out&& out, const Positions& positions) const;

  /// The linear map from any position to the one k further on.
  /// Formula: PE(p + k) = PE(p) M_k, M_k of blocks [cos kω_i, -sin kω_i; sin kω_i, cos kω_i] on the
  /// (sine, cosine) columns of pair i, and 1 on a zero column.
  /// Shapes: (width(), width()).
  /// Throws: std::invalid_argument unless k is finite and at most 2^53 in magnitude, and where a
  /// cosine was dropped (no linear map shifts a lone sine).
  Eigen::MatrixXd shift_matrix(double k) const;

  /// Turns encodings of any positions p into those of p + k, in place and in the scalar's own
  /// precision. It cannot move encodings that were added to something else.
  /// Formula: rows(r, ·) becomes rows(r, ·) M_k.
  /// Error: at most 3 ε hypot(s, c) from the exact rotation of the given rows, ε = 2^-53 for double
  /// and 2^-24 for the others, and half an ulp more for half and bfloat16.
  /// Throws: as shift_matrix, and unless there are width() columns.
  template <class Out>
  void shift(Out&& rows, double k) const;

 private:
  friend class detail::AxialColumns;

  void encode(const detail::Call& call, std::int64_t first) const;
  template <class Positions>
  void encode(const detail::Call& call, const Eigen::DenseBase<Positions>& positions) const;
  static detail::Placement checked_placement(const Frequencies& frequencies, Layout layout,
                                             Integer width, OddWidth odd);
  void check_columns(const detail::Call& call) const;
  void check_shift(const char* function, double k) const;

  Frequencies frequencies_;
  Layout layout_;
  Index width_;
  detail::Placement placement_;
  detail::PhasorHandle phasors_;
};

// -------------------------------------------------------------------------------------------------

inline SinusoidalEncoding::SinusoidalEncoding(Integer width, OddWidth odd)
    : SinusoidalEncoding(Frequencies::with_denominator(
                             detail::pair_count("SinusoidalEncoding", "width", width, odd),
                             static_cast<double>(width.value())),
                         Layout::interleaved, width, odd) {}

inline SinusoidalEncoding::SinusoidalEncoding(Frequencies frequencies, Layout layout)
    : SinusoidalEncoding(frequencies, layout, 2 * frequencies.size(), OddWidth::reject) {}

inline SinusoidalEncoding::SinusoidalEncoding(Frequencies frequencies, Layout layout, Integer width,
                                              OddWidth odd)
    : frequencies_(std::move(frequencies)),
      layout_(layout),
      width_(width.index()),
      placement_(checked_placement(frequencies_, layout, width, odd)),
      phasors_(detail::make_phasor_table(frequencies_)) {}

inline detail::Placement SinusoidalEncoding::checked_placement(const Frequencies& frequencies,
                                                               Layout layout, Integer width,
                                                               OddWidth odd) {
  const char* function = "SinusoidalEncoding";
  const Index pairs = detail::pair_count(function, "width", width, odd);
  if (pairs != frequencies.size()) {
    detail::fail_size(function, "frequencies", pairs, frequencies.size());
  }
  return detail::placement(function, layout, pairs, width.index());
}

inline SinusoidalEncoding SinusoidalEncoding::with_amplitude(double amplitude) const {
  detail::check_position("SinusoidalEncoding::with_amplitude", "amplitude", amplitude);
  SinusoidalEncoding result = *this;
  result.placement_.amplitude = amplitude;
  return result;
}

// --- Tables --------------------------------------------------------------------------------------

inline void SinusoidalEncoding::check_columns(const detail::Call& call) const {
  if (call.cols == width_) return;
  const Index rows = call.rows == width_ ? call.cols : call.rows;  // perhaps it is the transpose
  detail::fail_shape(call.function, "out", rows, width_, call.rows, call.cols);
}

inline void SinusoidalEncoding::encode(const detail::Call& call, std::int64_t first) const {
  check_columns(call);
  detail::check_range(call.function, first, call.rows);
  if (call.rows == 0) return;
  detail::encode(*phasors_, placement_, {nullptr, first, call.rows}, call.output, call.operation);
}

template <class Positions>
void SinusoidalEncoding::encode(const detail::Call& call,
                                const Eigen::DenseBase<Positions>& positions) const {
  check_columns(call);
  const auto& read = positions.derived();
  detail::check_positions(call.function, read, call.rows);
  detail::for_each_chunk(call.function, read, [&](const double* chunk, Index n, Index begin) {
    detail::encode(*phasors_, placement_, {chunk, 0, n}, detail::skip_rows(call.output, begin),
                   call.operation);
  });
}

template <class Scalar, int Order>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> SinusoidalEncoding::table(
    Integer count, Integer first) const {
  const char* function = "SinusoidalEncoding::table";
  detail::check_size(function, count.index(), width_, sizeof(Scalar));
  detail::check_range(function, first.value(), count.index());
  return detail::new_table<Scalar, Order>(
      function, count.index(), width_, "count",
      [&](const detail::Call& call) { encode(call, first.value()); });
}

template <class Scalar, int Order, class Positions, detail::IfPositions<Positions>>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> SinusoidalEncoding::table(
    const Positions& positions) const {
  const auto& read = detail::readable_positions(positions);
  return detail::new_table<Scalar, Order>("SinusoidalEncoding::table", read.size(), width_,
                                          "positions",
                                          [&](const detail::Call& call) { encode(call, read); });
}

template <class Scalar, class Position>
Eigen::Matrix<Scalar, 1, Eigen::Dynamic> SinusoidalEncoding::row(Position position) const {
  static_assert(std::is_arithmetic<Position>::value,
                "posenc: the position of a row must be a number");
  detail::require_supported_scalar<Scalar>();
  Eigen::Matrix<Scalar, 1, Eigen::Dynamic> result(width_);
  const detail::Call call =
      detail::call("SinusoidalEncoding::row", detail::Operation::write, result);
  if constexpr (std::is_integral<Position>::value) {
    detail::check_range(call.function, Integer(position).value(), 1, "position");
    encode(call, Integer(position).value());
  } else {
    const auto p = static_cast<double>(position);
    detail::check_position(call.function, "position", p);
    detail::encode(*phasors_, placement_, {&p, 0, 1}, call.output, call.operation);
  }
  return result;
}

template <class Out>
void SinusoidalEncoding::write(Out&& out, Integer first) const {
  encode(
      detail::call("SinusoidalEncoding::write", detail::Operation::write, std::forward<Out>(out)),
      first.value());
}
template <class Out, class Positions, detail::IfPositions<Positions>>
void SinusoidalEncoding::write(Out&& out, const Positions& positions) const {
  encode(
      detail::call("SinusoidalEncoding::write", detail::Operation::write, std::forward<Out>(out)),
      detail::readable_positions(positions));
}

template <class Out>
void SinusoidalEncoding::add(Out&& out, Integer first) const {
  encode(detail::call("SinusoidalEncoding::add", detail::Operation::add, std::forward<Out>(out)),
         first.value());
}
template <class Out, class Positions, detail::IfPositions<Positions>>
void SinusoidalEncoding::add(Out&& out, const Positions& positions) const {
  encode(detail::call("SinusoidalEncoding::add", detail::Operation::add, std::forward<Out>(out)),
         detail::readable_positions(positions));
}

// --- Shifts --------------------------------------------------------------------------------------

inline void SinusoidalEncoding::check_shift(const char* function, double k) const {
  if (placement_.cosines < placement_.sines) {
    detail::fail(function, "width", "no dropped cosine", static_cast<long long>(width_));
  }
  detail::check_position(function, "k", k);
}

inline Eigen::MatrixXd SinusoidalEncoding::shift_matrix(double k) const {
  check_shift("SinusoidalEncoding::shift_matrix", k);
  const Eigen::RowVectorXd row = with_amplitude(1.0).row(k);
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(width_, width_);
  for (Index i = 0; i < frequencies_.size(); ++i) {
    const Index s = placement_.sine + i * placement_.step;
    const Index c = placement_.cosine + i * placement_.step;
    m(s, s) = m(c, c) = row[c];
    m(c, s) = row[s];
    m(s, c) = -row[s];
  }
  if (placement_.zero_column >= 0) m(placement_.zero_column, placement_.zero_column) = 1.0;
  return m;
}

template <class Out>
void SinusoidalEncoding::shift(Out&& rows, double k) const {
  check_shift("SinusoidalEncoding::shift", k);
  if (rows.cols() != width_) {
    detail::fail_shape("SinusoidalEncoding::shift", "rows", rows.rows(), width_, rows.rows(),
                       rows.cols());
  }
  const detail::Output output = detail::output_view(std::forward<Out>(rows));
  if (rows.rows() > 0) detail::shift(*phasors_, placement_, k, rows.rows(), output);
}

// --- The paper's table ---------------------------------------------------------------------------

template <class Scalar, int Order>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> sinusoidal_positional_encoding(
    Integer seq_len, Integer d_model, OddWidth odd) {
  const char* function = "sinusoidal_positional_encoding";
  detail::pair_count(function, "d_model", d_model, odd);
  const auto rows = seq_len.index();
  detail::check_size(function, rows, d_model.index(), sizeof(Scalar), "seq_len");
  detail::check_range(function, 0, rows, "seq_len");
  return SinusoidalEncoding(d_model, odd).table<Scalar, Order>(seq_len);
}

POSENC_END_NAMESPACE
