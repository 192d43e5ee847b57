// The table itself: its numbers, its columns, its sums.
#include "test.hpp"

#include "columns.hpp"

namespace posenc_test {
namespace sinusoidal_test {

constexpr std::int64_t kFirsts[] = {0,
                                    1,
                                    17,
                                    255,
                                    4096,
                                    65536,
                                    -1,
                                    -300,
                                    -4097,
                                    1000000000,
                                    (std::int64_t{1} << 40) - 3,
                                    (std::int64_t{1} << 53) - 40};

template <class Scalar>
class Table : public ::testing::Test {};
TYPED_TEST_SUITE(Table, Scalars, ScalarNames);

TYPED_TEST(Table, HasTheShapeThatWasAskedFor) {
  for (const long width : kWidths) {
    for (const Index rows : {0, 1, 2, 3, 63, 64, 65, 127}) {
      const auto t =
          posenc::sinusoidal_positional_encoding<TypeParam>(rows, width, odd_rule(width));
      EXPECT_EQ(t.rows(), rows);
      EXPECT_EQ(t.cols(), width);
      EXPECT_TRUE(all_finite(t));
    }
  }
}

TYPED_TEST(Table, RowZeroIsZeroOneExactly) {
  for (const long width : kWidths) {
    const auto t = encoding_of(width).template table<TypeParam>(3);
    const auto from_below = encoding_of(width).template table<TypeParam>(3, -2);
    for (Index c = 0; c < width; ++c) {
      EXPECT_EQ(bits_of(t(0, c)), bits_of(TypeParam(c % 2 == 0 ? 0.0f : 1.0f))) << c;
      EXPECT_EQ(bits_of(from_below(2, c)), bits_of(t(0, c))) << c;
    }
    EXPECT_FALSE(std::signbit(static_cast<double>(t(0, 0))));
  }
}

TYPED_TEST(Table, NegativePositionMirrors) {
  const SinusoidalEncoding encoding(66);
  std::vector<double> positions;
  Random random(7);
  for (const double p : powers_of_two()) {
    if (p > 0.0) positions.push_back(p);
  }
  for (int n = 0; n < 200; ++n) positions.push_back(std::fabs(random.real(20)) + 0x1p-20);
  const Eigen::VectorXd p = as_vector(positions);
  const auto forward = encoding.table<TypeParam>(p);
  const auto backward = encoding.table<TypeParam>(-p);
  for (Index c = 0; c < 66; ++c) {
    const Eigen::Matrix<TypeParam, Eigen::Dynamic, 1> mirrored =
        c % 2 == 0 ? (-forward.col(c)).eval() : forward.col(c).eval();
    EXPECT_TRUE(same_bits(backward.col(c), mirrored)) << c;
  }
}

TYPED_TEST(Table, EveryLayoutPlacesTheSameNumbers) {
  for (const long width : {1L, 2L, 3L, 7L, 8L, 65L, 66L}) {
    for (const OddWidth odd : {OddWidth::drop_last_cosine, OddWidth::zero_column}) {
      if (width == 1 && odd == OddWidth::zero_column) continue;
      const Index n = posenc::pair_count(width, odd);
      const Frequencies frequencies = Frequencies::with_denominator(n, static_cast<double>(width));
      const auto pairs = SinusoidalEncoding(frequencies).table<TypeParam>(40, 250);
      for (const Layout layout : kLayouts) {
        const bool dropped = width % 2 != 0 && odd == OddWidth::drop_last_cosine;
        if (dropped && layout == Layout::interleaved_cos_sin) continue;
        const SinusoidalEncoding encoding(frequencies, layout, width, odd);
        Matrix<TypeParam> expected(40, width);
        for (Index c = 0; c < width; ++c) {
          const Column column = column_of(layout, width, odd, c);
          if (column.kind == Column::zero) {
            expected.col(c).setZero();
          } else {
            expected.col(c) = pairs.col(2 * column.pair + (column.kind == Column::cosine));
          }
        }
        const auto positions = Eigen::VectorXi::LinSpaced(40, 250, 289);
        EXPECT_TRUE(same_bits(encoding.table<TypeParam>(40, 250), expected))
            << "layout " << static_cast<int>(layout) << ", width " << width;
        EXPECT_TRUE(same_bits(encoding.table<TypeParam, Eigen::RowMajor>(positions), expected));
      }
    }
  }
}

TEST(EmptyTable, IsEmptyWithoutRows) {
  const SinusoidalEncoding encoding(8);
  EXPECT_EQ(encoding.table(0).rows(), 0);
  EXPECT_EQ(encoding.table(0).cols(), 8);
  EXPECT_EQ(encoding.table(Eigen::VectorXd()).rows(), 0);
  Eigen::MatrixXd none(0, 8);
  EXPECT_NO_THROW(encoding.write(none));
  EXPECT_NO_THROW(encoding.add(none, Eigen::VectorXi()));
  EXPECT_NO_THROW(encoding.write(none, std::int64_t{1} << 53));
  // Under the undefined-behaviour sanitizer an offset from a null pointer is an error.
  const SinusoidalEncoding odd(Frequencies::closed(3), Layout::sin_cos, 7, OddWidth::zero_column);
  EXPECT_EQ((odd.table<double, Eigen::RowMajor>(0).cols()), 7);
  Matrix<double, Eigen::RowMajor> rows(0, 8);
  EXPECT_NO_THROW(encoding.shift(rows, 1.0));
}

/// A negative frequency turns the other way, and not at all at position 0: +0 by every way.
TEST(Entries, ZeroIsPositiveForNegativeFrequencies) {
  const SinusoidalEncoding encoding(Frequencies::given(Eigen::Vector2d(-1.0, -0.25)));
  const Eigen::VectorXd positions = Eigen::VectorXd::LinSpaced(40, 0.0, 39.0);
  const Eigen::MatrixXd columns = encoding.table(40);
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = columns;
  EXPECT_FALSE(std::signbit(columns(0, 0)) || std::signbit(columns(0, 2)));
  EXPECT_TRUE(same_bits(encoding.table<double, Eigen::RowMajor>(40), rows));
  EXPECT_TRUE(same_bits(encoding.table(positions), columns));
  EXPECT_TRUE(same_bits(encoding.table(1), columns.topRows(1).eval()));
  EXPECT_TRUE(same_bits(encoding.table(5, -3).bottomRows(2).eval(), columns.topRows(2).eval()));
}

TEST(Entries, LieOnTheUnitCircle) {
  // (s + δ)² + (c + ε)² - 1 with |δ|, |ε| <= 2^-54 (1 + 2^-16) is at most 2 (|s| + |c|) 2^-54, with
  // |s| + |c| <= sqrt 2; squares and sum round by 2^-53 and 2^-53 more.
  constexpr double kUnitCircle = 0x1p-51;
  for (const long width : {2L, 64L, 512L}) {
    const SinusoidalEncoding encoding(width);
    for (const std::int64_t first : kFirsts) {
      const Eigen::ArrayXXd t = encoding.table(30, first).array();
      const auto sines = t(Eigen::indexing::all, Eigen::seq(0, Eigen::indexing::last, 2));
      const auto cosines = t(Eigen::indexing::all, Eigen::seq(1, Eigen::indexing::last, 2));
      EXPECT_LE((sines.square() + cosines.square() - 1.0).abs().maxCoeff(), kUnitCircle);
    }
  }
}

// --- Sums ----------------------------------------------------------------------------------------

TYPED_TEST(Table, AddIsXPlusTable) {
  for (const long width : {1L, 7L, 64L, 130L}) {
    const SinusoidalEncoding encoding = encoding_of(width);
    const auto check = [&](auto order) {
      using Storage = Matrix<TypeParam, decltype(order)::value>;
      const Storage x = random_matrix(67, width).cast<TypeParam>();
      for (const std::int64_t first : {std::int64_t{0}, std::int64_t{-20}, std::int64_t{1} << 30}) {
        const Storage table = encoding.table<TypeParam>(67, first);
        Storage sum = x;
        encoding.add(sum, first);
        EXPECT_TRUE(same_bits(sum, x + table)) << width << " from " << first;
      }
      const Eigen::VectorXd positions = Eigen::VectorXd::LinSpaced(67, -9.7, 1e6);
      Storage sum = x;
      encoding.add(sum, positions);
      const Storage table = encoding.table<TypeParam>(positions);
      EXPECT_TRUE(same_bits(sum, x + table)) << width;
    };
    check(std::integral_constant<int, Eigen::ColMajor>());
    check(std::integral_constant<int, Eigen::RowMajor>());
  }
}

TYPED_TEST(Table, AddReachesTheEndsOfTheRange) {
  const SinusoidalEncoding encoding(64);
  Matrix<TypeParam> ends(4, 64);
  ends.row(0).setConstant((std::numeric_limits<TypeParam>::max)());
  ends.row(1).setConstant(std::numeric_limits<TypeParam>::lowest());
  ends.row(2).setConstant(std::numeric_limits<TypeParam>::denorm_min());
  ends.row(3).setConstant((std::numeric_limits<TypeParam>::min)());
  Matrix<TypeParam> sum = ends;
  encoding.add(sum, 17);
  const Matrix<TypeParam> table = encoding.table<TypeParam>(4, 17);
  EXPECT_TRUE(same_bits(sum, ends + table));
}

TYPED_TEST(Table, AddLeavesAZeroColumnAlone) {
  const SinusoidalEncoding encoding(5, OddWidth::zero_column);
  Matrix<TypeParam> x = Matrix<TypeParam>::Constant(9, 5, TypeParam(0.375f));
  encoding.add(x, 3);
  EXPECT_TRUE(all_are(x.col(4), TypeParam(0.375f)));
}

// --- Numbers -------------------------------------------------------------------------------------

/// The numbers below are recomputed with 60 digits from the formula, and printed to 11 or 12: half
/// a unit of the eleventh decimal.
constexpr double kPrinted = 5.1e-12;

template <class Row>
void expect_row(const Row& row, const std::vector<double>& expected) {
  posenc_test::expect_row(row, expected, kPrinted);
}

TEST(Numbers, OddWidth) {
  const auto row = [](Index width, OddWidth odd) {
    return SinusoidalEncoding(width, odd).row(3.0);
  };
  expect_row(row(5, OddWidth::drop_last_cosine),
             {0.141120008060, -0.989992496600, 0.0752852929989, 0.997162035307, 0.00189287090309});
  expect_row(row(3, OddWidth::drop_last_cosine),
             {0.141120008060, -0.989992496600, 0.00646325907019});
  expect_row(row(1, OddWidth::drop_last_cosine), {0.141120008060});
  expect_row(row(5, OddWidth::zero_column),
             {0.141120008060, -0.989992496600, 0.0752852929989, 0.997162035307, 0.0});
}

TEST(Numbers, FrequencyOfTheSecondPair) {
  const SinusoidalEncoding axis(128);
  const Eigen::ArrayXd w = axis.frequencies().values();
  EXPECT_NEAR(w[1], 0.865964323360, kPrinted);
  EXPECT_NEAR(w[63], 0.000115478198469, kPrinted * 1e-3);
  EXPECT_NEAR(axis.row(3.0)[2], 0.517305716424, kPrinted);
}

TEST(Numbers, InterleavedAgainstConcatenated) {
  const Frequencies frequencies = Frequencies::geometric(8);
  const Eigen::RowVectorXd apart = SinusoidalEncoding(frequencies, Layout::sin_cos).row(5.0);
  const Eigen::RowVectorXd paired = SinusoidalEncoding(frequencies, Layout::interleaved).row(5.0);
  expect_row(apart, {-0.958924274663, 0.479425538604, 0.0499791692707, 0.00499997916669,
                     0.283662185463, 0.877582561890, 0.998750260395, 0.999987500026});
  for (Index j = 0; j < 4; ++j) {
    EXPECT_EQ(apart[j], paired[2 * j]);
    EXPECT_EQ(apart[4 + j], paired[2 * j + 1]);
  }
  EXPECT_EQ(SinusoidalEncoding(8).layout(), Layout::interleaved);
  EXPECT_TRUE(same_bits(SinusoidalEncoding(8).row(5.0), paired));
}

TEST(Numbers, PositionsDoNotRepeatAfterTheBase) {
  const SinusoidalEncoding encoding(512);
  const Eigen::RowVectorXd near = encoding.row(1.0), far = encoding.row(10001.0);
  EXPECT_NEAR((far - near).norm(), 23.3448238318, 10 * kPrinted);
  expect_row(near.head(2), {0.841470984808, 0.540302305868});
  expect_row(far.head(2), {-0.966335274442, -0.257286100226});
}

// --- One row -------------------------------------------------------------------------------------

TEST(OneRow, MayStandAtARealPosition) {
  const SinusoidalEncoding encoding(8);
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(3, 8);
  encoding.write(out.row(1), 2.5);
  EXPECT_TRUE(same_bits(out.row(1), encoding.row(2.5)));
  encoding.add(out.row(2), 2.5f);
  EXPECT_TRUE(same_bits(out.row(2), out.row(1)));
  EXPECT_TRUE(same_bits(encoding.table(2.5), encoding.row(2.5)));
  EXPECT_TRUE(same_bits(encoding.row<float>(2.0f), encoding.table<float>(1, 2)));
  EXPECT_TRUE(same_bits(encoding.row(-3), encoding.table(1, -3)));
}

TEST(OneRow, MayStandAtTwoToThe53) {
  const SinusoidalEncoding encoding(8);
  constexpr std::int64_t last = std::int64_t{1} << 53;
  const Eigen::Matrix<std::uint64_t, 1, 1> natural(std::uint64_t{1} << 53);
  EXPECT_TRUE(same_bits(encoding.table(natural), encoding.table(1, last)));
  EXPECT_EQ(encoding.table(1, -last).rows(), 1);
}

}  // namespace sinusoidal_test
}  // namespace posenc_test
