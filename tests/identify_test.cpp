// Which table is this: what posenc_identify compares with, and when it says none.
#include "../tools/identify.hpp"
#include "test.hpp"

namespace posenc_test {
namespace {

using tables::Agreement;

tables::Answer identify(const Eigen::MatrixXd& table, const std::string& type) {
  return tables::identify({table, type, {table.rows()}}, false);
}

TEST(Identify, HalvesAreRoundedOnceNotByWayOfFloat) {
  const posenc::SinusoidalEncoding encoding(512);
  const Eigen::MatrixXd halves = encoding.table<Eigen::half>(36).cast<double>();
  const Eigen::MatrixXd twice = encoding.table(36).cast<float>().cast<Eigen::half>().cast<double>();
  ASSERT_NE(halves(35, 242), twice(35, 242));
  const tables::Answer once = identify(halves, "f2"), other = identify(twice, "f2");
  ASSERT_FALSE(once.matches.empty());
  EXPECT_EQ(once.matches[0].line, "presets::vaswani(512)");
  EXPECT_EQ(once.matches[0].agreement, Agreement::same_bits);
  ASSERT_FALSE(other.matches.empty());
  EXPECT_EQ(other.matches[0].agreement, Agreement::rounded);
  EXPECT_EQ(other.matches[0].row, 35);
  EXPECT_EQ(other.matches[0].col, 242);
}

TEST(Identify, AnglesInFloatAreNamedAndAnglesInHalfAreNone) {
  const Eigen::ArrayXd omega = posenc::Frequencies::geometric(64).values();
  const auto table = [&](auto round) {
    Eigen::MatrixXd x(500, 64);
    for (Index p = 0; p < 500; ++p) {
      for (Index i = 0; i < 32; ++i) {
        const double angle = round(static_cast<double>(p) * round(omega[i]));
        x(p, 2 * i) = static_cast<float>(std::sin(angle));
        x(p, 2 * i + 1) = static_cast<float>(std::cos(angle));
      }
    }
    return x;
  };
  const auto in_float =
      identify(table([](double x) { return static_cast<double>(static_cast<float>(x)); }), "f4");
  ASSERT_FALSE(in_float.matches.empty());
  EXPECT_EQ(in_float.matches[0].agreement, Agreement::float_angles);
  EXPECT_GT(in_float.matches[0].ulp, 1.0);
  const auto in_half = identify(
      table([](double x) { return static_cast<double>(static_cast<Eigen::half>(x)); }), "f4");
  EXPECT_TRUE(in_half.matches.empty());
  ASSERT_FALSE(in_half.nearest.empty());
  EXPECT_EQ(in_half.nearest[0].line, "presets::vaswani(64)");
}

TEST(Identify, OneWrongEntryIsNoneAndItsTableTheNearest) {
  Eigen::MatrixXd table = posenc::presets::whisper(64).table(200);
  table(101, 40) += 1e-3;  // a row that is not among the few
  const tables::Answer answer = identify(table, "f8");
  EXPECT_TRUE(answer.matches.empty());
  ASSERT_FALSE(answer.nearest.empty());
  EXPECT_NEAR(answer.nearest[0].difference, 1e-3, 1e-15);
  EXPECT_EQ(answer.nearest[0].row, 101);
  EXPECT_EQ(answer.nearest[0].col, 40);
  EXPECT_EQ(answer.nearest[0].place, ", from position 0");
}

TEST(Identify, LinesMakeTablesOfThatWidthWhereItIsOdd) {
  const tables::Answer answer = identify(posenc::presets::keras(9).table(50), "f8");
  for (const tables::Match& match : answer.matches) {
    EXPECT_NE(match.line.compare(0, 10, "Sinusoidal"), 0) << match.line;
  }
  ASSERT_EQ(answer.matches.size(), 1u);
  EXPECT_EQ(answer.matches[0].line, "presets::keras(9)");
  EXPECT_TRUE(identify(Eigen::MatrixXd(posenc::presets::ldm(10).table(50).leftCols(9)), "f8")
                  .matches.empty());
}

TEST(Identify, GridsOfEveryShapeTheSquarestFirst) {
  using Sizes = std::vector<Index>;
  EXPECT_EQ(tables::grids(12, 2), (std::vector<Sizes>{{3, 4}, {4, 3}, {2, 6}, {6, 2}}));
  EXPECT_EQ(tables::grids(8, 3), (std::vector<Sizes>{{2, 2, 2}}));
  EXPECT_TRUE(tables::grids(7, 2).empty());
  const Eigen::MatrixXd points = tables::points_of(tables::Places::counted, {2, 3}, 1);
  EXPECT_EQ(points.row(4), Eigen::RowVector2d(2, 2));
  const Eigen::MatrixXd table = posenc::presets::timm_2d(16).grid(4, 3);
  const tables::Answer answer = identify(table, "f8");
  ASSERT_FALSE(answer.matches.empty());
  EXPECT_EQ(answer.matches[0].line + answer.matches[0].place,
            "presets::timm_2d(16), grid of 4 x 3 from coordinate 0");
}

}  // namespace
}  // namespace posenc_test
