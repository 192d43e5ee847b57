// xPos: rotary embedding whose pairs also grow or fade with position.
//
// d the rotated width, n = d / 2 pairs, i the pair, p the position.
#pragma once

#include <utility>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/rotary/xpos.hpp>
#include <posenc/rotary/embedding.hpp>

POSENC_BEGIN_NAMESPACE

/// Two rotary embeddings, one for queries and one for keys, with an amplitude for each pair and
/// position: beyond the centre queries fade as keys grow, so that a score depends only on the
/// distance, and falls with it.
/// Formula: RotaryEmbedding's, with m = ζ_i^((p - centre) / scale_base) for queries, its inverse
/// for keys; ζ_i = (2i + 0.4 d) / (1.4 d), which is below 1. Shapes, positions: as in
/// RotaryEmbedding, on one axis.
/// Error: that of RotaryEmbedding with an amplitude m, times 1 + |log2 m| 2^-24 for half, bfloat16
/// and float, 2 + |log2 m| for double.
/// Throws: std::invalid_argument as RotaryEmbedding does, and unless scale_base is above 2^-20 and
/// up to 2^53, and the centre up to 2^53 in magnitude.
/// Source: Sun et al. 2022 (A length-extrapolatable transformer), equation 10; torchscale. The
/// centre, half the length rounded up in torchscale, is explicit: it must not change during the
/// lifetime of a cache.
class XPosEmbedding {
 public:
  XPosEmbedding(Frequencies frequencies, RotaryHead head, double centre, double scale_base = 512.0);

  const RotaryEmbedding& query() const { return query_; }
  const RotaryEmbedding& key() const { return key_; }

 private:
  RotaryEmbedding query_, key_;
};

// -------------------------------------------------------------------------------------------------

namespace detail {

/// A rotary embedding on one axis, for a function that does its own checks.
inline RotaryEmbedding on_one_axis(const char* function, Frequencies frequencies,
                                   const RotaryHead& head) {
  PairAxes axes = one_axis(function, frequencies, head);
  return RotaryEmbedding(std::move(frequencies), head, std::move(axes));
}

}  // namespace detail

inline XPosEmbedding::XPosEmbedding(Frequencies frequencies, RotaryHead head, double centre,
                                    double scale_base)
    : query_(detail::on_one_axis("XPosEmbedding", std::move(frequencies), head)), key_(query_) {
  detail::check_position("XPosEmbedding", "centre", centre);
  detail::check_interval("XPosEmbedding", "scale_base", "above 2^-20 and up to 2^53", scale_base,
                         0x1p-20, 0x1p53);
  query_.table_ = detail::with_xpos_growth(*query_.table_, scale_base);
  query_.growth_ = 1.0;
  query_.centre_ = centre;
  key_ = query_;
  key_.growth_ = -1.0;
}

POSENC_END_NAMESPACE
