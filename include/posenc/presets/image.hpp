// The conventions of frameworks for images, video and points.
//
// d channels.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/limits.hpp>
#include <posenc/frequencies.hpp>
#include <posenc/presets/sequence.hpp>
#include <posenc/sinusoidal/axial.hpp>

POSENC_BEGIN_NAMESPACE
namespace presets {

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
  const Index d = checked_width(function, "width", width);
  if (d % (2 * parts) != 0) {
    fail(function, "width", parts == 2 ? "a multiple of 4" : "a multiple of 8",
         static_cast<long long>(d));
  }
  return d / parts;
}

/// The same encoding for each coordinate.
inline AxialEncoding equal_blocks(const SinusoidalEncoding& axis, std::int64_t coordinates,
                                  Integer width) {
  std::vector<AxialEncoding::Block> blocks;
  for (std::int64_t a = 0; a < coordinates; ++a) blocks.push_back({a, axis});
  return AxialEncoding(blocks, width);
}

/// y, then x, interleaved and open over half of the channels each.
inline AxialEncoding interleaved_yx(const char* function, Integer width, double temperature) {
  const Index half = even_share(function, width, 2);
  check_positive(function, "temperature", temperature);
  const SinusoidalEncoding axis(Frequencies::geometric(half, temperature));
  return AxialEncoding({{0, axis}, {1, axis}});
}

inline void check_octaves(const char* function, Integer octaves, Integer coordinates) {
  const std::int64_t n = octaves.value(), k = coordinates.value();
  if (n < 1 || n > 40) fail(function, "octaves", "from 1 to 40", static_cast<long long>(n));
  if (k < 1 || k > kMaxCoordinates) {
    fail(function, "coordinates", "from 1 to 1000", static_cast<long long>(k));
  }
}

}  // namespace detail

namespace presets {

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
  const Index d = detail::checked_width("presets::multidim", "width", width);
  const std::int64_t k = coordinates.value();
  if (k < 1 || k > (std::min<std::int64_t>)(d, detail::kMaxCoordinates)) {
    detail::fail("presets::multidim", "coordinates", "from 1 to the width and to 1000",
                 static_cast<long long>(k));
  }
  const SinusoidalEncoding axis(2 * ((d + 2 * k - 1) / (2 * k)));
  return detail::equal_blocks(axis, k, width);
}

inline AxialEncoding tensor2tensor_nd(Integer width, Integer coordinates, double min_timescale,
                                      double max_timescale) {
  const char* function = "presets::tensor2tensor_nd";
  const Index d = detail::checked_width(function, "width", width);
  const std::int64_t k = coordinates.value();
  if (d < 2) detail::fail(function, "width", "at least 2", static_cast<long long>(d));
  if (k < 1 || k > (std::min<std::int64_t>)(d / 2, detail::kMaxCoordinates)) {
    detail::fail(function, "coordinates", "from 1 to half of the width and to 1000",
                 static_cast<long long>(k));
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
POSENC_END_NAMESPACE
