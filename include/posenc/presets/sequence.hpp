// The conventions of frameworks for sequences and timesteps.
//
// d channels, n = d / 2 pairs (rounded up where odd widths drop the last cosine).
#pragma once

#include <cmath>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/limits.hpp>
#include <posenc/detail/numbers/arithmetic.hpp>
#include <posenc/frequencies.hpp>
#include <posenc/layout.hpp>
#include <posenc/sinusoidal.hpp>

POSENC_BEGIN_NAMESPACE
namespace presets {

// --- Sequences -----------------------------------------------------------------------------------

/// Interleaved, open; an odd width is an error unless `odd` says otherwise.
/// Source: Vaswani et al. 2017, section 3.5.
SinusoidalEncoding vaswani(Integer width, OddWidth odd = OddWidth::reject);

/// All sines, then all cosines; closed; an odd width ends in a column of zeros.
/// Source: tensor2tensor, get_timing_signal_1d.
SinusoidalEncoding tensor2tensor(Integer width, double min_timescale = 1.0,
                                 double max_timescale = 10000.0);

/// The same with a base of 10000; positions are fairseq_positions(mask, padding_idx), and rows of
/// padding are zero.
/// Source: fairseq, SinusoidalPositionalEmbedding.
SinusoidalEncoding fairseq(Integer width);

/// The same; even widths only.
/// Source: Whisper, sinusoids.
SinusoidalEncoding whisper(Integer width);

/// The same, of the C++ code; even widths only.
/// Source: Marian, SinusoidalPositionEmbeddings.
SinusoidalEncoding marian(Integer width);

/// All sines, then all cosines; open; an odd width has one sine more.
/// Source: Hugging Face Transformers, MarianSinusoidalPositionalEmbedding.
SinusoidalEncoding hf_marian(Integer width);

/// Interleaved, open; an odd width drops the last cosine.
/// Source: Keras, SinePositionEncoding; XLM.
SinusoidalEncoding keras(Integer width, double max_wavelength = 10000.0);

/// From 1 down to 0.0001, both included, times sqrt(2/d); sines or cosines first.
/// Source: MLX, nn.SinusoidalPositionalEncoding.
SinusoidalEncoding mlx(Integer width, bool cos_first = false);

// --- Timesteps of diffusion ----------------------------------------------------------------------

/// All sines, then all cosines; closed.
/// Source: Ho et al. 2020 (DDPM), get_timestep_embedding.
SinusoidalEncoding ddpm(Integer width);

/// All cosines, then all sines; open.
/// Source: Rombach et al. 2022 (latent diffusion), timestep_embedding.
SinusoidalEncoding ldm(Integer width);

/// As ddpm, for times from 0 to 1: multiplied by `scale`.
/// Source: Popov et al. 2021 (Grad-TTS), SinusoidalPosEmb.
SinusoidalEncoding grad_tts(Integer width, double scale = 1000.0);

// -------------------------------------------------------------------------------------------------

}  // namespace presets

namespace detail {

/// All sines, then all cosines; closed; an odd width ends in a column of zeros.
inline SinusoidalEncoding closed_halves(const char* function, Integer width) {
  const Index pairs = pair_count(function, "width", width, OddWidth::zero_column);
  return SinusoidalEncoding(Frequencies::closed(pairs), Layout::sin_cos, width,
                            OddWidth::zero_column);
}

/// The same; even widths only.
inline SinusoidalEncoding closed_even_halves(const char* function, Integer width) {
  return SinusoidalEncoding(Frequencies::closed(even_pair_count(function, "width", width)),
                            Layout::sin_cos);
}

/// Open; an odd width drops the last cosine.
inline SinusoidalEncoding open_dropping_a_cosine(const char* function, Integer width, double base,
                                                 Layout layout) {
  checked_width(function, "width", width);
  return SinusoidalEncoding(Frequencies::geometric(width, base), layout, width,
                            OddWidth::drop_last_cosine);
}

/// Throws unless the scale keeps frequencies up to `fastest` below 2^40.
inline void check_scale(const char* function, const char* argument, double scale,
                        double fastest = 1.0) {
  check_position(function, argument, scale);
  if (std::fabs(scale) * fastest >= kMaxFrequency) {
    fail(function, argument, "one that keeps every frequency below 2^40", scale);
  }
}

}  // namespace detail

namespace presets {

inline SinusoidalEncoding vaswani(Integer width, OddWidth odd) {
  detail::pair_count("presets::vaswani", "width", width, odd);
  return SinusoidalEncoding(width, odd);
}

inline SinusoidalEncoding tensor2tensor(Integer width, double min_timescale, double max_timescale) {
  const char* function = "presets::tensor2tensor";
  const Index pairs = detail::pair_count(function, "width", width, OddWidth::zero_column);
  detail::check_positive(function, "min_timescale", min_timescale);
  detail::check_positive(function, "max_timescale", max_timescale);
  return SinusoidalEncoding(
      Frequencies::tensor2tensor_timescales(pairs, min_timescale, max_timescale), Layout::sin_cos,
      width, OddWidth::zero_column);
}

inline SinusoidalEncoding fairseq(Integer width) {
  return detail::closed_halves("presets::fairseq", width);
}

inline SinusoidalEncoding whisper(Integer width) {
  return detail::closed_even_halves("presets::whisper", width);
}

inline SinusoidalEncoding marian(Integer width) {
  return detail::closed_even_halves("presets::marian", width);
}

inline SinusoidalEncoding hf_marian(Integer width) {
  return detail::open_dropping_a_cosine("presets::hf_marian", width, 10000.0, Layout::sin_cos);
}

inline SinusoidalEncoding keras(Integer width, double max_wavelength) {
  detail::check_positive("presets::keras", "max_wavelength", max_wavelength);
  return detail::open_dropping_a_cosine("presets::keras", width, max_wavelength,
                                        Layout::interleaved);
}

inline SinusoidalEncoding mlx(Integer width, bool cos_first) {
  const Index pairs = detail::even_pair_count("presets::mlx", "width", width);
  return SinusoidalEncoding(Frequencies::range(pairs, 1.0, 0.0001),
                            cos_first ? Layout::cos_sin : Layout::sin_cos)
      .with_amplitude(detail::square_root_of_quotient(2.0, static_cast<double>(width.value())));
}

inline SinusoidalEncoding ddpm(Integer width) {
  return detail::closed_halves("presets::ddpm", width);
}

inline SinusoidalEncoding ldm(Integer width) {
  const Index pairs = detail::pair_count("presets::ldm", "width", width, OddWidth::zero_column);
  return SinusoidalEncoding(Frequencies::shifted(pairs, 0.0), Layout::cos_sin, width,
                            OddWidth::zero_column);
}

inline SinusoidalEncoding grad_tts(Integer width, double scale) {
  const Index pairs = detail::even_pair_count("presets::grad_tts", "width", width);
  detail::check_scale("presets::grad_tts", "scale", scale);
  return SinusoidalEncoding(Frequencies::closed(pairs).times(scale), Layout::sin_cos);
}

}  // namespace presets
POSENC_END_NAMESPACE
