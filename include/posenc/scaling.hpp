// Context extension: rules that slow frequencies down, so that a model reads longer texts than it
// was trained on. Parameters have the names that model configuration files give them.
//
// d the rotated width, n = d / 2 pairs, i the pair, b the base, s the factor, L the trained length
// (original_max_position_embeddings), T the current length, f_i the frequency before and ω_i after.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <utility>

#include <posenc/detail/arguments.hpp>
#include <posenc/detail/scaling.hpp>
#include <posenc/frequencies.hpp>

namespace posenc {

/// Frequencies, and the amplitude that the same rule puts on sine and cosine.
struct ScaledFrequencies {
  /// Throws: std::invalid_argument unless the amplitude is positive and finite.
  ScaledFrequencies(Frequencies f, double m = 1.0);  // NOLINT(google-explicit-constructor)

  Frequencies frequencies;
  double amplitude;
};

/// Error: each ω_i is within 2^-150 of the formula's real number.
/// Throws (all of them): std::invalid_argument unless factors are from 2^-20 to 2^40, the base is
/// above 1 and the width even, and what each names.
namespace scaling {

/// Position interpolation. A factor of 8 makes position 4096 what 512 was; a factor below 1 would
/// turn faster, so the inverse of a factor is not what is meant.
/// Formula: ω_i = f_i / s.
/// Source: Chen et al. 2023; HF rope_type "linear".
ScaledFrequencies linear(const Frequencies& frequencies, double factor);

/// Formula: b <- b s^(d/(d-2)).
/// Throws: for width 2.
/// Source: bloc97 2023 (NTK-aware scaled RoPE).
ScaledFrequencies ntk_aware(Integer width, double base, double factor);

/// The same by the current length; up to L it is geometric(width, base), bit for bit. Keys that
/// were cached at another length turn by other angles: see rerotation.
/// Formula: b <- b (s T/L - (s-1))^(d/(d-2)), T <- max(T, L).
/// Source: HF rope_type "dynamic".
ScaledFrequencies dynamic_ntk(Integer width, double base, double factor,
                              double original_max_position_embeddings, Integer length);

/// Formula: b <- b s.
ScaledFrequencies base_change(Integer width, double base, double factor);

/// Formula: b <- b s, then ω_i = f_i / s^(2/d).
/// Source: Su 2023 (kexue.fm 9706), NTK-RoPE-fixed.
ScaledFrequencies fixed_ntk(Integer width, double base, double factor);

/// Formula: ω_i = f_i exp(-ln s ((i+1)/n)^power).
/// Source: Su 2023 (kexue.fm 9706), NTK-RoPE-mixed.
ScaledFrequencies mixed_ntk(const Frequencies& frequencies, double factor, double power = 0.625);

/// Formula: b <- b^(ln(L s / 2π) / ln(L / 2π)).
/// Throws: unless L > 2π.
/// Source: Liu et al. 2023 (Scaling laws of RoPE-based extrapolation).
ScaledFrequencies theta_scale(Integer width, double base, double factor,
                              double original_max_position_embeddings);

/// What YaRN is told. An attention_factor is final; else mscale and mscale_all_dim, where both are
/// given, make the ratio of their amplitudes; else the amplitude is yarn_amplitude(factor).
struct Yarn {
  double factor = 1.0;
  double original_max_position_embeddings = 4096.0;
  double beta_fast = 32.0, beta_slow = 1.0;
  bool truncate = true;         ///< round the bounds outwards; GPT-OSS does not
  bool clamp_to_pairs = false;  ///< high at most d/2 - 1 (Keras), not d - 1
  bool log_blend = false;       ///< blend ln ω (Grok-1), not ω
  std::optional<double> attention_factor, mscale, mscale_all_dim;
};

/// Fast pairs stay, slow ones are interpolated, between them a ramp.
/// Formula: c(r) = d ln(L / 2πr) / (2 ln b), low = max(c(beta_fast), 0), high = min(c(beta_slow),
/// d - 1), g = clamp((i - low) / (high - low), 0, 1); ω_i = f_i (1 - g) + f_i / s g.
/// Throws: unless beta_fast > beta_slow, and where the ramp would run backwards.
/// Source: Peng et al. 2023 (YaRN), section 3.2; HF rope_type "yarn".
ScaledFrequencies yarn(Integer width, double base, const Yarn& parameters);

/// The ramp's ends, in pairs.
struct YarnBounds {
  double low, high;
};
YarnBounds yarn_bounds(Integer width, double base, const Yarn& parameters);

/// Formula: v = 2π / f_i; v < L / high_freq_factor keeps f_i; v > L / low_freq_factor gives
/// f_i / s; between, g = (L / v - low) / (high - low) and ω_i = (1 - g) f_i / s + g f_i.
/// Throws: unless high_freq_factor > low_freq_factor.
/// Source: Llama 3.1; HF rope_type "llama3".
ScaledFrequencies llama3(const Frequencies& frequencies, double factor, double low_freq_factor,
                         double high_freq_factor, double original_max_position_embeddings);

/// By factors of its own for each pair: short ones up to L, long ones beyond. The amplitude is that
/// of the lengths, longrope_amplitude(max_position_embeddings / L, L), or attention_factor.
/// Formula: ω_i = f_i / λ_i.
/// Shapes: short_factor and long_factor have n entries.
/// Source: Ding et al. 2024 (LongRoPE); Phi-3; HF rope_type "longrope".
template <class Short, class Long>
ScaledFrequencies longrope(const Frequencies& frequencies,
                           const Eigen::DenseBase<Short>& short_factor,
                           const Eigen::DenseBase<Long>& long_factor,
                           double original_max_position_embeddings, double max_position_embeddings,
                           Integer length, std::optional<double> attention_factor = std::nullopt);

/// The first int(fraction d/2) pairs of a whole head of width d turn as they would without it, the
/// rest do not turn. It is no rotated prefix: pairs stay (i, i + d/2), and exponents are over d.
/// Formula: ω_i = b^(-2i/d) for i < int(fraction d/2), else 0.
/// Source: Gemma 4; HF rope_type "proportional".
ScaledFrequencies proportional(Integer head_width, double partial_rotary_factor, double base);

/// The softmax temperature that some models multiply in (DeepSeek: the square of the amplitude of
/// mscale_all_dim) belongs to the caller.
/// Formula: 1 + 0.1 mscale ln s, and 1 for s <= 1.
double yarn_amplitude(double factor, double mscale = 1.0);

/// Formula: sqrt(1 + ln s / ln L), and 1 for s <= 1.
double longrope_amplitude(double factor, double original_max_position_embeddings);

}  // namespace scaling

// -------------------------------------------------------------------------------------------------

inline ScaledFrequencies::ScaledFrequencies(Frequencies f, double m)
    : frequencies(std::move(f)), amplitude(m) {
  if (!(amplitude > 0.0 && amplitude <= (std::numeric_limits<double>::max)())) {
    detail::fail("ScaledFrequencies", "amplitude", "positive and finite", amplitude);
  }
}

namespace scaling {

inline ScaledFrequencies linear(const Frequencies& frequencies, double factor) {
  return Frequencies(detail::divided_by("scaling::linear", *frequencies.handle(), factor));
}

inline ScaledFrequencies ntk_aware(Integer width, double base, double factor) {
  const auto d = static_cast<double>(width.value());
  return Frequencies(
      detail::changed_base("scaling::ntk_aware", width.value(), base, factor, d, d - 2.0, 0));
}

inline ScaledFrequencies dynamic_ntk(Integer width, double base, double factor,
                                     double original_max_position_embeddings, Integer length) {
  return Frequencies(detail::dynamic_ntk(width.value(), base, factor,
                                         original_max_position_embeddings, length.value()));
}

inline ScaledFrequencies base_change(Integer width, double base, double factor) {
  return Frequencies(
      detail::changed_base("scaling::base_change", width.value(), base, factor, 1.0, 1.0, 0));
}

inline ScaledFrequencies fixed_ntk(Integer width, double base, double factor) {
  return Frequencies(
      detail::changed_base("scaling::fixed_ntk", width.value(), base, factor, 1.0, 1.0, 1));
}

inline ScaledFrequencies mixed_ntk(const Frequencies& frequencies, double factor, double power) {
  return Frequencies(detail::mixed_ntk(*frequencies.handle(), factor, power));
}

inline ScaledFrequencies theta_scale(Integer width, double base, double factor,
                                     double original_max_position_embeddings) {
  return Frequencies(
      detail::theta_scale(width.value(), base, factor, original_max_position_embeddings));
}

namespace internal {
inline detail::YarnBand band(const Yarn& p) {
  return {p.factor,    p.original_max_position_embeddings,
          p.beta_fast, p.beta_slow,
          p.truncate,  p.clamp_to_pairs,
          p.log_blend};
}
}  // namespace internal

inline ScaledFrequencies yarn(Integer width, double base, const Yarn& parameters) {
  const auto& p = parameters;
  const Frequencies frequencies(detail::yarn(width.value(), base, internal::band(p)));
  if (p.attention_factor) return {frequencies, *p.attention_factor};
  if (p.mscale && p.mscale_all_dim) {
    return {frequencies,
            yarn_amplitude(p.factor, *p.mscale) / yarn_amplitude(p.factor, *p.mscale_all_dim)};
  }
  return {frequencies, yarn_amplitude(p.factor)};
}

inline YarnBounds yarn_bounds(Integer width, double base, const Yarn& parameters) {
  double bounds[2];
  detail::yarn_bounds(width.value(), base, internal::band(parameters), bounds);
  return {bounds[0], bounds[1]};
}

inline ScaledFrequencies llama3(const Frequencies& frequencies, double factor,
                                double low_freq_factor, double high_freq_factor,
                                double original_max_position_embeddings) {
  return Frequencies(detail::llama3(*frequencies.handle(), factor, low_freq_factor,
                                    high_freq_factor, original_max_position_embeddings));
}

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
  const double L = original_max_position_embeddings;
  const bool is_short = static_cast<double>(length.value()) <= L;
  Eigen::ArrayXd divisors(n);
  for (Index i = 0; i < n; ++i) {
    divisors[i] = static_cast<double>(is_short ? short_factor.derived().coeff(i)
                                               : long_factor.derived().coeff(i));
  }
  const double amplitude =
      attention_factor ? *attention_factor : longrope_amplitude(max_position_embeddings / L, L);
  return {Frequencies(detail::divided_each(function, *frequencies.handle(), divisors.data())),
          amplitude};
}

inline ScaledFrequencies proportional(Integer head_width, double partial_rotary_factor,
                                      double base) {
  return Frequencies(detail::proportional(head_width.value(), partial_rotary_factor, base));
}

inline double yarn_amplitude(double factor, double mscale) {
  return detail::yarn_amplitude(factor, mscale);
}

inline double longrope_amplitude(double factor, double original_max_position_embeddings) {
  return detail::longrope_amplitude(factor, original_max_position_embeddings);
}

}  // namespace scaling
}  // namespace posenc
