// Rotary embedding of published models whose tokens have several coordinates: images and video,
// also mixed with text. As in presets/rotary.hpp, errors name the preset and the parameter.
//
// Positions are tokens x (t, h, w) or tokens x (h, w).
#pragma once

#include <Eigen/Core>
#include <vector>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/presets/rotary.hpp>
#include <posenc/frequencies.hpp>
#include <posenc/integer.hpp>
#include <posenc/rotary/axes.hpp>
#include <posenc/rotary/embedding.hpp>

POSENC_BEGIN_NAMESPACE

namespace detail {

/// Throws unless there are three sections that make up the pairs of a head.
inline void check_sections(const char* preset, const std::vector<Index>& mrope_section,
                           Index pairs) {
  if (mrope_section.size() != 3) {
    fail_size(preset, "mrope_section", 3, static_cast<long long>(mrope_section.size()));
  }
  Index left = pairs;
  for (const Index size : mrope_section) {
    if (size < 0 || size > left) {
      fail(preset, "mrope_section", "three sizes with the sum head_dim / 2",
           static_cast<long long>(size));
    }
    left -= size;
  }
  if (left != 0) {
    fail(preset, "mrope_section", "three sizes with the sum head_dim / 2",
         static_cast<long long>(pairs - left));
  }
}

}  // namespace detail

namespace rotary_presets {

/// (t, h, w).
/// Throws: unless mrope_section has three sizes with the sum head_dim / 2.
/// Source: Qwen/Qwen2-VL-7B-Instruct, config (mrope_section 16, 24, 24; rope_theta 1e6).
inline RotaryEmbedding qwen2_vl(const std::vector<Index>& mrope_section = {16, 24, 24},
                                double rope_theta = 1e6, Integer head_dim = 128) {
  const char* preset = "rotary_presets::qwen2_vl";
  const Frequencies ladder = detail::preset_ladder(preset, head_dim, rope_theta);
  detail::check_sections(preset, mrope_section, ladder.size());
  return {ladder, RotaryHead(head_dim, Pairing::halves), PairAxes::sections(mrope_section)};
}
/// (t, h, w), interleaved.
/// Throws: the same, and unless interleaving gives each axis its size.
/// Source: Qwen/Qwen3-VL-4B-Instruct, text_config (mrope_section 24, 20, 20; rope_theta 5e6, where
/// the code's fallback is 5e5).
inline RotaryEmbedding qwen3_vl(const std::vector<Index>& mrope_section = {24, 20, 20},
                                double rope_theta = 5e6, Integer head_dim = 128) {
  const char* preset = "rotary_presets::qwen3_vl";
  const Frequencies ladder = detail::preset_ladder(preset, head_dim, rope_theta);
  detail::check_sections(preset, mrope_section, ladder.size());
  return {ladder, RotaryHead(head_dim, Pairing::halves),
          detail::interleaved_axes(preset, "mrope_section", mrope_section)};
}

/// (h, w). One ladder of the whole head, even steps for h and odd ones for w, converted.
/// Throws: unless head_dim is a multiple of 4.
/// Source: HF transformers, PixtralRotaryEmbedding (1024 / 16 heads, rope_theta 10000).
inline RotaryEmbedding pixtral(Integer head_dim = 64, double rope_theta = 10000.0) {
  const char* preset = "rotary_presets::pixtral";
  const Index n = detail::preset_head(preset, head_dim, 4) / 2;
  const Frequencies ladder = detail::preset_ladder(preset, head_dim, rope_theta);
  std::vector<Index> order;
  for (Index i = 0; i < n; i += 2) order.push_back(i);
  for (Index i = 1; i < n; i += 2) order.push_back(i);
  return {selected(ladder, order), RotaryHead(head_dim, Pairing::halves),
          PairAxes::sections({n / 2, n / 2})};
}

/// (h, w), scaled by the trained grid over the current one. A ladder for each over half a head.
/// Throws: unless head_dim is a multiple of 4.
/// Source: baaivision/EVA, EVA-02, rope.py, VisionRotaryEmbeddingFast.
inline RotaryEmbedding eva02(Integer head_dim = 64, double theta = 10000.0) {
  const char* preset = "rotary_presets::eva02";
  const Index d = detail::preset_head(preset, head_dim, 4);
  const Frequencies ladder = detail::preset_ladder(preset, d / 2, theta, "theta");
  return {concatenated({ladder, ladder}), RotaryHead(d, Pairing::adjacent),
          PairAxes::sections({ladder.size(), ladder.size()})};
}

/// (t, h, w); h and w run from one end of the crop to the other without reaching it. A quarter of a
/// head for t, three eighths each for h and w.
/// Throws: unless head_dim is a multiple of 16.
/// Source: diffusers, get_3d_rotary_pos_embed (CogVideoX-5b, attention_head_dim 64; 2b adds a table
/// instead).
inline RotaryEmbedding cogvideox(Integer head_dim = 64, double theta = 10000.0) {
  const char* preset = "rotary_presets::cogvideox";
  const Index d = detail::preset_head(preset, head_dim, 16);
  const Frequencies time = detail::preset_ladder(preset, d / 4, theta, "theta");
  const Frequencies space = detail::preset_ladder(preset, d / 8 * 3, theta, "theta");
  return {concatenated({time, space, space}), RotaryHead(d, Pairing::adjacent),
          PairAxes::sections({time.size(), space.size(), space.size()})};
}

}  // namespace rotary_presets
POSENC_END_NAMESPACE
