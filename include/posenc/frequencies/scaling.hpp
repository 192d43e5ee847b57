// Context extension: rules that slow frequencies down, so that a model reads longer texts than it
// was trained on. Parameters have the names that model configuration files give them.
//
// d the rotated width, n = d / 2 pairs, i the pair, b the base, s the factor, L the trained length
// (original_max_position_embeddings), T the current length, f_i the frequency before and ω_i after.
// Two rules have their own headers: yarn.hpp and longrope.hpp.
#pragma once

#include <utility>

#include <posenc/detail/errors.hpp>
#include <posenc/frequencies/rules.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE

/// The result of a rule: frequencies, and an amplitude that multiplies sines and cosines.
struct ScaledFrequencies {
  /// Throws: std::invalid_argument unless the amplitude is above 2^-100 and up to 2^100, so that
  /// single precision can divide by it, too.
  ScaledFrequencies(Frequencies f, double m = 1.0);  // NOLINT(google-explicit-constructor)

  Frequencies frequencies;
  double amplitude;
};

/// Error: each ω_i is within 2^-150 of the formula's real number, 2^-128 where f_i is above 1.
/// Throws (all of them): std::invalid_argument unless factors are from 2^-20 to 2^40, the base is
/// above 1, the width even and up to 2^23, and each ω_i below 2^40. Each rule names further
/// conditions.
namespace scaling {

/// Position interpolation: with a factor of 8, position 4096 turns as 512 did. A factor below 1
/// turns faster, so do not pass the inverse of a configuration's factor.
/// Formula: ω_i = f_i / s.
/// Source: Chen et al. 2023; HF rope_type "linear".
ScaledFrequencies linear(const Frequencies& frequencies, double factor);

/// Formula: b <- b s^(d/(d-2)).
/// Throws: for width 2.
/// Source: bloc97 2023 (NTK-aware scaled RoPE).
ScaledFrequencies ntk_aware(Integer width, double base, double factor);

/// The same for the current length, which is the largest position + 1. Up to L the result is
/// geometric(width, base), bit for bit. Keys cached at another length have other angles: see
/// rerotation.
/// Formula: b <- b (s T/L - (s-1))^(d/(d-2)), T <- max(T, L).
/// Throws: unless s T/L is at most 2^60; for width 2 where T > L.
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
/// Throws: unless L is at least 7, the first whole length above 2π.
/// Source: Liu et al. 2023 (Scaling laws of RoPE-based extrapolation).
ScaledFrequencies theta_scale(Integer width, double base, double factor,
                              double original_max_position_embeddings);

/// The parameters of Llama 3.1, by the names of its configuration.
struct Llama3 {
  double factor = 8.0;
  double low_freq_factor = 1.0, high_freq_factor = 4.0;
  double original_max_position_embeddings = 8192.0;
};

/// Formula: v = 2π / f_i; v < L / high_freq_factor keeps f_i; v > L / low_freq_factor gives
/// f_i / s; between, g = (L / v - low) / (high - low) and ω_i = (1 - g) f_i / s + g f_i.
/// Equal band factors (Llama 4 Scout) make a step: v < L / high keeps f_i, else f_i / s.
/// Throws: unless high_freq_factor equals low_freq_factor or is at least 1.001 times as much.
/// Source: Llama 3.1; HF rope_type "llama3".
ScaledFrequencies llama3(const Frequencies& frequencies, const Llama3& parameters);

/// Only the first int(fraction d/2) pairs of a head of width d turn, with the frequencies of
/// geometric(d, b). They are not a prefix of the head: channels i and i + d/2 are still a pair, and
/// exponents are over d. If a configuration adds a factor, apply `linear` to the result.
/// Formula: ω_i = b^(-2i/d) for i < int(fraction d/2), else 0.
/// Throws: unless the fraction is 0 (for a layer that does not rotate), or above 0, up to 1 and
/// enough for one pair.
/// Source: Gemma 4; HF rope_type "proportional".
ScaledFrequencies proportional(Integer head_dim, double partial_rotary_factor, double base);

/// The amplitude of LongRoPE (longrope.hpp).
/// Formula: sqrt(1 + ln s / ln L), and 1 for s <= 1.
double longrope_amplitude(double factor, double original_max_position_embeddings);

}  // namespace scaling

// -------------------------------------------------------------------------------------------------

inline ScaledFrequencies::ScaledFrequencies(Frequencies f, double m)
    : frequencies(std::move(f)), amplitude(m) {
  detail::check_interval("ScaledFrequencies", "amplitude", "above 2^-100 and up to 2^100",
                         amplitude, 0x1p-100, 0x1p100);
}

POSENC_END_NAMESPACE
