// Several axes: the columns of each are those of its 1-D encoding, on grids and at points.
#include "test.hpp"

namespace posenc_test {
namespace axial_test {

SinusoidalEncoding axis(Index width, Layout layout) {
  return SinusoidalEncoding(Frequencies::geometric(width), layout);
}

/// All points of a grid, laid out.
template <class... Axes>
Eigen::MatrixXd points_of(const Axes&... axes) {
  const std::vector<Eigen::VectorXd> values = {axes...};
  Index rows = 1;
  for (const Eigen::VectorXd& v : values) rows *= v.size();
  Eigen::MatrixXd points(rows, static_cast<Index>(values.size()));
  for (Index r = 0; r < rows; ++r) {
    Index rest = r;
    for (Index a = points.cols() - 1; a >= 0; --a) {
      const Eigen::VectorXd& v = values[static_cast<std::size_t>(a)];
      points(r, a) = v[rest % v.size()];
      rest /= v.size();
    }
  }
  return points;
}

Eigen::VectorXd counting(Index n) {
  return Eigen::VectorXd::LinSpaced(n, 0.0, double(n - 1));
}

/// Three axes of unlike width, layout and order, and two columns of zeros.
AxialEncoding three_axes() {
  return AxialEncoding({{2, axis(6, Layout::sin_cos)},
                        {0, axis(70, Layout::interleaved)},
                        {1, axis(10, Layout::cos_sin).with_amplitude(1.0)}},
                       88);
}

template <class Scalar>
class Axial : public ::testing::Test {};
TYPED_TEST_SUITE(Axial, Scalars, ScalarNames);

TYPED_TEST(Axial, PointsHaveTheBitsOfEachAxis) {
  const Eigen::MatrixXd points = points_of(counting(5), counting(3), counting(4)) * 1.25;
  const Matrix<TypeParam> table = three_axes().table<TypeParam>(points);
  EXPECT_TRUE(
      same_bits(table.middleCols(0, 6), axis(6, Layout::sin_cos).table<TypeParam>(points.col(2))));
  EXPECT_TRUE(same_bits(table.middleCols(6, 70),
                        axis(70, Layout::interleaved).table<TypeParam>(points.col(0))));
  EXPECT_TRUE(same_bits(table.middleCols(76, 10),
                        axis(10, Layout::cos_sin).table<TypeParam>(points.col(1))));
  EXPECT_TRUE(all_are(table.rightCols(2), TypeParam(0.0f)));
}

TYPED_TEST(Axial, GridsAreTheirPoints) {
  const AxialEncoding encoding = three_axes();
  const Eigen::VectorXd y = Eigen::VectorXd::LinSpaced(2100, -1.0, 7.0);  // more than a chunk
  const auto check = [&](const Eigen::MatrixXd& points, const auto&... axes) {
    const Matrix<TypeParam> expected = encoding.table<TypeParam>(points);
    EXPECT_TRUE(same_bits(encoding.grid<TypeParam>(axes...), expected));
    EXPECT_TRUE(same_bits((encoding.grid<TypeParam, Eigen::RowMajor>(axes...)), expected));
    const Matrix<TypeParam> start = random_matrix(points.rows(), 88).cast<TypeParam>();
    Matrix<TypeParam> x = start;
    encoding.add_grid(x, axes...);
    EXPECT_TRUE(same_bits(x, (start + expected).eval()));
    Matrix<TypeParam, Eigen::RowMajor> rows = start;
    encoding.add_grid(rows, axes...);
    EXPECT_TRUE(same_bits(rows, x));
    rows = start;
    encoding.add(rows, points);
    EXPECT_TRUE(same_bits(rows, x));
  };
  check(points_of(counting(2), counting(3), counting(5)), 2, 3, 5);
  check(points_of(counting(1), counting(40), counting(1)), 1, 40, 1);
  check(points_of(counting(3), y, counting(2)), 3, y, 2);
  check(points_of(y, counting(1), counting(2)), y, 1, 2);
}

TYPED_TEST(Axial, OrdersOfColumns) {
  const std::vector<Frequencies> ladders = {Frequencies::geometric(6), Frequencies::octaves(4)};
  const Eigen::MatrixXd points = points_of(counting(4), Eigen::VectorXd::LinSpaced(5, -1.0, 2.0));
  const Matrix<TypeParam> halves[] = {
      SinusoidalEncoding(ladders[0], Layout::sin_cos).table<TypeParam>(points.col(0)),
      SinusoidalEncoding(ladders[1], Layout::sin_cos).table<TypeParam>(points.col(1))};
  Matrix<TypeParam> expected(20, 16);
  expected << halves[0].leftCols(3), halves[1].leftCols(4), halves[0].rightCols(3),
      halves[1].rightCols(4), points.cast<TypeParam>();
  const auto timm = AxialEncoding::sines_then_cosines(ladders);
  EXPECT_TRUE(same_bits(timm.table<TypeParam>(points), expected.leftCols(14)));
  const auto raw_last = AxialEncoding::sines_then_cosines(ladders, RawInput::last);
  EXPECT_TRUE(same_bits(raw_last.table<TypeParam>(points), expected));
  EXPECT_TRUE(same_bits(
      (raw_last.grid<TypeParam, Eigen::RowMajor>(4, Eigen::VectorXd::LinSpaced(5, -1.0, 2.0))),
      expected));

  const auto nerf = AxialEncoding::pair_by_pair(Frequencies::octaves(10), 2, RawInput::first);
  ASSERT_EQ(nerf.width(), 42);
  const Matrix<TypeParam> table = nerf.table<TypeParam>(points);
  EXPECT_TRUE(same_bits(table.leftCols(2), points.cast<TypeParam>()));
  for (Index a = 0; a < 2; ++a) {
    const auto alone = SinusoidalEncoding(Frequencies::octaves(10)).table<TypeParam>(points.col(a));
    for (Index i = 0; i < 10; ++i) {
      EXPECT_TRUE(same_bits(table.col(2 + 4 * i + a), alone.col(2 * i)));
      EXPECT_TRUE(same_bits(table.col(2 + 4 * i + 2 + a), alone.col(2 * i + 1)));
    }
  }
}

TEST(Axial, WidthsThatDoNotSumUpAreCutOrFilled) {
  // Equal thirds of 10 channels, rounded up to 4 each and cut.
  const SinusoidalEncoding third(4);
  const AxialEncoding cut({{0, third}, {1, third}, {2, third}}, 10);
  const Eigen::MatrixXd whole = AxialEncoding({{0, third}, {1, third}, {2, third}}).grid(2, 3, 4);
  ASSERT_EQ(whole.cols(), 12);
  EXPECT_TRUE(same_bits(cut.grid(2, 3, 4), whole.leftCols(10)));
  for (Index width = 1; width <= 12; ++width) {
    EXPECT_TRUE(same_bits(AxialEncoding({{0, third}, {1, third}, {2, third}}, width).grid(2, 3, 4),
                          whole.leftCols(width)));
  }
  const SinusoidalEncoding cosines(Frequencies::geometric(4), Layout::cos_sin);
  EXPECT_TRUE(refuses([&] { AxialEncoding({{0, cosines}}, 2); }, "AxialEncoding: width", "2"));
  const SinusoidalEncoding odd(Frequencies::with_denominator(2, 4.0), Layout::sin_cos, 5,
                               OddWidth::zero_column);
  EXPECT_TRUE(same_bits(AxialEncoding({{0, odd}, {0, odd}}).grid(7), odd.table(7).replicate(1, 2)));
}

/// Twelve digits are printed.
constexpr double kPrinted = 5.1e-13;

TEST(Axial, WidthFirstOrHeightFirst) {
  const SinusoidalEncoding half = axis(4, Layout::sin_cos);
  const std::vector<double> of_one = {0.841470984808, 0.00999983333417, 0.540302305868,
                                      0.999950000417};
  const std::vector<double> of_two = {0.909297426826, 0.0199986666933, -0.416146836547,
                                      0.999800006667};
  const Eigen::RowVectorXd height_first =
      AxialEncoding({{0, half}, {1, half}}).grid(2, 3).row(1 * 3 + 2);
  const Eigen::RowVectorXd width_first =
      AxialEncoding({{1, half}, {0, half}}).grid(2, 3).row(1 * 3 + 2);
  for (Index c = 0; c < 4; ++c) {
    const auto k = static_cast<std::size_t>(c);
    EXPECT_NEAR(height_first[c], of_one[k], kPrinted);
    EXPECT_NEAR(height_first[4 + c], of_two[k], kPrinted);
    EXPECT_NEAR(width_first[c], of_two[k], kPrinted);
    EXPECT_NEAR(width_first[4 + c], of_one[k], kPrinted);
  }
}

TEST(Axial, RowsAndColumnsNotACountOfTokens) {
  const SinusoidalEncoding half = axis(4, Layout::interleaved);
  const AxialEncoding encoding({{0, half}, {1, half}});
  EXPECT_TRUE(
      same_bits(encoding.grid(8, 32).row(40), encoding.table(Eigen::RowVector2d(1.0, 8.0))));
  Eigen::MatrixXd out(256, 8);
  EXPECT_TRUE(
      refuses([&] { encoding.write_grid(out, 256); }, "AxialEncoding::write_grid: axes", "1"));
}

TEST(Axial, OneAxisMovesItsOwnChannelsAlone) {
  const SinusoidalEncoding half(8);
  const Eigen::MatrixXd grid = AxialEncoding({{0, half}, {1, half}}).grid(5, 7);
  const Eigen::MatrixXd down = grid.row(3 * 7 + 2) - grid.row(1 * 7 + 2);
  const Eigen::MatrixXd right = grid.row(3 * 7 + 4) - grid.row(3 * 7 + 2);
  EXPECT_TRUE((down.leftCols(8).array() != 0.0).all());
  EXPECT_TRUE(all_are(down.rightCols(8), 0.0));
  EXPECT_TRUE(all_are(right.leftCols(8), 0.0));
  EXPECT_TRUE((right.rightCols(8).array() != 0.0).all());
}

TEST(Axial, UnequalShares) {
  // 64 channels as 2/8, 3/8, 3/8, each over its own width.
  const AxialEncoding encoding(
      {{0, SinusoidalEncoding(16)}, {1, SinusoidalEncoding(24)}, {2, SinusoidalEncoding(24)}});
  ASSERT_EQ(encoding.width(), 64);
  const Eigen::MatrixXd grid = encoding.grid(2, 3, 5);
  const Index row = (1 * 3 + 2) * 5 + 4;
  EXPECT_TRUE(same_bits(grid.row(row).leftCols(16), SinusoidalEncoding(16).table(1, 1)));
  EXPECT_TRUE(same_bits(grid.row(row).middleCols(16, 24), SinusoidalEncoding(24).table(1, 2)));
  EXPECT_TRUE(same_bits(grid.row(row).rightCols(24), SinusoidalEncoding(24).table(1, 4)));
}

TEST(Axial, AZeroColumnBehindTheCutIsDropped) {
  // Its last column is zero. Kept past the cut, it would lie in the next column of the storage.
  const SinusoidalEncoding odd(Frequencies::with_denominator(2, 4.0, 10000.0), Layout::sin_cos, 5,
                               OddWidth::zero_column);
  for (const Index width : {4, 5, 6}) {
    Eigen::MatrixXd out = Eigen::MatrixXd::Constant(3, 8, 9.0);
    AxialEncoding({{0, odd}}, width).write(out.leftCols(width), Eigen::Vector3d(0.0, 1.0, 2.0));
    EXPECT_TRUE(all_are(out.rightCols(8 - width), 9.0)) << width;
    EXPECT_TRUE(same_bits(out.leftCols(4), odd.table(3).leftCols(4))) << width;
    EXPECT_TRUE(all_are(out.middleCols(4, width - 4), 0.0)) << width;
  }
}

TEST(Axial, GridsWithoutAPointAreEmpty) {
  const SinusoidalEncoding half(4);
  const AxialEncoding encoding({{0, half}, {1, half}});
  EXPECT_EQ(encoding.grid(0, 3).rows(), 0);
  EXPECT_EQ(encoding.grid(3, 0).cols(), 8);
  EXPECT_EQ((encoding.grid<float, Eigen::RowMajor>(0, Eigen::VectorXd()).rows()), 0);
  Eigen::MatrixXd none(0, 8);
  EXPECT_NO_THROW(encoding.write_grid(none, Eigen::VectorXi(), 5));
  EXPECT_NO_THROW(encoding.add_grid(none, 5, 0));
}

}  // namespace axial_test
}  // namespace posenc_test
