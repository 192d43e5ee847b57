// Where tokens are: every rule against numbers written out by hand.
#include "test.hpp"

namespace posenc_test {
namespace positions_test {

using posenc::Attention;
using posenc::BatchMask;
using posenc::BatchPositions;
using posenc::PaddingSide;

/// Left padding, a hole, right padding, nothing real.
const Eigen::ArrayXXi kMask =
    (Eigen::ArrayXXi(4, 5) << 0, 0, 1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0)
        .finished();

BatchPositions numbers(Index rows, Index cols, std::initializer_list<int> values) {
  BatchPositions result(rows, cols);
  std::copy(values.begin(), values.end(), result.data());
  return result;
}

TEST(Positions, FromMask) {
  EXPECT_TRUE(same_bits(
      posenc::positions_from_mask(kMask),
      numbers(4, 5, {-1, -1, 0, 1, 2, 0, 0, 1, 1, 2, 0, 1, 1, 1, 1, -1, -1, -1, -1, -1})));
  EXPECT_TRUE(
      same_bits(posenc::positions_from_mask(kMask.row(0), 7), numbers(1, 5, {6, 6, 7, 8, 9})));
  EXPECT_TRUE(same_bits(posenc::positions_from_mask(kMask.cast<bool>()),
                        posenc::positions_from_mask(kMask)));
}

TEST(Positions, FairseqCountsFromAfterThePadding) {
  EXPECT_TRUE(
      same_bits(posenc::fairseq_positions(kMask, 1),
                numbers(4, 5, {1, 1, 2, 3, 4, 2, 1, 3, 1, 4, 2, 3, 1, 1, 1, 1, 1, 1, 1, 1})));
}

TEST(Positions, MaskFromLengths) {
  const Eigen::Vector3i lengths(2, 0, 3);
  BatchMask right(3, 3), left(3, 3);
  right << true, true, false, false, false, false, true, true, true;
  left << false, true, true, false, false, false, true, true, true;
  EXPECT_TRUE(same_bits(posenc::mask_from_lengths(lengths, 3), right));
  EXPECT_TRUE(same_bits(posenc::mask_from_lengths(lengths, 3, PaddingSide::left), left));
  EXPECT_TRUE(refuses([&] { posenc::mask_from_lengths(lengths, 2); },
                      "mask_from_lengths: lengths[2]", "3"));
  EXPECT_TRUE(refuses([&] { posenc::mask_from_lengths(-lengths, 3); },
                      "mask_from_lengths: lengths[0]", "-2"));
}

TEST(Positions, OffsetsPerRowOfAStream) {
  const Eigen::Vector3i offsets(0, 7, 130);
  EXPECT_TRUE(same_bits(posenc::offset_positions(offsets, 4),
                        numbers(3, 4, {0, 1, 2, 3, 7, 8, 9, 10, 130, 131, 132, 133})));
  const Eigen::Array<std::int64_t, 1, 1> last((std::int64_t{1} << 53) - 3);
  EXPECT_EQ(posenc::offset_positions(last, 4)(0, 3), std::int64_t{1} << 53);
  EXPECT_TRUE(refuses([&] { posenc::offset_positions(last, 5); }, "offset_positions: offsets[0]",
                      std::to_string(last(0)) + " + 4"));
  EXPECT_TRUE(
      refuses([&] { posenc::offset_positions(last, -1); }, "offset_positions: seq_len", "-1"));
}

TEST(Positions, PackedDocumentsRestart) {
  EXPECT_TRUE(same_bits(posenc::packed_positions(Eigen::Vector4i(3, 1, 0, 2)).transpose(),
                        numbers(1, 6, {0, 1, 2, 0, 0, 1}).row(0)));
  EXPECT_TRUE(refuses([] { posenc::packed_positions(Eigen::Vector2i(3, -1)); },
                      "packed_positions: lengths[1]", "-1"));
}

TEST(Positions, AttentionMask) {
  const Eigen::Array<bool, 1, 3> mask(false, true, true);
  Eigen::Array<bool, 3, 3> full, causal;
  full << true, false, false, false, true, true, false, true, true;
  causal << true, false, false, false, true, false, false, true, true;
  EXPECT_TRUE(same_bits(posenc::attention_mask(mask), full));
  EXPECT_TRUE(same_bits(posenc::attention_mask(mask, Attention::causal), causal));
  const Eigen::ArrayXXf added = posenc::additive_mask<float>(causal);
  EXPECT_EQ(added(1, 1), 0.0f);
  EXPECT_EQ(added(1, 2), -HUGE_VALF);
  EXPECT_TRUE(same_bits((added == 0.0f).eval(), causal));
  EXPECT_EQ(posenc::additive_mask<Eigen::half>(causal)(1, 2), Eigen::half(-HUGE_VALF));
  EXPECT_EQ(posenc::additive_mask<Eigen::bfloat16>(causal)(1, 1), Eigen::bfloat16(0.0f));

  const Eigen::Array<bool, 3, 1> all_padding(false, false, false);
  EXPECT_TRUE(same_bits(posenc::attention_mask(all_padding),
                        Eigen::Matrix<bool, 3, 3>::Identity().array().eval()));
  const BatchMask from_lengths = posenc::mask_from_lengths(Eigen::Vector2i(1, 2), 3);
  EXPECT_EQ(posenc::attention_mask(from_lengths.row(1)).count(), 2 * 2 + 1);
}

/// Nine decimals are asked for.
constexpr double kNine = 5e-10;

TEST(Positions, DetrCountsTheMaskAlongEachAxis) {
  Eigen::ArrayXXi mask(3, 4);
  mask << 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 0, 0;
  const posenc::ImagePositions p = posenc::detr_positions(mask);
  Eigen::ArrayXXd y(3, 4), x(3, 4);
  y << 1, 1, 1, 0, 2, 2, 2, 0, 2, 2, 2, 0;
  x << 1, 2, 3, 3, 1, 2, 3, 3, 0, 0, 0, 0;
  EXPECT_TRUE(same_bits(p.y, y));
  EXPECT_TRUE(same_bits(p.x, x));
  const posenc::ImagePositions parts = posenc::normalized_positions(p);
  EXPECT_NEAR(parts.x(1, 2), 3.0 / (3.0 + 1e-6) * 6.283185307179586, kNine);
  EXPECT_EQ(parts.x(2, 3), 0.0);  // a row of padding, divided by epsilon
}

TEST(Positions, PixelsAsPoints) {
  const posenc::ImagePositions p = posenc::detr_positions(Eigen::ArrayXXi::Ones(2, 3));
  Eigen::MatrixX2d points(6, 2);
  points << 1, 1, 1, 2, 1, 3, 2, 1, 2, 2, 2, 3;
  EXPECT_TRUE(same_bits(p.points(), points));
  EXPECT_TRUE(refuses(
      [&] {
        posenc::ImagePositions({p.y, p.x.leftCols(2)}).points();
      },
      "ImagePositions::points: x", "2 x 2"));
}

TEST(Positions, NormalisedWithAndWithoutHalfAPixel) {
  const Eigen::Array<bool, 3, 1> rows(true, true, true);
  const posenc::ImagePositions counts = posenc::detr_positions(rows);
  const Eigen::ArrayXXd plain = posenc::normalized_positions(counts).y;
  const Eigen::ArrayXXd inside = posenc::normalized_positions(counts, 0.5).y;
  const Eigen::ArrayXXd outside = plain - 3.141592653589793;
  const double expected[3][3] = {{2.09439440426, 4.18878880852, 6.28318321279},
                                 {1.04719720213, 3.14159160639, 5.23598601065},
                                 {-1.04719824933, 1.04719615493, 3.14159055920}};
  for (Index k = 0; k < 3; ++k) {
    EXPECT_NEAR(plain(k), expected[0][k], kNine);
    EXPECT_NEAR(inside(k), expected[1][k], kNine);
    EXPECT_NEAR(outside(k), expected[2][k], kNine);
  }
  const posenc::SinusoidalEncoding one(posenc::Frequencies::geometric(2));
  EXPECT_NEAR(one.row(plain(2))[0], -0.00000209439, 5e-12);
  const posenc::ImagePositions single =
      posenc::normalized_positions(posenc::detr_positions(rows.head<1>()));
  EXPECT_NEAR(single.y(0), 6.283179024, kNine);
}

TEST(Positions, CoordinatesOfGrids) {
  EXPECT_EQ(posenc::linspace_positions(5, -1.0, 1.0).matrix(),
            (Eigen::VectorXd(5) << -1.0, -0.5, 0.0, 0.5, 1.0).finished());
  EXPECT_EQ(posenc::linspace_positions(1, -1.0, 1.0)[0], -1.0);
  EXPECT_EQ(posenc::linspace_positions(0, -1.0, 1.0).size(), 0);
  EXPECT_EQ(posenc::linspace_positions(4, 1.0, 1e-20)[3], 1e-20);  // not 1 + (1e-20 - 1)
  EXPECT_EQ(posenc::half_pixel_positions(4).matrix(), Eigen::Vector4d(0.125, 0.375, 0.625, 0.875));
  EXPECT_EQ(posenc::half_pixel_positions(0).size(), 0);
}

TEST(Positions, InterpolatedGrid) {
  // Size 32 on the scale of 16, with an extra scale of 2.
  EXPECT_EQ(posenc::rescaled_positions(32, 16.0 / 2.0)[5], 1.25);
  const Eigen::RowVectorXd row =
      posenc::SinusoidalEncoding(posenc::Frequencies::geometric(4), posenc::Layout::sin_cos)
          .row(13.0 / 4.0);
  EXPECT_NEAR(row[0], -0.108195134530, 5.1e-13);
  EXPECT_NEAR(row[1], 0.0324942789480, 5.1e-13);
  EXPECT_NEAR(row[2], -0.994129676081, 5.1e-13);
  EXPECT_NEAR(row[3], 0.999471921484, 5.1e-13);
}

}  // namespace positions_test
}  // namespace posenc_test
