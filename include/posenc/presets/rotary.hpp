// Rotary embedding as published models have it, from the parameters of their configuration files.
// Pairings are those of the checkpoints named; HF stands for a checkpoint converted for Hugging
// Face Transformers, whose projections are permuted (pairing.hpp). Defaults are those of the
// published configuration that each source names; other sizes of a model may differ.
// Models whose tokens have several coordinates are in presets/rotary_axes.hpp.
//
// Throws (all of them): std::invalid_argument that names the preset and the parameter, unless
// head_dim is even and at most 2^23 and the base of the frequencies is above 1. The fields of
// rope_scaling are checked by the rule, and errors name the rule.
#pragma once

#include <Eigen/Core>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/limits.hpp>
#include <posenc/detail/presets/rotary.hpp>
#include <posenc/frequencies/longrope.hpp>
#include <posenc/frequencies/yarn.hpp>
#include <posenc/integer.hpp>
#include <posenc/rotary/embedding.hpp>

POSENC_BEGIN_NAMESPACE

namespace rotary_presets {

// --- Whole heads and their first channels --------------------------------------------------------

/// Llama 1 and 2 as Meta publishes them.
/// Source: meta-llama/llama, model.py, precompute_freqs_cis (theta 10000; heads of 4096 / 32).
inline RotaryEmbedding llama_meta(Integer head_dim = 128, double rope_theta = 10000.0) {
  return {detail::preset_ladder("rotary_presets::llama_meta", head_dim, rope_theta),
          Pairing::adjacent};
}
/// The same converted; also Mistral, Qwen2, Gemma 1 and 2, each with its rope_theta.
/// Source: HF transformers, modeling_llama.py, rotate_half.
inline RotaryEmbedding llama_hf(Integer head_dim = 128, double rope_theta = 10000.0) {
  return {detail::preset_ladder("rotary_presets::llama_hf", head_dim, rope_theta), Pairing::halves};
}
/// Source: Su et al. 2021, section 3.2.2 (base 10000).
inline RotaryEmbedding roformer(Integer head_dim = 64) {
  return {detail::preset_ladder("rotary_presets::roformer", head_dim, 10000.0), Pairing::adjacent};
}

/// The first rotary_dim channels.
/// Throws: unless rotary_dim is even and at most head_dim.
/// Source: EleutherAI/gpt-j-6b, config (n_embd 4096, n_head 16, rotary_dim 64).
inline RotaryEmbedding gpt_j(Integer head_dim = 256, Integer rotary_dim = 64,
                             double rope_theta = 10000.0) {
  const char* preset = "rotary_presets::gpt_j";
  const Index head = detail::preset_head(preset, head_dim);
  const Index rotated = detail::preset_head(preset, rotary_dim, 2, "rotary_dim");
  if (rotated > head) {
    detail::fail(preset, "rotary_dim", "at most head_dim", static_cast<long long>(rotated));
  }
  return {Frequencies::geometric(rotated, detail::preset_base(preset, rope_theta)),
          RotaryHead(head, Pairing::adjacent, rotated)};
}

/// The first int(head_dim rotary_pct) channels; also Phi, Pythia, StableLM.
/// Throws: unless 0 < rotary_pct <= 1 and that number is even and at least 2.
/// Source: EleutherAI/gpt-neox-20b, config (6144 / 64 heads, rotary_pct 0.25).
inline RotaryEmbedding gpt_neox(Integer head_dim = 96, double rotary_pct = 0.25,
                                double rotary_emb_base = 10000.0) {
  const char* preset = "rotary_presets::gpt_neox";
  const Index head = detail::preset_head(preset, head_dim);
  detail::check_interval(preset, "rotary_pct", "above 0 and at most 1", rotary_pct, 0.0, 1.0);
  const auto rotated = static_cast<Index>(static_cast<double>(head) * rotary_pct);
  detail::preset_head(preset, rotated, 2, "head_dim * rotary_pct");
  return {Frequencies::geometric(rotated,
                                 detail::preset_base(preset, rotary_emb_base, "rotary_emb_base")),
          RotaryHead(head, Pairing::halves, rotated)};
}

// --- Longer context ------------------------------------------------------------------------------

/// Llama 3.1 and after, converted; Pairing::adjacent for Meta's own files.
/// Source: meta-llama/Llama-3.1-8B and Llama-3.2-1B, config (rope_type llama3; factor 8 and 32).
inline RotaryEmbedding llama3(Integer head_dim, const scaling::Llama3& rope_scaling,
                              Pairing pairing = Pairing::halves, double rope_theta = 500000.0) {
  return {scaling::llama3(detail::preset_ladder("rotary_presets::llama3", head_dim, rope_theta),
                          rope_scaling),
          pairing};
}
inline RotaryEmbedding llama_3_1_8b() {
  return llama3(128, {8.0});
}
inline RotaryEmbedding llama_3_2_1b() {
  return llama3(64, {32.0});
}

/// Factor 32 from 4096 positions, with bounds that are not rounded.
/// Source: openai/gpt-oss-20b, config; HF transformers, configuration_gpt_oss.py.
inline scaling::Yarn gpt_oss_scaling() {
  scaling::Yarn yarn;
  yarn.factor = 32.0;
  yarn.truncate = false;
  return yarn;
}
inline RotaryEmbedding gpt_oss(Integer head_dim = 64,
                               const scaling::Yarn& rope_scaling = gpt_oss_scaling(),
                               double rope_theta = 150000.0) {
  const char* preset = "rotary_presets::gpt_oss";
  const Index head = detail::preset_head(preset, head_dim);
  return detail::preset_yarn(preset, head, Pairing::halves, head, 0, rope_scaling, rope_theta);
}

/// Factor 40 from 4096 positions. The amplitude is 1, since the two mscales are equal (1 in V3,
/// 0.707 in V2). The caller multiplies the softmax scale by the square of yarn_amplitude(factor,
/// mscale_all_dim).
/// Source: deepseek-ai/DeepSeek-V3, config (rope_scaling).
inline scaling::Yarn deepseek_scaling() {
  scaling::Yarn yarn;
  yarn.factor = 40.0;
  yarn.mscale = yarn.mscale_all_dim = 1.0;
  return yarn;
}

/// DeepSeek V2 and V3, and models with the same attention (Kimi K2: rope_theta 50000, its own
/// rope_scaling). A head is qk_nope_head_dim channels without positions, then qk_rope_head_dim that
/// rotate: 128 and 64 in a query or key of 192 channels, 0 and 64 where the second part is a
/// separate matrix.
/// Source: deepseek-ai/DeepSeek-V2 and V3, config (qk_nope_head_dim, qk_rope_head_dim).
inline RotaryEmbedding deepseek(Integer qk_nope_head_dim, Integer qk_rope_head_dim = 64,
                                const scaling::Yarn& rope_scaling = deepseek_scaling(),
                                double rope_theta = 10000.0) {
  const char* preset = "rotary_presets::deepseek";
  const Index nope = qk_nope_head_dim.index();
  if (nope < 0 || nope > detail::kMaxWidth) {
    detail::fail(preset, "qk_nope_head_dim", "from 0 to 2^23",
                 static_cast<long long>(qk_nope_head_dim.value()));
  }
  const Index rope = detail::preset_head(preset, qk_rope_head_dim, 2, "qk_rope_head_dim");
  return detail::preset_yarn(preset, nope + rope, Pairing::adjacent, rope, nope, rope_scaling,
                             rope_theta);
}

/// The indexer of DeepSeek V3.2: the first qk_rope_head_dim channels rotate as halves, though
/// those of its attention are adjacent pairs. Pairing::adjacent for GLM 5.
/// Throws: unless qk_rope_head_dim is even and at most index_head_dim.
/// Source: deepseek-ai/DeepSeek-V3.2-Exp, model.py, Indexer (index_head_dim 128).
inline RotaryEmbedding deepseek_indexer(Integer index_head_dim = 128, Integer qk_rope_head_dim = 64,
                                        Pairing pairing = Pairing::halves,
                                        const scaling::Yarn& rope_scaling = deepseek_scaling(),
                                        double rope_theta = 10000.0) {
  const char* preset = "rotary_presets::deepseek_indexer";
  const Index head = detail::preset_head(preset, index_head_dim, 2, "index_head_dim");
  const Index rope = detail::preset_head(preset, qk_rope_head_dim, 2, "qk_rope_head_dim");
  if (rope > head) {
    detail::fail(preset, "qk_rope_head_dim", "at most index_head_dim",
                 static_cast<long long>(rope));
  }
  return detail::preset_yarn(preset, head, pairing, rope, 0, rope_scaling, rope_theta);
}

/// Phi-3 with long context; the factors are in its configuration. `length` is that of the whole
/// text, its largest position + 1. When it passes the original length, other factors apply: make
/// the embedding again, and rerotate the cache.
/// Source: microsoft/Phi-3-mini-128k-instruct, config (3072 / 32 heads); HF transformers,
/// _compute_longrope_parameters.
inline RotaryEmbedding phi3_longrope(const scaling::LongRope& rope_scaling, Integer length,
                                     Integer head_dim = 96, double rope_theta = 10000.0) {
  return {scaling::longrope(
              detail::preset_ladder("rotary_presets::phi3_longrope", head_dim, rope_theta),
              rope_scaling, length),
          Pairing::halves};
}

// --- Two ladders, for layers of sliding and of full attention ------------------------------------

/// Gemma 3 and 4, sliding attention.
/// Source: google/gemma-3-4b, config; HF transformers, configuration_gemma3.py. 27B has heads of
/// 128, and 1B no factor (1).
inline RotaryEmbedding gemma3_local(Integer head_dim = 256, double rope_local_base_freq = 10000.0) {
  return {detail::preset_ladder("rotary_presets::gemma3_local", head_dim, rope_local_base_freq,
                                "rope_local_base_freq"),
          Pairing::halves};
}
/// Gemma 3, full attention.
inline RotaryEmbedding gemma3_global(Integer head_dim = 256, double rope_theta = 1e6,
                                     double factor = 8.0) {
  const char* preset = "rotary_presets::gemma3_global";
  const Frequencies ladder = detail::preset_ladder(preset, head_dim, rope_theta);
  detail::check_factor(preset, "factor", factor);
  return {scaling::linear(ladder, factor), Pairing::halves};
}
/// Gemma 4, full attention: the fastest quarter of a head's pairs rotates.
/// Throws: unless 0 < partial_rotary_factor <= 1 and it is enough for one pair.
/// Source: HF transformers, configuration_gemma4.py (global_head_dim 512) and
/// _compute_proportional_rope_parameters.
inline RotaryEmbedding gemma4_global(Integer head_dim = 512, double partial_rotary_factor = 0.25,
                                     double rope_theta = 1e6) {
  const char* preset = "rotary_presets::gemma4_global";
  const Index head = detail::preset_head(preset, head_dim);
  detail::preset_base(preset, rope_theta);
  detail::check_interval(preset, "partial_rotary_factor", "above 0 and at most 1",
                         partial_rotary_factor, 0.0, 1.0);
  if (partial_rotary_factor * static_cast<double>(head) < 2.0) {
    detail::fail(preset, "partial_rotary_factor", "enough for one pair", partial_rotary_factor);
  }
  return {scaling::proportional(head, partial_rotary_factor, rope_theta), Pairing::halves};
}

}  // namespace rotary_presets
POSENC_END_NAMESPACE
