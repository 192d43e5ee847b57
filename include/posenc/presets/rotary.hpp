// Rotary embedding as published models have it, from the parameters of their configuration files.
// Pairings are those of the checkpoints named; HF stands for a checkpoint converted for Hugging
// Face Transformers, whose projections are permuted (pairing.hpp). Defaults are those of the
// published configuration that each source names; another size of the model may have others.
#pragma once

#include <Eigen/Core>
#include <vector>

#include <posenc/frequencies/longrope.hpp>
#include <posenc/frequencies/yarn.hpp>
#include <posenc/rotary/embedding.hpp>

POSENC_BEGIN_NAMESPACE
namespace rotary_presets {

/// Llama 1 and 2 as Meta publishes them.
/// Source: meta-llama/llama, model.py, precompute_freqs_cis (theta 10000; heads of 4096 / 32).
inline RotaryEmbedding llama_meta(Integer head_dim = 128, double rope_theta = 10000.0) {
  return {head_dim, Pairing::adjacent, rope_theta};
}
/// The same converted; also Mistral, Qwen2, Gemma 1 and 2, with their own rope_theta.
/// Source: HF transformers, modeling_llama.py, rotate_half.
inline RotaryEmbedding llama_hf(Integer head_dim = 128, double rope_theta = 10000.0) {
  return {head_dim, Pairing::halves, rope_theta};
}

/// The first rotary_dim channels.
/// Source: EleutherAI/gpt-j-6b, config (n_embd 4096, n_head 16, rotary_dim 64).
inline RotaryEmbedding gpt_j(Integer head_dim = 256, Integer rotary_dim = 64,
                             double rope_theta = 10000.0) {
  return {Frequencies::geometric(rotary_dim, rope_theta),
          RotaryHead(head_dim, Pairing::adjacent, rotary_dim)};
}
/// The first int(head_dim rotary_pct) channels; also Phi, Pythia, StableLM.
/// Source: EleutherAI/gpt-neox-20b, config (6144 / 64 heads, rotary_pct 0.25).
inline RotaryEmbedding gpt_neox(Integer head_dim = 96, double rotary_pct = 0.25,
                                double rotary_emb_base = 10000.0) {
  const Index width = partial_rotary_width(head_dim, rotary_pct);
  return {Frequencies::geometric(width, rotary_emb_base),
          RotaryHead(head_dim, Pairing::halves, width)};
}
/// Source: Su et al. 2021, section 3.2.2 (base 10000).
inline RotaryEmbedding roformer(Integer head_dim = 64) {
  return {head_dim, Pairing::adjacent};
}

/// Llama 3.1 and after, converted; Pairing::adjacent for Meta's own files.
/// Source: meta-llama/Llama-3.1-8B and Llama-3.2-1B, config (rope_type llama3; factor 8 and 32).
inline RotaryEmbedding llama3(Integer head_dim, double factor, Pairing pairing = Pairing::halves,
                              double rope_theta = 500000.0, double low_freq_factor = 1.0,
                              double high_freq_factor = 4.0,
                              double original_max_position_embeddings = 8192.0) {
  return {scaling::llama3(
              Frequencies::geometric(head_dim, rope_theta),
              {factor, low_freq_factor, high_freq_factor, original_max_position_embeddings}),
          pairing};
}
inline RotaryEmbedding llama_3_1_8b() {
  return llama3(128, 8.0);
}
inline RotaryEmbedding llama_3_2_1b() {
  return llama3(64, 32.0);
}

/// YaRN with bounds that are not rounded.
/// Source: openai/gpt-oss-20b, config; HF transformers, configuration_gpt_oss.py.
inline RotaryEmbedding gpt_oss(Integer head_dim = 64, double rope_theta = 150000.0,
                               double factor = 32.0,
                               double original_max_position_embeddings = 4096.0) {
  scaling::Yarn yarn;
  yarn.factor = factor;
  yarn.original_max_position_embeddings = original_max_position_embeddings;
  yarn.truncate = false;
  return {scaling::yarn(head_dim, rope_theta, yarn), Pairing::halves};
}

/// DeepSeek V2 and V3: YaRN on the rotary part of a head, its amplitude the ratio of two mscales.
/// V2 has 0.707 twice, V3 1 twice: both give 1. The softmax scale is the caller's: times the square
/// of yarn_amplitude(factor, mscale_all_dim).
/// Source: deepseek-ai/DeepSeek-V2 and V3, config (rope_scaling, qk_rope_head_dim).
inline RotaryEmbedding deepseek(Integer qk_rope_head_dim = 64, double factor = 40.0,
                                double mscale = 1.0, double mscale_all_dim = 1.0,
                                double original_max_position_embeddings = 4096.0,
                                double rope_theta = 10000.0) {
  scaling::Yarn yarn;
  yarn.factor = factor;
  yarn.original_max_position_embeddings = original_max_position_embeddings;
  yarn.mscale = mscale;
  yarn.mscale_all_dim = mscale_all_dim;
  return {scaling::yarn(qk_rope_head_dim, rope_theta, yarn), Pairing::adjacent};
}

/// Phi-3 with long context; the factors are in its configuration. Another set beyond the original
/// length, so made anew (and the cache rerotated) when `length` passes it.
/// Source: microsoft/Phi-3-mini-128k-instruct, config (3072 / 32 heads); HF transformers,
/// _compute_longrope_parameters.
template <class Short, class Long>
RotaryEmbedding phi3_longrope(const Eigen::DenseBase<Short>& short_factor,
                              const Eigen::DenseBase<Long>& long_factor, Integer length,
                              Integer head_dim = 96, double rope_theta = 10000.0,
                              double original_max_position_embeddings = 4096.0,
                              double max_position_embeddings = 131072.0) {
  return {scaling::longrope(Frequencies::geometric(head_dim, rope_theta),
                            {short_factor.derived(), long_factor.derived(),
                             original_max_position_embeddings, max_position_embeddings},
                            length),
          Pairing::halves};
}

/// Gemma 3 has two ladders: one for layers of sliding attention,
/// Source: google/gemma-3-4b, config; HF transformers, configuration_gemma3.py. 27B has heads of
/// 128, and 1B no factor (1).
inline RotaryEmbedding gemma3_local(Integer head_dim = 256, double rope_local_base_freq = 10000.0) {
  return {head_dim, Pairing::halves, rope_local_base_freq};
}
/// and one for layers of full attention.
inline RotaryEmbedding gemma3_global(Integer head_dim = 256, double rope_theta = 1e6,
                                     double factor = 8.0) {
  return {scaling::linear(Frequencies::geometric(head_dim, rope_theta), factor), Pairing::halves};
}
/// Gemma 4, full attention: the fastest quarter of a head's pairs turns. Its other ladder is
/// gemma3_local's.
/// Source: HF transformers, configuration_gemma4.py (global_head_dim 512) and
/// _compute_proportional_rope_parameters.
inline RotaryEmbedding gemma4_global(Integer head_dim = 512, double partial_rotary_factor = 0.25,
                                     double rope_theta = 1e6) {
  return {scaling::proportional(head_dim, partial_rotary_factor, rope_theta), Pairing::halves};
}

/// Positions: tokens x (t, h, w).
/// Source: Qwen/Qwen2-VL-7B-Instruct, config (mrope_section 16, 24, 24; rope_theta 1e6).
inline RotaryEmbedding qwen2_vl(const std::vector<Index>& mrope_section = {16, 24, 24},
                                double rope_theta = 1e6, Integer head_dim = 128) {
  return {Frequencies::geometric(head_dim, rope_theta), RotaryHead(head_dim, Pairing::halves),
          PairAxes::sections(mrope_section)};
}
/// Positions: tokens x (t, h, w).
/// Source: Qwen/Qwen3-VL-4B-Instruct, text_config (mrope_section 24, 20, 20; rope_theta 5e6, where
/// the code's fallback is 5e5).
inline RotaryEmbedding qwen3_vl(const std::vector<Index>& mrope_section = {24, 20, 20},
                                double rope_theta = 5e6, Integer head_dim = 128) {
  return {Frequencies::geometric(head_dim, rope_theta), RotaryHead(head_dim, Pairing::halves),
          PairAxes::interleaved(mrope_section)};
}

/// One ladder of the whole head, even steps for h and odd ones for w, converted. Positions: tokens
/// x (h, w).
/// Throws: std::invalid_argument unless head_dim is a multiple of 4.
/// Source: HF transformers, PixtralRotaryEmbedding (1024 / 16 heads, rope_theta 10000).
inline RotaryEmbedding pixtral(Integer head_dim = 64, double rope_theta = 10000.0) {
  const Index n = RotaryHead(head_dim, Pairing::halves).pairs();
  if (n % 2 != 0) {
    detail::fail("rotary_presets::pixtral", "head_dim", "a multiple of 4",
                 static_cast<long long>(head_dim.value()));
  }
  std::vector<Index> order;
  for (Index i = 0; i < n; i += 2) order.push_back(i);
  for (Index i = 1; i < n; i += 2) order.push_back(i);
  return {selected(Frequencies::geometric(head_dim, rope_theta), order),
          RotaryHead(head_dim, Pairing::halves), PairAxes::sections({n / 2, n / 2})};
}

/// A ladder for each axis over half a head, rows first. Positions: tokens x (h, w), scaled by the
/// trained grid over the current one.
/// Source: baaivision/EVA, EVA-02, rope.py, VisionRotaryEmbeddingFast.
inline RotaryEmbedding eva02(Integer head_dim = 64, double theta = 10000.0) {
  const RotaryHead head(head_dim, Pairing::adjacent);
  const Frequencies ladder = Frequencies::geometric(head.width() / 2, theta);
  return {concatenated({ladder, ladder}), head, PairAxes::sections({ladder.size(), ladder.size()})};
}

/// A quarter of a head for time, three eighths each for height and width. Positions: tokens x
/// (t, h, w); h and w stretch from one end of the crop to the other, its end not reached.
/// Throws: std::invalid_argument unless attention_head_dim is a multiple of 16.
/// Source: diffusers, get_3d_rotary_pos_embed (CogVideoX-5b; 2b adds a table instead).
inline RotaryEmbedding cogvideox(Integer attention_head_dim = 64, double theta = 10000.0) {
  const RotaryHead head(attention_head_dim, Pairing::adjacent);
  if (head.width() % 16 != 0) {
    detail::fail("rotary_presets::cogvideox", "attention_head_dim", "a multiple of 16",
                 static_cast<long long>(head.width()));
  }
  const Frequencies time = Frequencies::geometric(head.width() / 4, theta);
  const Frequencies space = Frequencies::geometric(head.width() / 8 * 3, theta);
  return {concatenated({time, space, space}), head,
          PairAxes::sections({time.size(), space.size(), space.size()})};
}

}  // namespace rotary_presets
POSENC_END_NAMESPACE
