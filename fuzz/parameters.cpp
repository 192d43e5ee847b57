// Calls with any arguments: they throw, or their results are sound. Sizes are small or absurd;
// those in between are legal but slow.
#include "scenarios.hpp"

namespace posenc_fuzz {
namespace {

std::int64_t size(Bytes& bytes) {
  return bytes.flip() ? bytes.below(200) : harmless(bytes.integer(), 1000);
}

void require_sound(const posenc::Frequencies& frequencies) {
  require(frequencies.size() >= 1, "no frequencies");
  require(frequencies.values().isFinite().all(), "a frequency that is not finite");
}
void require_sound(const posenc::ScaledFrequencies& scaled) {
  require_sound(scaled.frequencies);
  require(std::isfinite(scaled.amplitude), "an amplitude that is not finite");
}
void require_sound(const posenc::SinusoidalEncoding& encoding) {
  require(encoding.table<float>(2, 3).allFinite(), "an entry that is not finite");
}
void require_sound(const posenc::AxialEncoding& encoding) {
  const Eigen::MatrixXd points = Eigen::MatrixXd::Ones(2, encoding.coordinates());
  require(encoding.table(points).allFinite(), "an entry that is not finite");
}
void require_sound(const posenc::RotaryEmbedding& rotary) {
  Row<float> x = Row<float>::Ones(rotary.head().width());
  rotary.rotate(x, 5);
  require(x.allFinite(), "a rotated number that is not finite");
}

void scaled(Bytes& bytes) {
  namespace scaling = posenc::scaling;
  const std::int64_t width = size(bytes);
  const double base = bytes.flip() ? 10000.0 : bytes.number(), factor = bytes.number();
  const double length = bytes.flip() ? 4096.0 : bytes.number();
  const double x = bytes.number();
  accepted([&] {
    switch (bytes.below(10)) {
      case 0: return require_sound(scaling::ntk_aware(width, base, factor));
      case 1: return require_sound(scaling::dynamic_ntk(width, base, factor, length, size(bytes)));
      case 2: return require_sound(scaling::base_change(width, base, factor));
      case 3: return require_sound(scaling::fixed_ntk(width, base, factor));
      case 4: return require_sound(scaling::theta_scale(width, base, factor, length));
      case 5: return require_sound(scaling::proportional(width, x, base));
      case 6: {
        scaling::Yarn yarn;
        yarn.factor = factor;
        yarn.original_max_position_embeddings = length;
        if (bytes.flip()) yarn.beta_fast = bytes.number();
        if (bytes.flip()) yarn.beta_slow = bytes.number();
        yarn.truncate = bytes.flip();
        yarn.clamp_to_pairs = bytes.flip();
        yarn.log_blend = bytes.flip();
        if (bytes.rarely()) yarn.attention_factor = bytes.number();
        if (bytes.rarely()) yarn.mscale = bytes.number();
        if (bytes.rarely()) yarn.mscale_all_dim = bytes.number();
        return require_sound(scaling::yarn(width, base, yarn));
      }
      case 7: {
        const auto f = posenc::Frequencies::geometric(width, base);
        return require_sound(
            scaling::llama3(f, {factor, x, bytes.flip() ? 4.0 : bytes.number(), length}));
      }
      case 8: {
        const auto f = posenc::Frequencies::geometric(width, base);
        scaling::LongRope longrope;
        const Index n = bytes.rarely() ? size(bytes) % 1000 : f.size();
        longrope.short_factor = Eigen::ArrayXd::Constant(n < 0 ? 0 : n, factor);
        longrope.long_factor = Eigen::ArrayXd::Constant(f.size(), x);
        longrope.original_max_position_embeddings = length;
        if (bytes.flip()) longrope.max_position_embeddings = bytes.number();
        if (bytes.rarely()) longrope.attention_factor = bytes.number();
        return require_sound(scaling::longrope(f, longrope, bytes.integer()));
      }
      default: {
        const auto f = posenc::Frequencies::geometric(width, base);
        return require_sound(bytes.flip() ? scaling::linear(f, factor)
                                          : scaling::mixed_ntk(f, factor, x));
      }
    }
  });
}

void preset(Bytes& bytes) {
  namespace presets = posenc::presets;
  namespace rotary = posenc::rotary_presets;
  const std::int64_t width = size(bytes), other = size(bytes);
  const double x = bytes.number();
  accepted([&] {
    switch (bytes.below(32)) {
      case 0: return require_sound(presets::vaswani(width));
      case 1: return require_sound(presets::tensor2tensor(width, x, bytes.number()));
      case 2: return require_sound(presets::fairseq(width));
      case 3: return require_sound(presets::whisper(width));
      case 4: return require_sound(presets::hf_marian(width));
      case 5: return require_sound(presets::keras(width, x));
      case 6: return require_sound(presets::mlx(width, bytes.flip()));
      case 7: return require_sound(presets::ddpm(width));
      case 8: return require_sound(presets::grad_tts(width, x));
      case 9: return require_sound(presets::mae_2d(width));
      case 10: return require_sound(presets::vjepa_3d(width));
      case 11: return require_sound(presets::detr(width, x));
      case 12: return require_sound(presets::timm_2d(width, x));
      case 13: return require_sound(presets::multidim(width, harmless(other, 40)));
      case 14: return require_sound(presets::tensor2tensor_nd(width, harmless(other, 40), x));
      case 15: return require_sound(presets::nerf(width, harmless(other, 40)));
      case 16: return require_sound(rotary::llama_hf(width, x));
      case 17: return require_sound(rotary::gpt_j(width, other, x));
      case 18: return require_sound(rotary::gpt_neox(width, x));
      case 19: return require_sound(rotary::llama_meta(width, x));
      case 20: return require_sound(rotary::roformer(width));
      case 21: return require_sound(rotary::llama3(width, {x, 1.0, 4.0, bytes.number()}));
      case 22: return require_sound(rotary::gpt_oss(width));
      case 23: return require_sound(rotary::deepseek(width, other));
      case 24: return require_sound(rotary::deepseek_indexer(width, other));
      case 25: return require_sound(rotary::gemma3_local(width, x));
      case 26: return require_sound(rotary::gemma3_global(width, x, bytes.number()));
      case 27: return require_sound(rotary::gemma4_global(width, x, bytes.number()));
      case 28: {
        const std::vector<posenc::Index> sections = {bytes.below(40), bytes.below(40),
                                                     bytes.integer()};
        return require_sound(bytes.flip() ? rotary::qwen2_vl(sections, x)
                                          : rotary::qwen3_vl(sections, x));
      }
      case 29: return require_sound(rotary::eva02(width, x));
      case 30: return require_sound(rotary::cogvideox(width, x));
      default: return require_sound(rotary::pixtral(width, x));
    }
  });
}

void positions(Bytes& bytes) {
  const std::int64_t n = size(bytes);
  accepted([&] {
    switch (bytes.below(7)) {
      case 0: {
        const auto p = posenc::linspace_positions(n, bytes.number(), bytes.number());
        return require(p.size() == n && p.isFinite().all(), "linspace");
      }
      case 1: return require(posenc::half_pixel_positions(n).isFinite().all(), "half pixels");
      case 2:
        return require(posenc::rescaled_positions(n, bytes.number()).isFinite().all(), "rescaled");
      case 3: {
        Eigen::Array<std::int64_t, Eigen::Dynamic, 1> lengths(bytes.below(4));
        for (auto& length : lengths) length = harmless(bytes.integer(), 100);
        const auto p = posenc::packed_positions(lengths);
        return require(p.size() == lengths.sum(), "packed");
      }
      case 4: {
        Eigen::Array<std::int64_t, Eigen::Dynamic, 1> lengths(bytes.below(4));
        for (auto& length : lengths) length = bytes.integer();
        const auto side = static_cast<posenc::PaddingSide>(bytes.below(2));
        const auto mask = posenc::mask_from_lengths(lengths, n, side);
        return require(mask.count() == lengths.sum(), "a mask of another count");
      }
      case 5: {
        Eigen::Array<std::int64_t, Eigen::Dynamic, 1> offsets(bytes.below(4));
        for (auto& offset : offsets) offset = bytes.integer();
        const auto p = posenc::offset_positions(offsets, n);
        return require((p.abs() <= std::int64_t{1} << 53).all(), "a position beyond 2^53");
      }
      default: {
        Eigen::ArrayXi mask(bytes.below(20));
        for (int& token : mask) token = bytes.below(3);
        const auto p = posenc::positions_from_mask(mask.transpose(), bytes.integer());
        return require((p.abs() <= std::int64_t{1} << 53).all(), "a position beyond 2^53");
      }
    }
  });
}

void layout(Bytes& bytes) {
  const auto from = static_cast<posenc::Layout>(bytes.below(5));
  const auto to = static_cast<posenc::Layout>(bytes.below(5));
  const auto odd = static_cast<posenc::OddWidth>(bytes.below(3));
  const std::int64_t width = size(bytes);
  const Index rows = bytes.below(40);
  accepted([&] {
    const auto p = posenc::layout_permutation(from, to, width, odd);
    require(p.size() == width, "a permutation of another size");
    Guarded<float> x(bytes, rows, p.size());
    x.fill(bytes);
    const auto before = x.values();
    x.with_view([&](auto view) { posenc::convert_layout(view, from, to, odd); });
    x.require_guards();
    require_same(x.values(), (before * p).eval(), "another order than the permutation's");
  });
}

}  // namespace

void parameters(Bytes& bytes) {
  switch (bytes.below(4)) {
    case 0: return scaled(bytes);
    case 1: return preset(bytes);
    case 2: return positions(bytes);
    default: return layout(bytes);
  }
}

}  // namespace posenc_fuzz
