// What rules for positions refuse.
#include "test.hpp"

namespace posenc_test {
namespace positions_errors_test {

using posenc::Attention;
using posenc::PaddingSide;

TEST(Positions, RefuseWhatHasNoMeaning) {
  const Eigen::ArrayXXi mask = Eigen::ArrayXXi::Zero(4, 5);
  constexpr std::int64_t most = std::int64_t{1} << 53;
  EXPECT_TRUE(refuses([&] { posenc::positions_from_mask(mask, -most); },
                      "positions_from_mask: first", "-9007199254740992"));
  EXPECT_EQ(posenc::positions_from_mask(mask, 1 - most)(0, 0), -most);
  EXPECT_TRUE(refuses(
      [] { posenc::mask_from_lengths(Eigen::Vector2i(1, 2), 3, static_cast<PaddingSide>(2)); },
      "mask_from_lengths: side", "2"));
  EXPECT_TRUE(refuses([&] { posenc::attention_mask(mask.row(0), static_cast<Attention>(7)); },
                      "attention_mask: attention", "7"));
  const Eigen::Array<bool, 1, 5> real = Eigen::Array<bool, 1, 5>::Constant(true);
  EXPECT_EQ(posenc::fairseq_positions(real, most - 5)(0, 4), most);
  EXPECT_TRUE(refuses([&] { posenc::fairseq_positions(real, most - 4); },
                      "fairseq_positions: padding_idx", std::to_string(most - 4) + " + 5"));
  EXPECT_TRUE(
      refuses([] { posenc::half_pixel_positions(-1); }, "half_pixel_positions: size", "-1"));
  EXPECT_TRUE(refuses([] { posenc::rescaled_positions(4, std::nan("")); },
                      "rescaled_positions: reference_size", "nan"));
  EXPECT_TRUE(refuses(
      [] {
        posenc::normalized_positions({Eigen::ArrayXXd(2, 3), Eigen::ArrayXXd(3, 2)});
      },
      "normalized_positions: x", "3 x 2, whose transpose() fits"));
  EXPECT_TRUE(refuses([] { posenc::normalized_positions({}, 0.0, 1.0, 0.0); },
                      "normalized_positions: epsilon", "0"));
  EXPECT_TRUE(refuses([] { posenc::normalized_positions({}, 0.0, 1.0, std::nan("")); },
                      "normalized_positions: epsilon", "nan"));
}

}  // namespace positions_errors_test
}  // namespace posenc_test
