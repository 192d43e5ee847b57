// One line for each framework's own convention. docs/conventions.md has the table, with first
// values to check by.
//
// d channels, n = d / 2 pairs (rounded up where odd widths drop the last cosine).
#pragma once

#include <cmath>

#include <posenc/axial.hpp>
#include <posenc/frequencies.hpp>
#include <posenc/layout.hpp>
#include <posenc/sinusoidal.hpp>

namespace posenc {
namespace presets {

// --- Sequences -----------------------------------------------------------------------------------

/// Interleaved, open; an odd width is an error unless told otherwise.
/// Source: Vaswani et al. 2017, section 3.5.
SinusoidalEncoding vaswani(Integer width, OddWidth odd = OddWidth::reject);

/// All sines, then all cosines; closed; an odd width ends in a column of zeros.
/// Source: tensor2tensor, get_timing_signal_1d.
SinusoidalEncoding tensor2tensor(Integer width, double min_timescale = 1.0,
                                 double max_timescale = 10000.0);

/// The same with a base of 10000; positions are fairseq_positions(mask, padding_idx), rows of
/// padding zero.
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

// --- Images, coordinates (y, x) ------------------------------------------------------------------

/// Half of the channels each, the WIDTH coordinate x first; all sines, then all cosines; open.
/// Source: He et al. 2022 (MAE), get_2d_sincos_pos_embed; diffusers.
/// Throws: unless the width is a multiple of 4.
AxialEncoding mae_2d(Integer width);

/// The same with the height coordinate y first.
/// Source: V-JEPA, get_2d_sincos_pos_embed.
AxialEncoding vjepa_2d(Integer width);

/// Coordinates (t, y, x): half of the channels, a quarter and a quarter.
/// Source: V-JEPA, get_3d_sincos_pos_embed.
/// Throws: unless the width is a multiple of 8.
AxialEncoding vjepa_3d(Integer width);

/// y, then x, interleaved and open over half of the channels each; coordinates are those of
/// detr_positions, normalized_positions(...) where normalised.
/// Source: Carion et al. 2020 (DETR), PositionEmbeddingSine.
/// Throws: unless the width is a multiple of 4.
AxialEncoding detr(Integer width, double temperature = 10000.0);

/// The same, for coordinates of normalized_positions(..., 0.5).
/// Source: Zhu et al. 2021 (Deformable DETR), PositionEmbeddingSine.
AxialEncoding deformable_detr(Integer width, double temperature = 10000.0);

/// sin y, sin x, cos y, cos x; open.
/// Source: timm, build_sincos2d_pos_embed.
/// Throws: unless the width is a multiple of 4.
AxialEncoding timm_2d(Integer width, double temperature = 10000.0);

// --- Any number of coordinates -------------------------------------------------------------------

/// Equal shares rounded up to even, interleaved and open, cut to the width.
/// Source: multidim-positional-encoding, PositionalEncoding1D, 2D, 3D.
AxialEncoding multidim(Integer width, Integer coordinates);

/// floor(d / (2 coordinates)) pairs each: all sines, then all cosines; closed; the rest is zero.
/// Source: tensor2tensor, add_timing_signal_nd.
AxialEncoding tensor2tensor_nd(Integer width, Integer coordinates, double min_timescale = 1.0,
                               double max_timescale = 10000.0);

/// Coordinates as they are, then octave by octave the sines of all and the cosines of all.
/// Source: Mildenhall et al. 2020 (NeRF), the code's Embedder.
AxialEncoding nerf(Integer octaves, Integer coordinates = 3, RawInput raw = RawInput::first);

/// All sines (coordinate by coordinate), all cosines, the coordinates as they are; `omega_0` times
/// powers of two.
/// Source: PyTorch3D, HarmonicEmbedding.
AxialEncoding pytorch3d(Integer octaves, Integer coordinates = 3, double omega_0 = 1.0,
                        RawInput raw = RawInput::last);

// -------------------------------------------------------------------------------------------------

}  // namespace presets

namespace detail {

/// width / parts, an even number.
inline Index even_share(const char* function, Integer width, Index parts) {
  const std::int64_t d = width.value();
  if (d < 1 || d % (2 * parts) != 0) {
    fail(function, "width", parts == 2 ? "a multiple of 4" : "a multiple of 8",
         static_cast<long long>(d));
  }
  return static_cast<Index>(d) / parts;
}

/// All sines, then all cosines; closed.
inline SinusoidalEncoding closed_halves(const char* function, Integer width, OddWidth odd) {
  return SinusoidalEncoding(Frequencies::closed(pair_count(function, "width", width, odd)),
                            Layout::sin_cos, width, odd);
}

/// Open; an odd width drops the last cosine.
inline SinusoidalEncoding open_dropping_a_cosine(const char* function, Integer width, double base,
                                                 Layout layout) {
  const Index pairs = pair_count(function, "width", width, OddWidth::drop_last_cosine);
  return SinusoidalEncoding(Frequencies::geometric(pairs, static_cast<double>(width.value()), base),
                            layout, width, OddWidth::drop_last_cosine);
}

/// The same encoding for each coordinate.
inline AxialEncoding equal_blocks(const SinusoidalEncoding& axis, std::int64_t coordinates,
                                  Integer width) {
  std::vector<AxialEncoding::Block> blocks;
  for (std::int64_t a = 0; a < coordinates; ++a) blocks.push_back({a, axis});
  return AxialEncoding(std::move(blocks), width);
}

/// y, then x, interleaved and open over half of the channels each.
inline AxialEncoding interleaved_yx(const char* function, Integer width, double temperature) {
  const Index half = even_share(function, width, 2);
  check_positive(function, "temperature", temperature);
  const SinusoidalEncoding axis(Frequencies::geometric(half, temperature));
  return AxialEncoding({{0, axis}, {1, axis}});
}

/// Throws unless the scale keeps frequencies up to `fastest` below 2^40.
inline void check_scale(const char* function, const char* argument, double scale,
                        double fastest = 1.0) {
  check_position(function, argument, scale);
  if (std::fabs(scale) * fastest >= 0x1p40) {
    fail(function, argument, "one that keeps every frequency below 2^40", scale);
  }
}

inline void check_octaves(const char* function, Integer octaves, Integer coordinates) {
  const std::int64_t n = octaves.value(), k = coordinates.value();
  if (n < 1 || n > 40) fail(function, "octaves", "from 1 to 40", static_cast<long long>(n));
  if (k < 1 || k > 1000) fail(function, "coordinates", "from 1 to 1000", static_cast<long long>(k));
}

}  // namespace detail

namespace presets {

inline SinusoidalEncoding vaswani(Integer width, OddWidth odd) {
  const Index pairs = detail::pair_count("presets::vaswani", "width", width, odd);
  return SinusoidalEncoding(
      Frequencies::geometric(pairs, static_cast<double>(width.value()), 10000.0),
      Layout::interleaved, width, odd);
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
  return detail::closed_halves("presets::fairseq", width, OddWidth::zero_column);
}

inline SinusoidalEncoding whisper(Integer width) {
  return detail::closed_halves("presets::whisper", width, OddWidth::reject);
}

inline SinusoidalEncoding marian(Integer width) {
  return detail::closed_halves("presets::marian", width, OddWidth::reject);
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
  const Index pairs = detail::pair_count("presets::mlx", "width", width);
  return SinusoidalEncoding(Frequencies::range(pairs, 1.0, 0.0001),
                            cos_first ? Layout::cos_sin : Layout::sin_cos)
      .with_amplitude(std::sqrt(2.0 / static_cast<double>(width.value())));
}

inline SinusoidalEncoding ddpm(Integer width) {
  return detail::closed_halves("presets::ddpm", width, OddWidth::zero_column);
}

inline SinusoidalEncoding ldm(Integer width) {
  const Index pairs = detail::pair_count("presets::ldm", "width", width, OddWidth::zero_column);
  return SinusoidalEncoding(Frequencies::shifted(pairs, 0.0), Layout::cos_sin, width,
                            OddWidth::zero_column);
}

inline SinusoidalEncoding grad_tts(Integer width, double scale) {
  const Index pairs = detail::pair_count("presets::grad_tts", "width", width);
  detail::check_scale("presets::grad_tts", "scale", scale);
  return SinusoidalEncoding(Frequencies::closed(pairs).times(scale), Layout::sin_cos);
}

inline AxialEncoding mae_2d(Integer width) {
  const Index half = detail::even_share("presets::mae_2d", width, 2);
  const SinusoidalEncoding axis(Frequencies::geometric(half), Layout::sin_cos);
  return AxialEncoding({{1, axis}, {0, axis}});
}

inline AxialEncoding vjepa_2d(Integer width) {
  const Index half = detail::even_share("presets::vjepa_2d", width, 2);
  const SinusoidalEncoding axis(Frequencies::geometric(half), Layout::sin_cos);
  return AxialEncoding({{0, axis}, {1, axis}});
}

inline AxialEncoding vjepa_3d(Integer width) {
  const Index quarter = detail::even_share("presets::vjepa_3d", width, 4);
  const SinusoidalEncoding half(Frequencies::geometric(2 * quarter), Layout::sin_cos);
  const SinusoidalEncoding axis(Frequencies::geometric(quarter), Layout::sin_cos);
  return AxialEncoding({{0, half}, {1, axis}, {2, axis}});
}

inline AxialEncoding detr(Integer width, double temperature) {
  return detail::interleaved_yx("presets::detr", width, temperature);
}

inline AxialEncoding deformable_detr(Integer width, double temperature) {
  return detail::interleaved_yx("presets::deformable_detr", width, temperature);
}

inline AxialEncoding timm_2d(Integer width, double temperature) {
  const Index half = detail::even_share("presets::timm_2d", width, 2);
  detail::check_positive("presets::timm_2d", "temperature", temperature);
  const Frequencies axis = Frequencies::geometric(half, temperature);
  return AxialEncoding::sines_then_cosines({axis, axis});
}

inline AxialEncoding multidim(Integer width, Integer coordinates) {
  const std::int64_t d = width.value();
  const std::int64_t k = coordinates.value();
  if (d < 1) detail::fail("presets::multidim", "width", "at least 1", static_cast<long long>(d));
  if (k < 1 || k > d) {
    detail::fail("presets::multidim", "coordinates", "from 1 to the width",
                 static_cast<long long>(k));
  }
  const SinusoidalEncoding axis(2 * ((d + 2 * k - 1) / (2 * k)));
  return detail::equal_blocks(axis, k, width);
}

inline AxialEncoding tensor2tensor_nd(Integer width, Integer coordinates, double min_timescale,
                                      double max_timescale) {
  const char* function = "presets::tensor2tensor_nd";
  const std::int64_t d = width.value();
  const std::int64_t k = coordinates.value();
  if (k < 1 || k > d / 2) {
    detail::fail(function, "coordinates", "from 1 to half of the width", static_cast<long long>(k));
  }
  detail::check_positive(function, "min_timescale", min_timescale);
  detail::check_positive(function, "max_timescale", max_timescale);
  const SinusoidalEncoding axis(
      Frequencies::tensor2tensor_timescales(d / (2 * k), min_timescale, max_timescale),
      Layout::sin_cos);
  return detail::equal_blocks(axis, k, width);
}

inline AxialEncoding nerf(Integer octaves, Integer coordinates, RawInput raw) {
  detail::check_octaves("presets::nerf", octaves, coordinates);
  return AxialEncoding::pair_by_pair(Frequencies::octaves(octaves), coordinates, raw);
}

inline AxialEncoding pytorch3d(Integer octaves, Integer coordinates, double omega_0, RawInput raw) {
  detail::check_octaves("presets::pytorch3d", octaves, coordinates);
  detail::check_scale("presets::pytorch3d", "omega_0", omega_0,
                      std::ldexp(1.0, static_cast<int>(octaves.value()) - 1));
  return AxialEncoding::sines_then_cosines(
      std::vector<Frequencies>(static_cast<std::size_t>(coordinates.value()),
                               Frequencies::octaves(octaves).times(omega_0)),
      raw);
}

}  // namespace presets
}  // namespace posenc
