// Sizes that no machine can hold are refused before anything is computed from them, as wrong
// arguments of the call; and nothing is done a trillion times for an output without rows.
#include "test.hpp"

#include <posenc/sinusoidal/tensor.hpp>

namespace posenc_test {
namespace sizes_test {

using posenc::BatchPositions;
using posenc::Integer;

constexpr std::int64_t kHuge = std::int64_t{1} << 40;

/// What the message says of a number.
std::string said(std::int64_t n) {
  return std::to_string(n) + (n == kMost ? " or more" : "");
}

TEST(Sizes, PairsAreAtMostTwoToThe22) {
  const std::string where = "Frequencies::";
  for (const std::int64_t n :
       {kMost, kMost - 1, kLeast, std::int64_t{-1}, std::int64_t{0}, (std::int64_t{1} << 22) + 1}) {
    const auto expect = [&](auto&& call, const std::string& rule) {
      EXPECT_TRUE(refuses(call, where + rule + ": pairs", said(n)));
    };
    expect([n] { Frequencies::with_denominator(n, 2.0); }, "with_denominator");
    expect([n] { Frequencies::closed(n); }, "closed");
    expect([n] { Frequencies::shifted(n, 0.5); }, "shifted");
    expect([n] { Frequencies::range(n, 1.0, 0.5); }, "range");
    expect([n] { Frequencies::tensor2tensor_timescales(n); }, "tensor2tensor_timescales");
    expect([n] { Frequencies::timescales(n, 1.0, 2.0); }, "timescales");
    expect([n] { Frequencies::periods(n, 1.0, 2.0); }, "periods");
    expect([n] { Frequencies::octaves(n, 0.0, 3.0); }, "octaves");
    expect([n] { Frequencies::octaves(n); }, "octaves");
    expect([n] { Frequencies::linear(n, 0.0, 1.0); }, "linear");
    expect([n] { Frequencies::increasing(n); }, "increasing");
  }
  EXPECT_TRUE(refuses([] { Frequencies::octaves(41); }, "Frequencies::octaves: pairs", "41"));
  EXPECT_EQ(Frequencies::octaves(40).values()[39], 0x1p39);
  EXPECT_EQ(Frequencies::closed(1 << 22).size(), 1 << 22);
}

TEST(Sizes, WidthsAreAtMostTwoToThe23) {
  const SinusoidalEncoding encoding(8);
  const Frequencies four = Frequencies::geometric(8);
  for (const std::int64_t d : {kMost, kMost - 1, kLeast, std::int64_t{-1}, std::int64_t{0}, kHuge,
                               (std::int64_t{1} << 23) + 1}) {
    const auto expect = [&](auto&& call, const std::string& where) {
      EXPECT_TRUE(refuses(call, where + ": width", said(d)));
    };
    expect([d] { Frequencies::geometric(d); }, "Frequencies::geometric");
    expect([d] { SinusoidalEncoding made(d); }, "SinusoidalEncoding");
    expect([d] { posenc::pair_count(d); }, "pair_count");
    expect([d] { posenc::layout_permutation(Layout::sin_cos, Layout::cos_sin, d); },
           "layout_permutation");
    expect([&] { AxialEncoding({{0, encoding}}, d); }, "AxialEncoding");
    for (const Layout layout : {Layout::interleaved, Layout::interleaved_cos_sin}) {
      expect([&] { SinusoidalEncoding(four, layout, d, OddWidth::reject); }, "SinusoidalEncoding");
    }
    expect([d] { posenc::presets::fairseq(d); }, "presets::fairseq");
    expect([d] { posenc::presets::mlx(d); }, "presets::mlx");
    expect([d] { posenc::presets::keras(d); }, "presets::keras");
    expect([d] { posenc::presets::mae_2d(d); }, "presets::mae_2d");
    expect([d] { posenc::presets::vjepa_3d(d); }, "presets::vjepa_3d");
    expect([d] { posenc::presets::multidim(d, 2); }, "presets::multidim");
    expect([d] { posenc::presets::tensor2tensor_nd(d, 2); }, "presets::tensor2tensor_nd");
  }
  for (const std::int64_t n : {kMost, kLeast}) {
    EXPECT_TRUE(refuses([n] { posenc::presets::nerf(n); }, "presets::nerf: octaves", said(n)));
    EXPECT_TRUE(
        refuses([n] { posenc::presets::pytorch3d(n); }, "presets::pytorch3d: octaves", said(n)));
    EXPECT_TRUE(refuses([n] { posenc::presets::multidim(8, n); }, "presets::multidim: coordinates",
                        said(n)));
  }
}

/// The memory is not asked for before the positions are known to be in range.
TEST(Sizes, CountsAreAtMostTwoToThe53) {
  const SinusoidalEncoding encoding(8);
  const Eigen::Matrix<std::int64_t, 1, 1> offset(std::int64_t{1} << 53);
  for (const std::int64_t n : {kMost, std::int64_t{1} << 59}) {
    const auto expect = [&](auto&& call, const std::string& where) {
      EXPECT_THROW(call(), std::invalid_argument) << where << " " << n;
    };
    expect([&] { posenc::similarity(encoding, n); }, "similarity");
    expect([&] { posenc::closest_rows(encoding, n); }, "closest_rows");
    expect([n] { posenc::offset_positions(Eigen::VectorXi::Zero(16), n); }, "offset_positions");
    expect([n] { posenc::offset_positions(Eigen::VectorXi::Zero(1), n); }, "offset_positions");
    expect([n] { posenc::mask_from_lengths(Eigen::VectorXi::Zero(1), n); }, "mask_from_lengths");
    expect([n] { posenc::linspace_positions(n, 0.0, 1.0); }, "linspace_positions");
    expect([n] { posenc::half_pixel_positions(n); }, "half_pixel_positions");
    expect([n] { posenc::rescaled_positions(n, 1.0); }, "rescaled_positions");
    expect([n] { posenc::outer_product_encoding(n, 2); }, "outer_product_encoding");
  }
  EXPECT_TRUE(refuses([&] { posenc::offset_positions(offset, kHuge * 1024); },
                      "offset_positions: offsets[0]",
                      "9007199254740992 + " + std::to_string(kHuge * 1024 - 1)));
  EXPECT_TRUE(refuses([&] { posenc::similarity(encoding, -1); }, "similarity: count", "-1"));
}

TEST(Sizes, OfNoRowsCostNothing) {
  const SinusoidalEncoding encoding(8);
  Eigen::MatrixXd none(0, 8);
  const BatchPositions positions(kHuge, 0);
  const posenc::BatchMask mask(kHuge, 0);
  posenc::write_batch(encoding, none, kHuge, 0);
  posenc::add_batch(encoding, none, kHuge, 0);
  posenc::write_batch(encoding, none, positions);
  posenc::add_batch(encoding, none, positions, mask, posenc::Padding::zero);
  Eigen::Tensor<double, 3> tensor(kHuge, 0, 8);
  posenc::write_batch(encoding, tensor, kHuge, 0);
  const AxialEncoding wide({{0, encoding}}, 1 << 23);
  EXPECT_EQ(wide.table(Eigen::MatrixXd(0, 1)).cols(), 1 << 23);
  EXPECT_EQ(posenc::positions_from_mask(mask).rows(), kHuge);
  EXPECT_EQ(posenc::fairseq_positions(mask, 1).rows(), kHuge);
  EXPECT_EQ(posenc::additive_mask(mask).rows(), kHuge);
  EXPECT_EQ(posenc::additive_mask(mask.transpose()).cols(), kHuge);
  EXPECT_EQ(posenc::detr_positions(mask).y.rows(), kHuge);
  const posenc::ImagePositions image = posenc::detr_positions(mask.transpose());
  EXPECT_EQ(posenc::normalized_positions(image).x.cols(), kHuge);
  EXPECT_EQ(image.points().rows(), 0);
}

TEST(Sizes, AnIntegerIsItselfOrTheNearestEnd) {
  const auto value = [](auto n) { return Integer(n).value(); };
  EXPECT_EQ(value(true), 1);
  EXPECT_EQ(value('a'), 97);
  EXPECT_EQ(value(static_cast<signed char>(-3)), -3);
  EXPECT_EQ(value(static_cast<unsigned char>(200)), 200);
  EXPECT_EQ(value(-7), -7);
  EXPECT_EQ(value((std::numeric_limits<std::uint32_t>::max)()), 4294967295);
  EXPECT_EQ(value(kMost), kMost);
  EXPECT_EQ(value(kLeast), kLeast);
  EXPECT_EQ(value(static_cast<std::uint64_t>(kMost)), kMost);
  EXPECT_EQ(value(static_cast<std::uint64_t>(kMost) + 1), kMost);
  EXPECT_EQ(value((std::numeric_limits<std::uint64_t>::max)()), kMost);
#ifdef __SIZEOF_INT128__
  __extension__ typedef __int128 Wide;
  __extension__ typedef unsigned __int128 UnsignedWide;
  const auto check_wide = [&](auto one, auto unsigned_one) {
    if constexpr (std::is_integral<decltype(one)>::value) {  // not under -std=c++17
      EXPECT_EQ(value((one << 64) + 3), kMost);
      EXPECT_EQ(value(-(one << 64) - 3), kLeast);
      EXPECT_EQ(value((unsigned_one << 127) + 3), kMost);
      EXPECT_EQ(value(-3 * one), -3);
    }
  };
  check_wide(Wide{1}, UnsignedWide{1});
#endif
}

}  // namespace sizes_test
}  // namespace posenc_test
