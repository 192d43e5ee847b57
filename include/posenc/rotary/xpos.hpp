// xPos: rotary embedding whose pairs also fade with distance.
//
// d the rotated width, n = d / 2 pairs, i the pair, p the position.
#pragma once

#include <Eigen/Core>
#include <utility>

#include <posenc/detail/rotary/rotation.hpp>
#include <posenc/rotary/embedding.hpp>

POSENC_BEGIN_NAMESPACE

/// Queries grow with their position as keys shrink, so that a product of the two depends on their
/// distance alone.
enum class XPosRole { query, key };

/// Rotation with an amplitude for each pair and position.
/// Formula: RotaryEmbedding's, with m = ζ_i^((p - centre) / scale_base) for queries, its inverse
/// for keys; ζ_i = (2i + 0.4 d) / (1.4 d). Shapes, positions: as in RotaryEmbedding, on one axis.
/// Error: that of RotaryEmbedding with an amplitude m, times 1 + |log2 m| 2^-24 for half, bfloat16
/// and float, 2 + |log2 m| for double.
/// Throws: std::invalid_argument as RotaryEmbedding does, and unless scale_base is above 2^-20 and
/// up to 2^53, and the centre up to 2^53 in magnitude.
/// Source: Sun et al. 2022 (A length-extrapolatable transformer), equation 10; torchscale. The
/// centre, half the length in torchscale, is explicit: it must not change while a cache lives.
class XPosEmbedding {
 public:
  XPosEmbedding(Frequencies frequencies, RotaryHead head, double centre, double scale_base = 512.0);

  template <class X>
  void rotate(X&& x, XPosRole role, Integer first = 0) const;
  template <class X, class Positions>
  void rotate(X&& x, XPosRole role, const Eigen::DenseBase<Positions>& positions) const;

  /// The inverse.
  template <class X>
  void unrotate(X&& x, XPosRole role, Integer first = 0) const;
  template <class X, class Positions>
  void unrotate(X&& x, XPosRole role, const Eigen::DenseBase<Positions>& positions) const;

  /// Moves what is rotated already by `delta` positions, or by deltas[t] each.
  template <class X>
  void shift(X&& x, XPosRole role, double delta) const;
  template <class X, class Deltas>
  void shift(X&& x, XPosRole role, const Eigen::DenseBase<Deltas>& deltas) const;

 private:
  detail::Factors factors(XPosRole role, bool inverse, double centre) const;
  RotaryHead head_;
  detail::RotaryHandle table_;
  Eigen::ArrayXd rate_;
  double centre_;
};

// -------------------------------------------------------------------------------------------------

inline XPosEmbedding::XPosEmbedding(Frequencies frequencies, RotaryHead head, double centre,
                                    double scale_base)
    : head_(head), centre_(centre) {
  const Index n = head_.pairs();
  const PairAxes axes = detail::one_axis("XPosEmbedding", frequencies, head_);
  detail::check_position("XPosEmbedding", "centre", centre);
  detail::check_interval("XPosEmbedding", "scale_base", "above 2^-20 and up to 2^53", scale_base,
                         0x1p-20, 0x1p53);
  table_ = detail::make_rotary_table(frequencies, axes.list().data(), 1, n);
  rate_.resize(n);
  detail::xpos_log2_zeta(n, rate_.data());
  for (Index i = 0; i < n; ++i) rate_[i] = detail::quotient(rate_[i], scale_base);
}

inline detail::Factors XPosEmbedding::factors(XPosRole role, bool inverse, double centre) const {
  const bool grows = (role == XPosRole::query) != inverse;
  return {inverse ? -1.0 : 1.0, 1.0, {rate_.data(), grows ? 1.0 : -1.0, centre}};
}

template <class X>
void XPosEmbedding::rotate(X&& x, XPosRole role, Integer first) const {
  detail::turn("XPosEmbedding::rotate", std::forward<X>(x), head_, *table_, first,
               factors(role, false, centre_));
}
template <class X, class Positions>
void XPosEmbedding::rotate(X&& x, XPosRole role,
                           const Eigen::DenseBase<Positions>& positions) const {
  detail::turn("XPosEmbedding::rotate", std::forward<X>(x), head_, *table_, positions, 1,
               factors(role, false, centre_));
}

template <class X>
void XPosEmbedding::unrotate(X&& x, XPosRole role, Integer first) const {
  detail::turn("XPosEmbedding::unrotate", std::forward<X>(x), head_, *table_, first,
               factors(role, true, centre_));
}
template <class X, class Positions>
void XPosEmbedding::unrotate(X&& x, XPosRole role,
                             const Eigen::DenseBase<Positions>& positions) const {
  detail::turn("XPosEmbedding::unrotate", std::forward<X>(x), head_, *table_, positions, 1,
               factors(role, true, centre_));
}

template <class X>
void XPosEmbedding::shift(X&& x, XPosRole role, double delta) const {
  detail::turn_all("XPosEmbedding::shift", std::forward<X>(x), head_, *table_, delta,
                   factors(role, false, 0.0));
}
template <class X, class Deltas>
void XPosEmbedding::shift(X&& x, XPosRole role, const Eigen::DenseBase<Deltas>& deltas) const {
  detail::turn("XPosEmbedding::shift", std::forward<X>(x), head_, *table_, deltas, 1,
               factors(role, false, 0.0), "deltas");
}

POSENC_END_NAMESPACE
