// LongRoPE: a divisor of its own for each pair, one set up to the trained length, one beyond.
//
// n pairs, i the pair, s the factor, L the trained length (original_max_position_embeddings), T the
// current length, λ_i the divisor, f_i the frequency before and ω_i after.
#pragma once

#include <Eigen/Core>
#include <optional>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/frequencies/scaling.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/numbers/arithmetic.hpp>
#include <posenc/frequencies/scaling.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE
namespace scaling {

/// By factors of its own for each pair: short ones up to L, long ones beyond. The amplitude is that
/// of the lengths, longrope_amplitude(max_position_embeddings / L, L), or attention_factor.
/// Formula: ω_i = f_i / λ_i.
/// Shapes: short_factor and long_factor have n entries.
/// Throws: unless all entries of both are factors, the length is from 0 to 2^53, and
/// max_position_embeddings / L is a factor, be it used or not.
/// Source: Ding et al. 2024 (LongRoPE); Phi-3; HF rope_type "longrope".
template <class Short, class Long>
ScaledFrequencies longrope(const Frequencies& frequencies,
                           const Eigen::DenseBase<Short>& short_factor,
                           const Eigen::DenseBase<Long>& long_factor,
                           double original_max_position_embeddings, double max_position_embeddings,
                           Integer length, std::optional<double> attention_factor = std::nullopt);

/// Formula: sqrt(1 + ln s / ln L), and 1 for s <= 1.
double longrope_amplitude(double factor, double original_max_position_embeddings);

// -------------------------------------------------------------------------------------------------

template <class Short, class Long>
ScaledFrequencies longrope(const Frequencies& frequencies,
                           const Eigen::DenseBase<Short>& short_factor,
                           const Eigen::DenseBase<Long>& long_factor,
                           double original_max_position_embeddings, double max_position_embeddings,
                           Integer length, std::optional<double> attention_factor) {
  static_assert(Short::IsVectorAtCompileTime && Long::IsVectorAtCompileTime,
                "posenc: short_factor and long_factor must be Eigen vectors");
  const char* function = "scaling::longrope";
  const Index n = frequencies.size();
  if (short_factor.size() != n) {
    detail::fail_size(function, "short_factor", n, short_factor.size());
  }
  if (long_factor.size() != n) detail::fail_size(function, "long_factor", n, long_factor.size());
  const Eigen::ArrayXd shorter = detail::readable(short_factor).template cast<double>();
  const Eigen::ArrayXd longer = detail::readable(long_factor).template cast<double>();
  const double L = original_max_position_embeddings;
  const double s = detail::quotient(max_position_embeddings, L);
  const Frequencies scaled(
      detail::longrope(*frequencies.handle(), shorter.data(), longer.data(), L, length.value()));
  detail::check_factor(function, "max_position_embeddings / original_max_position_embeddings", s);
  if (attention_factor) return {scaled, *attention_factor};
  return {scaled, longrope_amplitude(s, L)};
}

inline double longrope_amplitude(double factor, double original_max_position_embeddings) {
  return detail::longrope_amplitude(factor, original_max_position_embeddings);
}

}  // namespace scaling
POSENC_END_NAMESPACE
