// What presets refuse, in their own names and those of their arguments.
#include "test.hpp"

namespace posenc_test {
namespace presets_errors_test {

namespace presets = posenc::presets;
namespace rotary_presets = posenc::rotary_presets;

TEST(Presets, NameThemselvesInErrors) {
  const auto expect = [](const std::string& where, const std::string& got, auto&& call) {
    EXPECT_TRUE(refuses(call, "presets::" + where, got));
  };
  expect("vaswani: width", "5", [] { presets::vaswani(5); });
  expect("vaswani: width", "0", [] { presets::vaswani(0); });
  expect("tensor2tensor: width", "1", [] { presets::tensor2tensor(1); });
  expect("tensor2tensor: min_timescale", "-1", [] { presets::tensor2tensor(8, -1.0); });
  expect("tensor2tensor: max_timescale", "0", [] { presets::tensor2tensor(8, 1.0, 0.0); });
  expect("fairseq: width", "1", [] { presets::fairseq(1); });
  expect("whisper: width", "5", [] { presets::whisper(5); });
  expect("marian: width", "5", [] { presets::marian(5); });
  expect("hf_marian: width", "0", [] { presets::hf_marian(0); });
  expect("keras: width", "-3", [] { presets::keras(-3); });
  expect("keras: max_wavelength", "0", [] { presets::keras(8, 0.0); });
  expect("mlx: width", "5", [] { presets::mlx(5); });
  expect("ddpm: width", "1", [] { presets::ddpm(1); });
  expect("ldm: width", "1", [] { presets::ldm(1); });
  expect("grad_tts: width", "5", [] { presets::grad_tts(5); });
  expect("grad_tts: scale", "inf", [] { presets::grad_tts(8, HUGE_VAL); });
  expect("grad_tts: scale", "1099511627776", [] { presets::grad_tts(8, 0x1p40); });
  expect("mae_2d: width", "6", [] { presets::mae_2d(6); });
  expect("vjepa_2d: width", "6", [] { presets::vjepa_2d(6); });
  expect("vjepa_3d: width", "12", [] { presets::vjepa_3d(12); });
  expect("detr: width", "6", [] { presets::detr(6); });
  expect("detr: temperature", "0", [] { presets::detr(8, 0.0); });
  expect("deformable_detr: width", "6", [] { presets::deformable_detr(6); });
  expect("deformable_detr: temperature", "-2", [] { presets::deformable_detr(8, -2.0); });
  expect("timm_2d: width", "6", [] { presets::timm_2d(6); });
  expect("timm_2d: temperature", "0", [] { presets::timm_2d(8, 0.0); });
  expect("multidim: width", "0", [] { presets::multidim(0, 1); });
  expect("multidim: coordinates", "0", [] { presets::multidim(3, 0); });
  expect("multidim: coordinates", "4194304", [] { presets::multidim(1 << 22, 1 << 22); });
  expect("multidim: coordinates", "1001", [] { presets::multidim(4000, 1001); });
  expect("tensor2tensor_nd: coordinates", "2", [] { presets::tensor2tensor_nd(3, 2); });
  expect("tensor2tensor_nd: coordinates", "1001", [] { presets::tensor2tensor_nd(4000, 1001); });
  expect("tensor2tensor_nd: max_timescale", "-1",
         [] { presets::tensor2tensor_nd(8, 2, 1.0, -1.0); });
  expect("nerf: octaves", "0", [] { presets::nerf(0); });
  expect("nerf: octaves", "41", [] { presets::nerf(41); });
  expect("nerf: coordinates", "0", [] { presets::nerf(4, 0); });
  expect("pytorch3d: octaves", "0", [] { presets::pytorch3d(0); });
  expect("pytorch3d: coordinates", "1001", [] { presets::pytorch3d(4, 1001); });
  expect("pytorch3d: omega_0", "4", [] { presets::pytorch3d(39, 3, 4.0); });
}

TEST(Presets, AdviseAnOddWidthOnlyWhereItCanBeChosen) {
  const auto expect = [](const std::string& where, const std::string& expected, auto&& call) {
    EXPECT_TRUE(refuses(call, "presets::" + where, "7", expected));
  };
  expect("vaswani: width", "an even number, or a convention for odd ones (OddWidth)",
         [] { presets::vaswani(7); });
  expect("whisper: width", "an even number", [] { presets::whisper(7); });
  expect("marian: width", "an even number", [] { presets::marian(7); });
  expect("mlx: width", "an even number", [] { presets::mlx(7); });
  expect("grad_tts: width", "an even number", [] { presets::grad_tts(7); });
}

TEST(RotaryPresets, NameThemselvesInErrors) {
  const auto expect = [](const std::string& where, const std::string& got, auto&& call) {
    EXPECT_TRUE(refuses(call, "rotary_presets::" + where, got));
  };
  const Eigen::ArrayXd ones = Eigen::ArrayXd::Ones(17);
  const std::vector<std::pair<std::string, std::function<void(posenc::Integer)>>> heads = {
      {"llama_meta", [](auto d) { rotary_presets::llama_meta(d); }},
      {"llama_hf", [](auto d) { rotary_presets::llama_hf(d); }},
      {"roformer", [](auto d) { rotary_presets::roformer(d); }},
      {"gpt_j", [](auto d) { rotary_presets::gpt_j(d); }},
      {"gpt_neox", [](auto d) { rotary_presets::gpt_neox(d); }},
      {"llama3", [](auto d) { rotary_presets::llama3(d, {}); }},
      {"gpt_oss", [](auto d) { rotary_presets::gpt_oss(d); }},
      {"phi3_longrope",
       [&](auto d) {
         rotary_presets::phi3_longrope({ones, ones}, 1, d);
       }},
      {"gemma3_local", [](auto d) { rotary_presets::gemma3_local(d); }},
      {"gemma3_global", [](auto d) { rotary_presets::gemma3_global(d); }},
      {"gemma4_global", [](auto d) { rotary_presets::gemma4_global(d); }},
      {"qwen2_vl",
       [](auto d) {
         rotary_presets::qwen2_vl({16, 24, 24}, 1e6, d);
       }},
      {"qwen3_vl",
       [](auto d) {
         rotary_presets::qwen3_vl({24, 20, 20}, 1e6, d);
       }},
      {"pixtral", [](auto d) { rotary_presets::pixtral(d); }},
      {"eva02", [](auto d) { rotary_presets::eva02(d); }},
      {"cogvideox", [](auto d) { rotary_presets::cogvideox(d); }},
  };
  for (const auto& [name, make] : heads) {
    SCOPED_TRACE(name);
    // An odd width, and widths that would need more memory than there is.
    for (const std::int64_t d :
         {std::int64_t{33}, std::int64_t{0}, std::int64_t{-64}, (std::int64_t{1} << 23) + 16,
          std::int64_t{1} << 62, std::numeric_limits<std::int64_t>::max() - 1}) {
      expect(name + ": head_dim", std::to_string(d), [&, &f = make] { f(d); });
    }
  }
  for (const Index width : {12, 20, 28}) {
    expect("cogvideox: head_dim", std::to_string(width), [=] { rotary_presets::cogvideox(width); });
  }
  for (const Index width : {6, 10}) {
    expect("pixtral: head_dim", std::to_string(width), [=] { rotary_presets::pixtral(width); });
    expect("eva02: head_dim", std::to_string(width), [=] { rotary_presets::eva02(width); });
  }
  const std::vector<std::pair<std::string, std::function<void(double)>>> bases = {
      {"llama_meta: rope_theta", [](double b) { rotary_presets::llama_meta(64, b); }},
      {"llama_hf: rope_theta", [](double b) { rotary_presets::llama_hf(64, b); }},
      {"gpt_j: rope_theta", [](double b) { rotary_presets::gpt_j(256, 64, b); }},
      {"gpt_neox: rotary_emb_base", [](double b) { rotary_presets::gpt_neox(96, 0.25, b); }},
      {"llama3: rope_theta", [](double b) { rotary_presets::llama3(64, {}, Pairing::halves, b); }},
      {"gpt_oss: rope_theta", [](double b) { rotary_presets::gpt_oss(64, {}, b); }},
      {"deepseek: rope_theta", [](double b) { rotary_presets::deepseek(0, 64, {}, b); }},
      {"deepseek_indexer: rope_theta",
       [](double b) { rotary_presets::deepseek_indexer(128, 64, Pairing::halves, {}, b); }},
      {"phi3_longrope: rope_theta",
       [&](double b) {
         rotary_presets::phi3_longrope({ones, ones}, 1, 34, b);
       }},
      {"gemma3_local: rope_local_base_freq", [](double b) { rotary_presets::gemma3_local(64, b); }},
      {"gemma3_global: rope_theta", [](double b) { rotary_presets::gemma3_global(64, b); }},
      {"gemma4_global: rope_theta", [](double b) { rotary_presets::gemma4_global(64, 0.25, b); }},
      {"qwen2_vl: rope_theta",
       [](double b) {
         rotary_presets::qwen2_vl({16, 24, 24}, b);
       }},
      {"qwen3_vl: rope_theta",
       [](double b) {
         rotary_presets::qwen3_vl({24, 20, 20}, b);
       }},
      {"pixtral: rope_theta", [](double b) { rotary_presets::pixtral(64, b); }},
      {"eva02: theta", [](double b) { rotary_presets::eva02(64, b); }},
      {"cogvideox: theta", [](double b) { rotary_presets::cogvideox(64, b); }},
  };
  for (const auto& [where, make] : bases) {
    expect(where, "1", [&, &f = make] { f(1.0); });
    expect(where, "-10000", [&, &f = make] { f(-10000.0); });
    expect(where, "nan", [&, &f = make] { f(std::nan("")); });
    expect(where, "inf", [&, &f = make] { f(HUGE_VAL); });
  }
  expect("gpt_oss: rope_theta", "1.0004999999999999",
         [] { rotary_presets::gpt_oss(64, {}, 1.0005); });
  expect("gpt_j: rotary_dim", "33", [] { rotary_presets::gpt_j(256, 33); });
  expect("gpt_j: rotary_dim", "64", [] { rotary_presets::gpt_j(32); });
  expect("gpt_neox: rotary_pct", "1.5", [] { rotary_presets::gpt_neox(96, 1.5); });
  expect("gpt_neox: head_dim * rotary_pct", "25", [] { rotary_presets::gpt_neox(100, 0.25); });
  expect("gemma3_global: factor", "0", [] { rotary_presets::gemma3_global(256, 1e6, 0.0); });
  expect("gemma4_global: partial_rotary_factor", "0",
         [] { rotary_presets::gemma4_global(512, 0.0); });
  expect("gemma4_global: partial_rotary_factor", "0.00390625",
         [] { rotary_presets::gemma4_global(510, 0x1p-8); });
  expect("deepseek: qk_nope_head_dim", "-1", [] { rotary_presets::deepseek(-1); });
  expect("deepseek: qk_rope_head_dim", "33", [] { rotary_presets::deepseek(128, 33); });
  expect("deepseek_indexer: index_head_dim", "33", [] { rotary_presets::deepseek_indexer(33); });
  expect("deepseek_indexer: qk_rope_head_dim", "64", [] { rotary_presets::deepseek_indexer(32); });
  expect("qwen2_vl: mrope_section", "300",
         [] { rotary_presets::qwen2_vl(std::vector<posenc::Index>(300, 1 << 20)); });
  expect("qwen2_vl: mrope_section", "25", [] { rotary_presets::qwen2_vl({16, 24, 25}); });
  expect("qwen2_vl: mrope_section", "63", [] { rotary_presets::qwen2_vl({16, 24, 23}); });
  expect("qwen2_vl: mrope_section", "-1", [] { rotary_presets::qwen2_vl({32, -1, 33}); });
  expect("qwen3_vl: mrope_section[0]", "16", [] { rotary_presets::qwen3_vl({16, 24, 24}); });
}

}  // namespace presets_errors_test
}  // namespace posenc_test
