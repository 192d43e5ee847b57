// LongRoPE: each pair has a divisor, one up to the trained length and another one beyond.
//
// n pairs, i the pair, L the trained length (original_max_position_embeddings), λ_i the divisor,
// f_i the frequency before and ω_i after.
#pragma once

#include <Eigen/Core>
#include <optional>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/frequencies/longrope.hpp>
#include <posenc/detail/numbers/arithmetic.hpp>
#include <posenc/frequencies/scaling.hpp>

POSENC_BEGIN_NAMESPACE
namespace scaling {

/// The parameters of LongRoPE, by the names of model configurations.
struct LongRope {
  Eigen::ArrayXd short_factor, long_factor;  ///< λ up to L and beyond, n of each
  double original_max_position_embeddings = 4096.0;
  double max_position_embeddings = 131072.0;
  std::optional<double> attention_factor =
      std::nullopt;  ///< the amplitude, where the configuration gives one
};

/// Divides by the short factors where `length` is at most L, by the long ones beyond. `length` is
/// that of the whole text: its largest position + 1. The amplitude is attention_factor, if given;
/// else longrope_amplitude(max_position_embeddings / L, L).
/// Formula: ω_i = f_i / λ_i.
/// Throws: unless both lists have n entries in the range of factors, the length is from 0 to 2^53,
/// and max_position_embeddings / L is in that range, even when attention_factor replaces it.
/// Source: Ding et al. 2024 (LongRoPE); Phi-3; HF rope_type "longrope".
ScaledFrequencies longrope(const Frequencies& frequencies, const LongRope& parameters,
                           Integer length);

// -------------------------------------------------------------------------------------------------

inline ScaledFrequencies longrope(const Frequencies& frequencies, const LongRope& parameters,
                                  Integer length) {
  const char* function = "scaling::longrope";
  const LongRope& p = parameters;
  const Index n = frequencies.size();
  const double L = p.original_max_position_embeddings;
  if (p.short_factor.size() != n) {
    detail::fail_size(function, "short_factor", n, p.short_factor.size());
  }
  if (p.long_factor.size() != n) {
    detail::fail_size(function, "long_factor", n, p.long_factor.size());
  }
  const double s = detail::quotient(p.max_position_embeddings, L);
  const Frequencies scaled =
      detail::longrope(frequencies, p.short_factor.data(), p.long_factor.data(), L, length.value());
  detail::check_factor(function, "max_position_embeddings / original_max_position_embeddings", s);
  if (p.attention_factor) return {scaled, *p.attention_factor};
  return {scaled, longrope_amplitude(s, L)};
}

}  // namespace scaling
POSENC_END_NAMESPACE
