// YaRN: fast pairs keep their frequencies, slow ones are interpolated, and sines and cosines are
// scaled up a little.
//
// d the rotated width, i the pair, b the base, s the factor, L the trained length
// (original_max_position_embeddings), f_i the frequency before and ω_i after.
#pragma once

#include <optional>

#include <posenc/frequencies/scaling.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE
namespace scaling {

/// The parameters of YaRN. The amplitude is attention_factor, if given; else the ratio of the
/// amplitudes of mscale and mscale_all_dim, if both are given; else yarn_amplitude(factor). A
/// single mscale has no effect.
struct Yarn {
  double factor = 1.0;
  double original_max_position_embeddings = 4096.0;
  double beta_fast = 32.0, beta_slow = 1.0;
  bool truncate = true;         ///< round the bounds outwards; GPT-OSS does not
  bool clamp_to_pairs = false;  ///< high at most d/2 - 1 (Keras), not d - 1
  bool log_blend = false;       ///< blend ln ω (Grok-1), not ω
  std::optional<double> attention_factor = std::nullopt, mscale = std::nullopt,
                        mscale_all_dim = std::nullopt;
};

/// Fast pairs keep their frequencies, slow ones are interpolated, and a ramp connects the two.
/// Formula: c(r) = d ln(L / 2πr) / (2 ln b), low = max(c(beta_fast), 0), high = min(c(beta_slow),
/// d - 1), g = clamp((i - low) / (high - low), 0, 1); ω_i = f_i (1 - g) + f_i / s g. Where low
/// equals high, as with equal betas (Kimi K2), high becomes 0.001 more: a step.
/// Throws: unless beta_fast >= beta_slow and the base is at least 1.001, and where the ramp would
/// run backwards.
/// Source: Peng et al. 2023 (YaRN), section 3.2; HF rope_type "yarn".
ScaledFrequencies yarn(Integer width, double base, const Yarn& parameters);

/// The ramp's ends, in pairs.
struct YarnBounds {
  double low, high;
};
YarnBounds yarn_bounds(Integer width, double base, const Yarn& parameters);

/// The softmax temperature of some models (DeepSeek: the square of the amplitude of mscale_all_dim)
/// is not included; the caller multiplies by it.
/// Formula: 1 + 0.1 mscale ln s, and 1 for s <= 1.
double yarn_amplitude(double factor, double mscale = 1.0);

}  // namespace scaling

POSENC_END_NAMESPACE
