// Rotary embedding: pairs of channels rotated by position, in place.
//
// w the width of a head, n pairs, i the pair, p the position, ω_i the frequency, m the amplitude,
// (u, v) the two channels of a pair.
#pragma once

#include <Eigen/Core>
#include <utility>

#include <posenc/detail/coordinates.hpp>
#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/numbers/arithmetic.hpp>
#include <posenc/detail/outputs.hpp>
#include <posenc/detail/rotary/rotate.hpp>
#include <posenc/detail/rotary/rotation.hpp>
#include <posenc/detail/rotary/write_sin_cos.hpp>
#include <posenc/detail/rotary/xpos.hpp>
#include <posenc/frequencies.hpp>
#include <posenc/frequencies/scaling.hpp>
#include <posenc/integer.hpp>
#include <posenc/rotary/axes.hpp>
#include <posenc/rotary/head.hpp>

POSENC_BEGIN_NAMESPACE

/// Cosines and sines, one column for each pair.
template <class Scalar, int Order = Eigen::ColMajor>
struct CosSin {
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> cos, sin;
};

/// Rotary position embedding: made once, then const and shared by threads. It has no maximum
/// length; copies share one set of tables; no call allocates unless it returns a matrix.
/// Formula: (u, v) <- m (u cos pω_i - v sin pω_i, v cos pω_i + u sin pω_i).
/// Shapes: x is tokens x (heads * w), any number of heads, every head alike; or HeadRows. x is any
/// writable Eigen expression of float, double, half or bfloat16, in any storage order.
/// Positions: `first` for first, first + 1, ...; or one for each token, integers or reals of any
/// sign up to 2^53 in magnitude. They must not overlap x. With several axes: a matrix of tokens x
/// axes, and `first` stands for equal coordinates on all of them. For heads at different positions,
/// pass rows of one head each with one position per row, or call once for each head's columns.
/// Error: with ε = 2^-53 for double and 2^-24 for the others, at most 3 ε hypot(u, v), and where m
/// is not 1, 4 ε m hypot(u, v) to rotate and 5 ε hypot(u, v) / m to unrotate; half an ulp more for
/// half and bfloat16. The sine and cosine are exact up to one rounding, whatever the position.
/// Below the normal numbers of the scalar, add its least positive number. Position 0 changes no
/// number, but -0 may become 0; NaN and infinite numbers stay within their pair, by IEEE rules.
/// Throws: std::invalid_argument before anything is written: columns that are not whole heads, a
/// wrong number of positions, a position that is not finite or beyond 2^53.
/// Source: Su et al. 2021 (RoFormer), equation 34.
class RotaryEmbedding {
 public:
  /// Whole heads, ω_i = base^(-2i / head_dim).
  RotaryEmbedding(Integer head_dim, Pairing pairing, double base = 10000.0);

  /// Whole heads of two channels for each frequency.
  /// Throws (all that take frequencies): std::invalid_argument for frequencies of an odd width
  /// (Frequencies::width), in which one pair has a single channel.
  RotaryEmbedding(ScaledFrequencies frequencies, Pairing pairing);

  /// Frequencies for the rotated channels of a head.
  /// Throws: std::invalid_argument unless there is one for each pair.
  RotaryEmbedding(ScaledFrequencies frequencies, RotaryHead head);

  /// The same, where each pair rotates by one of several coordinates, or by their sum.
  /// Throws: std::invalid_argument unless there is an axis for each pair, and a frequency for each
  /// entry of its list.
  RotaryEmbedding(ScaledFrequencies frequencies, RotaryHead head, PairAxes axes);

  const RotaryHead& head() const { return head_; }
  const Frequencies& frequencies() const { return scaled_.frequencies; }
  double amplitude() const { return scaled_.amplitude; }
  const PairAxes& axes() const { return axes_; }

  /// Rotates x in place.
  template <class X>
  void rotate(X&& x, Integer first = 0) const;
  template <class X, class Positions>
  void rotate(X&& x, const Eigen::DenseBase<Positions>& positions) const;

  /// The inverse: rotates back, and divides by m. Where m is 1 it is also the gradient; else the
  /// gradient is m^2 times this.
  template <class X>
  void unrotate(X&& x, Integer first = 0) const;
  template <class X, class Positions>
  void unrotate(X&& x, const Eigen::DenseBase<Positions>& positions) const;

  /// Moves rotated vectors (the keys of a cache) by `delta` positions, without applying m again:
  /// rotate at p, then shift by delta, is rotate at p + delta up to rounding.
  template <class X>
  void shift(X&& x, double delta) const;
  template <class X, class Deltas>
  void shift(X&& x, const Eigen::DenseBase<Deltas>& deltas) const;

  /// Out-of-place versions, of any expression: rotated(x), rotated(x, first), rotated(x,
  /// positions), and shifted(x, delta or deltas).
  template <class X, class... At>
  typename X::PlainObject rotated(const Eigen::DenseBase<X>& x, const At&... at) const;
  template <class X, class... At>
  typename X::PlainObject unrotated(const Eigen::DenseBase<X>& x, const At&... at) const;
  template <class X, class At>
  typename X::PlainObject shifted(const Eigen::DenseBase<X>& x, const At& at) const;

  /// m cos pω_i and m sin pω_i, n columns each; exact, then rounded once (twice where m is not 1).
  template <class Scalar = double, int Order = Eigen::ColMajor>
  CosSin<Scalar, Order> cos_sin(Integer count, Integer first = 0) const;
  template <class Scalar = double, int Order = Eigen::ColMajor, class Positions>
  CosSin<Scalar, Order> cos_sin(const Eigen::DenseBase<Positions>& positions) const;

 private:
  friend class XPosEmbedding;
  friend RotaryEmbedding rerotation(const RotaryEmbedding& from, const RotaryEmbedding& to);

  enum class Motion { rotate, unrotate, shift };
  detail::Factors factors(Motion motion) const;

  ScaledFrequencies scaled_;
  RotaryHead head_;
  PairAxes axes_;
  detail::RotaryHandle table_;
  double growth_ = 0.0, centre_ = 0.0;  // of xPos: 1 for queries, -1 for keys, 0 for none
};

// -------------------------------------------------------------------------------------------------

inline RotaryEmbedding::RotaryEmbedding(Integer head_dim, Pairing pairing, double base)
    : RotaryEmbedding(Frequencies::geometric(RotaryHead(head_dim, pairing).width(), base),
                      pairing) {}

inline RotaryEmbedding::RotaryEmbedding(ScaledFrequencies frequencies, Pairing pairing)
    : RotaryEmbedding(frequencies, RotaryHead(2 * frequencies.frequencies.size(), pairing)) {}

namespace detail {

/// One axis for all pairs. Throws unless there is a frequency for each.
inline PairAxes one_axis(const char* function, const Frequencies& frequencies,
                         const RotaryHead& head) {
  if (frequencies.size() != head.pairs()) {
    fail_size(function, "frequencies", head.pairs(), frequencies.size());
  }
  return PairAxes::one(head.pairs());
}

}  // namespace detail

inline RotaryEmbedding::RotaryEmbedding(ScaledFrequencies frequencies, RotaryHead head)
    : RotaryEmbedding(frequencies, head,
                      detail::one_axis("RotaryEmbedding", frequencies.frequencies, head)) {}

inline RotaryEmbedding::RotaryEmbedding(ScaledFrequencies frequencies, RotaryHead head,
                                        PairAxes axes)
    : scaled_(std::move(frequencies)), head_(head), axes_(std::move(axes)) {
  const Index channels = scaled_.frequencies.width();
  if (channels % 2 != 0) {
    detail::fail("RotaryEmbedding", "width of frequencies", "an even number",
                 static_cast<long long>(channels));
  }
  if (axes_.pairs() != head_.pairs()) {
    detail::fail_size("RotaryEmbedding", "axes", head_.pairs(), axes_.pairs());
  }
  const auto terms = static_cast<Index>(axes_.list().size());
  if (scaled_.frequencies.size() != terms) {
    detail::fail_size("RotaryEmbedding", "frequencies", terms, scaled_.frequencies.size());
  }
  table_ = detail::make_rotary_table(scaled_.frequencies, axes_.list().data(), axes_.count(),
                                     head_.pairs());
}

// --- In place ------------------------------------------------------------------------------------

inline detail::Factors RotaryEmbedding::factors(Motion motion) const {
  const double m = scaled_.amplitude;
  switch (motion) {
    case Motion::rotate: return {m, m, growth_, centre_};
    case Motion::unrotate:
      return {-detail::quotient(1.0, m), detail::quotient(1.0, m), -growth_, centre_};
    case Motion::shift: break;
  }
  return {1.0, 1.0, growth_, 0.0};
}

template <class X>
void RotaryEmbedding::rotate(X&& x, Integer first) const {
  detail::rotate_tokens("RotaryEmbedding::rotate", std::forward<X>(x), head_, *table_, first,
                        factors(Motion::rotate));
}
template <class X, class Positions>
void RotaryEmbedding::rotate(X&& x, const Eigen::DenseBase<Positions>& positions) const {
  detail::rotate_tokens("RotaryEmbedding::rotate", std::forward<X>(x), head_, *table_, positions,
                        axes_.count(), factors(Motion::rotate));
}

template <class X>
void RotaryEmbedding::unrotate(X&& x, Integer first) const {
  detail::rotate_tokens("RotaryEmbedding::unrotate", std::forward<X>(x), head_, *table_, first,
                        factors(Motion::unrotate));
}
template <class X, class Positions>
void RotaryEmbedding::unrotate(X&& x, const Eigen::DenseBase<Positions>& positions) const {
  detail::rotate_tokens("RotaryEmbedding::unrotate", std::forward<X>(x), head_, *table_, positions,
                        axes_.count(), factors(Motion::unrotate));
}

template <class X>
void RotaryEmbedding::shift(X&& x, double delta) const {
  detail::rotate_all_tokens("RotaryEmbedding::shift", std::forward<X>(x), head_, *table_, delta,
                            factors(Motion::shift));
}
template <class X, class Deltas>
void RotaryEmbedding::shift(X&& x, const Eigen::DenseBase<Deltas>& deltas) const {
  detail::rotate_tokens("RotaryEmbedding::shift", std::forward<X>(x), head_, *table_, deltas,
                        axes_.count(), factors(Motion::shift), "deltas");
}

// --- Out of place --------------------------------------------------------------------------------

template <class X, class... At>
typename X::PlainObject RotaryEmbedding::rotated(const Eigen::DenseBase<X>& x,
                                                 const At&... at) const {
  typename X::PlainObject result = x.derived();
  rotate(result, at...);
  return result;
}
template <class X, class... At>
typename X::PlainObject RotaryEmbedding::unrotated(const Eigen::DenseBase<X>& x,
                                                   const At&... at) const {
  typename X::PlainObject result = x.derived();
  unrotate(result, at...);
  return result;
}
template <class X, class At>
typename X::PlainObject RotaryEmbedding::shifted(const Eigen::DenseBase<X>& x, const At& at) const {
  typename X::PlainObject result = x.derived();
  shift(result, at);
  return result;
}

// --- Tables --------------------------------------------------------------------------------------

template <class Scalar, int Order>
CosSin<Scalar, Order> RotaryEmbedding::cos_sin(Integer count, Integer first) const {
  detail::require_supported_scalar<Scalar>();
  const auto tokens = count.index();
  detail::check_size("RotaryEmbedding::cos_sin", tokens, head_.pairs(), sizeof(Scalar));
  detail::check_range("RotaryEmbedding::cos_sin", first.value(), tokens);
  CosSin<Scalar, Order> tables;
  tables.cos.resize(tokens, head_.pairs());
  tables.sin.resize(tokens, head_.pairs());
  detail::write_sin_cos(*table_, tokens, {nullptr, 0, first.value()}, factors(Motion::rotate),
                        detail::output_view(tables.sin), detail::output_view(tables.cos));
  return tables;
}
template <class Scalar, int Order, class Positions>
CosSin<Scalar, Order> RotaryEmbedding::cos_sin(const Eigen::DenseBase<Positions>& positions) const {
  const char* function = "RotaryEmbedding::cos_sin";
  detail::require_supported_scalar<Scalar>();
  const Index tokens = axes_.count() == 1 ? positions.size() : positions.rows();
  detail::check_size(function, tokens, head_.pairs(), sizeof(Scalar));
  const auto& read = detail::readable(positions);
  detail::check_coordinates(function, read, tokens, axes_.count());
  CosSin<Scalar, Order> tables;
  tables.cos.resize(tokens, head_.pairs());
  tables.sin.resize(tokens, head_.pairs());
  detail::for_each_coordinates(function, read, axes_.count(),
                               [&](const detail::TokenPositions& chunk, Index rows, Index begin) {
                                 detail::write_sin_cos(
                                     *table_, rows, chunk, factors(Motion::rotate),
                                     detail::skip_rows(detail::output_view(tables.sin), begin),
                                     detail::skip_rows(detail::output_view(tables.cos), begin));
                               });
  return tables;
}

POSENC_END_NAMESPACE
