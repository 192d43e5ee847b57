// Which table is this: what posenc_identify compares with, and when it says none.
#include "identify.hpp"
#include "test.hpp"

namespace posenc_test {
namespace identify_test {

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

/// Sines and cosines of x times each factor, as NeRF's code orders them.
Eigen::MatrixXd octaves_by_hand(const Eigen::MatrixXd& x, const std::vector<double>& factors) {
  const Index k = x.cols();
  Eigen::MatrixXd table(x.rows(), k + 2 * k * static_cast<Index>(factors.size()));
  table.leftCols(k) = x;
  Index c = k;
  for (const double factor : factors) {
    table.middleCols(c, k) = (factor * x).array().sin();
    table.middleCols(c + k, k) = (factor * x).array().cos();
    c += 2 * k;
  }
  return table;
}

std::string first_line(const tables::Answer& answer) {
  return answer.matches.empty() ? "none" : answer.matches[0].line + answer.matches[0].place;
}

TEST(Identify, OctavesOfPointsThatStandInTheTable) {
  const Eigen::MatrixXd x = random_matrix(60, 3).cast<float>().cast<double>();
  const Eigen::MatrixXd table = octaves_by_hand(x, {1, 2, 4, 8});
  EXPECT_EQ(first_line(identify(table, "f8")), "presets::nerf(4, 3), at the points in its columns");
  EXPECT_EQ(first_line(identify(table.rightCols(24), "f8")),
            "presets::nerf(4, 3, RawInput::none), at the points of its first octave");
  const double pi = std::acos(-1.0);
  EXPECT_EQ(first_line(identify(octaves_by_hand(x, {pi, 2 * pi, 4 * pi, 8 * pi}), "f8")),
            "AxialEncoding::pair_by_pair(Frequencies::octaves(4).times_pi(1), 3, RawInput::first), "
            "at the points in its columns");
  EXPECT_EQ(first_line(identify(posenc::presets::pytorch3d(6, 2).table(x.leftCols(2)), "f8")),
            "presets::pytorch3d(6, 2), at the points in its columns");
  EXPECT_EQ(first_line(identify(
                posenc::presets::pytorch3d(6, 2, 1.0, posenc::RawInput::none).table(x.leftCols(2)),
                "f8")),
            "presets::pytorch3d(6, 2, 1.0, RawInput::none), at the points of its first octave");
  // No octaves: another factor is none, and one octave fits whatever is in its columns.
  EXPECT_EQ(first_line(identify(octaves_by_hand(x, {1, 2, 4, 9}), "f8")), "none");
  EXPECT_EQ(first_line(identify(octaves_by_hand(x, {1.5}).rightCols(6), "f8")), "none");
}

TEST(Identify, TablesOfPointsThatAreGiven) {
  const Eigen::MatrixXd x = random_matrix(50, 3), B = 4.0 * random_matrix(16, 3);
  const Eigen::MatrixXd angles = 2.0 * std::acos(-1.0) * x * B.transpose();
  tables::Given given = {Eigen::MatrixXd(50, 32), "f8", {50}, x, B};
  given.rows << angles.array().sin(), angles.array().cos();
  const auto paper = tables::identify(given, false);
  EXPECT_EQ(first_line(paper),
            "FourierFeatures({Frequencies::given(B.col(0)).times_pi(2), ...}, Layout::sin_cos), at "
            "the points given");
  EXPECT_EQ(paper.matches.size(), 1u);
  given.rows = posenc::FourierFeatures(B, Layout::interleaved).table(x);
  EXPECT_EQ(first_line(tables::identify(given, false)),
            "FourierFeatures(B, Layout::interleaved), at the points given");
  given.rows = posenc::presets::vjepa_3d(32).table(x);
  EXPECT_EQ(first_line(tables::identify(given, false)),
            "presets::vjepa_3d(32), at the points given");
  given.rows.row(7).swap(given.rows.row(8));
  const auto none = tables::identify(given, false);
  EXPECT_EQ(first_line(none), "none");
  ASSERT_FALSE(none.nearest.empty());
  EXPECT_EQ(none.nearest[0].line, "presets::vjepa_3d(32)");
}

}  // namespace identify_test
}  // namespace posenc_test
