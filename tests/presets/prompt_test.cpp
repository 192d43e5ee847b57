// Positions of text, images and video in one sequence: rows written out by hand, and properties.

#include <set>

#include "test.hpp"

namespace posenc_test {
namespace prompt_test {

using posenc::merged_patch_positions;
using posenc::prompt_positions;
using posenc::PromptPart;
using posenc::PromptPositions;

using Rows = Eigen::Matrix<std::int64_t, Eigen::Dynamic, 3>;
using Patches = Eigen::Matrix<std::int64_t, Eigen::Dynamic, 2>;

/// Rows of equal numbers.
Rows words(std::int64_t first, Eigen::Index count) {
  Rows rows(count, 3);
  for (Eigen::Index t = 0; t < count; ++t) rows.row(t).setConstant(first + t);
  return rows;
}

TEST(Prompt, TextContinuesAfterTheLargestCoordinateOfAnImage) {
  const PromptPositions prompt =
      prompt_positions({PromptPart::text(2), PromptPart::image(2, 3), PromptPart::text(1)});
  Rows rows(9, 3);
  rows << 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 3, 2, 2, 4, 2, 3, 2, 2, 3, 3, 2, 3, 4, 5, 5, 5;
  EXPECT_TRUE(same_bits(prompt.rows, rows));
  EXPECT_EQ(prompt.next, 6);
  EXPECT_EQ(prompt.delta(), -3);

  const posenc::RotaryEmbedding rope(posenc::Frequencies::geometric(8),
                                     posenc::RotaryHead(8, posenc::Pairing::halves),
                                     posenc::PairAxes::sections({2, 1, 1}));
  Eigen::MatrixXd x = Eigen::RowVectorXd::LinSpaced(8, 1, 8).replicate(9, 1);
  rope.rotate(x, prompt.rows);
  expect_row(x.row(7),
             {-4.96263397068, 0.768117170912, 2.78868159983, 3.96796808538, -1.17143675591,
              6.27773812864, 7.08683673685, 8.01593595742},
             1e-11);
  expect_row(x.row(8),
             {5.07828355878, -1.12138810784, 2.64639659629, 3.95995016677, 0.459386652653,
              6.22434644855, 7.14118933058, 8.01989991688},
             1e-11);
}

TEST(Prompt, EachImageIsFoundAndAHighOneCountsByItsHeight) {
  const PromptPositions prompt =
      prompt_positions({PromptPart::image(3, 1), PromptPart::image(1, 2), PromptPart::text(2)}, -4);
  Rows rows(7, 3);
  rows << -4, -4, -4, -4, -3, -4, -4, -2, -4, -1, -1, -1, -1, -1, 0, 1, 1, 1, 2, 2, 2;
  EXPECT_TRUE(same_bits(prompt.rows, rows));
  EXPECT_EQ(prompt.next, 3);
}

TEST(Prompt, FramesOfAVideoAreApartByTheTimeStepRoundedDown) {
  const PromptPositions plain = prompt_positions({PromptPart::video(3, 1, 2), PromptPart::text(1)});
  Rows rows(7, 3);
  rows << 0, 0, 0, 0, 0, 1, 1, 0, 0, 1, 0, 1, 2, 0, 0, 2, 0, 1, 3, 3, 3;
  EXPECT_TRUE(same_bits(plain.rows, rows));

  const PromptPositions timed = prompt_positions({PromptPart::video(4, 1, 1, 2.5)}, 10);
  rows.resize(4, 3);
  rows << 10, 10, 10, 12, 10, 10, 15, 10, 10, 17, 10, 10;
  EXPECT_TRUE(same_bits(timed.rows, rows));
  EXPECT_EQ(timed.next, 18);
  EXPECT_EQ(timed.delta(), 14);

  EXPECT_EQ(prompt_positions({PromptPart::video(4, 1, 1, 0.0)}).next, 1);  // all frames at once
}

TEST(Prompt, TextAloneIsARange) {
  EXPECT_TRUE(same_bits(prompt_positions({PromptPart::text(5)}, 7).rows, words(7, 5)));
  EXPECT_EQ(prompt_positions({PromptPart::text(5)}, 7).delta(), 7);
  const PromptPositions none = prompt_positions({PromptPart::text(0)}, 7);
  EXPECT_EQ(none.rows.rows(), 0);
  EXPECT_EQ(none.next, 7);
  EXPECT_EQ(prompt_positions({}).next, 0);
}

TEST(Prompt, PartsContinuedByTheNextPositionAreTheWhole) {
  const std::vector<PromptPart> parts = {PromptPart::text(3), PromptPart::video(2, 4, 3, 1.5),
                                         PromptPart::text(1), PromptPart::image(5, 2)};
  const PromptPositions whole = prompt_positions(parts);
  std::int64_t next = 0;
  Eigen::Index row = 0;
  for (const PromptPart& part : parts) {
    const PromptPositions piece = prompt_positions({part}, next);
    EXPECT_TRUE(same_bits(piece.rows, whole.rows.middleRows(row, piece.rows.rows())));
    row += piece.rows.rows();
    next = piece.next;
  }
  EXPECT_EQ(row, whole.rows.rows());
  EXPECT_EQ(next, whole.next);
  EXPECT_EQ(next, whole.rows.maxCoeff() + 1);
}

TEST(Prompt, BadPartsAreRefusedByTheirNumber) {
  const PromptPart word = PromptPart::text(1);
  const auto is_refused = [&](const PromptPart& part, const char* got, std::int64_t first = 0) {
    return refuses(
        [&] {
          prompt_positions({word, part}, first);
        },
        "prompt_positions: parts[1]", got);
  };
  EXPECT_TRUE(is_refused(PromptPart::text(-1), "-1"));
  EXPECT_TRUE(is_refused(PromptPart::image(0, 3), "0"));
  EXPECT_TRUE(is_refused(PromptPart::image(3, -2), "-2"));
  EXPECT_TRUE(is_refused(PromptPart::video(0, 1, 1), "0"));
  EXPECT_TRUE(is_refused(PromptPart::video(2, 1, 1, -0.5), "-0.5"));
  EXPECT_TRUE(is_refused(PromptPart::video(2, 1, 1, NAN), "nan"));
  EXPECT_TRUE(is_refused(PromptPart::video(2, 1, 1, HUGE_VAL), "inf"));
  EXPECT_TRUE(is_refused(PromptPart::video(3, 1, 1, 0x1p53), "18014398509481984"));
  EXPECT_TRUE(is_refused(PromptPart::image(1 << 21, 1 << 21), "2097152"));
  EXPECT_TRUE(is_refused(PromptPart::text((std::numeric_limits<std::int64_t>::max)()),
                         "9223372036854775807 or more"));
  EXPECT_TRUE(is_refused(PromptPart::image(1, 4), "9007199254740989", (std::int64_t{1} << 53) - 4));
  EXPECT_EQ(prompt_positions({word, PromptPart::image(1, 3)}, (std::int64_t{1} << 53) - 4).next,
            std::int64_t{1} << 53);
}

TEST(Prompt, PatchesComeInMergedBlocks) {
  Patches rows(12, 2);
  rows << 0, 0, 0, 1, 1, 0, 1, 1, 0, 2, 0, 3, 1, 2, 1, 3, 0, 4, 0, 5, 1, 4, 1, 5;
  EXPECT_TRUE(same_bits(merged_patch_positions(2, 6), rows));
  EXPECT_TRUE(same_bits(merged_patch_positions(2, 6, 2, 2).bottomRows(12), rows));
  EXPECT_EQ(merged_patch_positions(2, 6, 2, 2).rows(), 24);

  rows.resize(6, 2);
  rows << 0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2;
  EXPECT_TRUE(same_bits(merged_patch_positions(2, 3, 1), rows));
  EXPECT_EQ(merged_patch_positions(0, 6).rows(), 0);
  EXPECT_EQ(merged_patch_positions(2, 6, 2, 0).rows(), 0);
}

TEST(Prompt, MergedBlocksAreTheTokensOfTheImage) {
  for (const int merge : {1, 2, 3}) {
    const int height = 4, width = 5;  // in tokens
    const Patches patches = merged_patch_positions(height * merge, width * merge, merge);
    const Rows tokens = prompt_positions({PromptPart::image(height, width)}).rows;
    std::set<std::pair<std::int64_t, std::int64_t>> seen;
    for (Eigen::Index k = 0; k < patches.rows(); ++k) {
      EXPECT_EQ(patches(k, 0) / merge, tokens(k / (merge * merge), 1));
      EXPECT_EQ(patches(k, 1) / merge, tokens(k / (merge * merge), 2));
      seen.insert({patches(k, 0), patches(k, 1)});
    }
    EXPECT_EQ(static_cast<int>(seen.size()), height * width * merge * merge);
  }
}

TEST(Prompt, PatchesThatDoNotMergeAreRefused) {
  const char* function = "merged_patch_positions: ";
  const auto is_refused = [&](std::int64_t h, std::int64_t w, std::int64_t m, std::int64_t f,
                              const char* argument, const char* got) {
    return refuses([&] { merged_patch_positions(h, w, m, f); }, function + std::string(argument),
                   got);
  };
  EXPECT_TRUE(is_refused(3, 4, 2, 1, "height", "3"));
  EXPECT_TRUE(is_refused(4, 5, 2, 1, "width", "5"));
  EXPECT_TRUE(is_refused(-2, 4, 2, 1, "height", "-2"));
  EXPECT_TRUE(is_refused(4, 4, 0, 1, "merge", "0"));
  EXPECT_TRUE(is_refused(4, 4, 2, -1, "frames", "-1"));
  EXPECT_TRUE(is_refused(1 << 21, 1 << 21, 1, 1, "width", "2097152"));
}

}  // namespace prompt_test
}  // namespace posenc_test
