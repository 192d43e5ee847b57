// What is true of every table, whatever its values: an entry depends on its frequency, its position
// and the scalar alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <thread>

#include <posenc/sinusoidal.hpp>

#include "columns.hpp"
#include "matchers.hpp"
#include "samples.hpp"
#include "scalars.hpp"

namespace posenc_test {
namespace {

using Eigen::Index;
using posenc::Frequencies;
using posenc::Layout;
using posenc::OddWidth;
using posenc::SinusoidalEncoding;

const std::vector<Layout> kLayouts = {Layout::interleaved, Layout::sin_cos, Layout::cos_sin,
                                      Layout::interleaved_cos_sin};
const std::vector<std::int64_t> kFirsts = {0,     1,     15,         16,
                                           17,    255,   256,        4095,
                                           4096,  4097,  65535,      65536,
                                           -1,    -5,    -300,       (std::int64_t{1} << 40) - 3,
                                           -4097, -4096, 1000000000, (std::int64_t{1} << 53) - 40};

SinusoidalEncoding encoding_of(long width) {
  return SinusoidalEncoding(width, odd_rule(width));
}

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

TYPED_TEST(Table, RowMajorEqualsColumnMajor) {
  for (const long width : kWidths) {
    const SinusoidalEncoding encoding = encoding_of(width);
    for (const std::int64_t first : {0, -7, 4093}) {
      const auto columns = encoding.table<TypeParam, Eigen::ColMajor>(37, first);
      EXPECT_TRUE(same_bits(encoding.table<TypeParam, Eigen::RowMajor>(37, first), columns));
    }
  }
}

TYPED_TEST(Table, ShortTableIsAPrefixOfALongOne) {
  for (const long width : {1L, 2L, 7L, 64L, 127L, 512L}) {
    const SinusoidalEncoding encoding = encoding_of(width);
    const auto whole = encoding.table<TypeParam>(300);
    for (const Index rows : {0, 1, 2, 3, 16, 63, 64, 65, 127, 255, 256, 257}) {
      EXPECT_TRUE(same_bits(encoding.table<TypeParam>(rows), whole.topRows(rows))) << rows;
    }
  }
}

TYPED_TEST(Table, AnyStartEqualsGivenPositionsAndOneRowAtATime) {
  constexpr Index kRows = 35;
  for (const long width : {2L, 7L, 64L, 66L}) {
    const SinusoidalEncoding encoding = encoding_of(width);
    for (const std::int64_t first : kFirsts) {
      const auto whole = encoding.table<TypeParam>(kRows, first);
      Eigen::Matrix<std::int64_t, Eigen::Dynamic, 1> positions(kRows);
      std::iota(positions.begin(), positions.end(), first);
      EXPECT_TRUE(same_bits(encoding.table<TypeParam>(positions), whole)) << first;
      for (Index r = 0; r < kRows; ++r) {
        ASSERT_TRUE(same_bits(encoding.table<TypeParam>(1, first + r), whole.row(r))) << first;
      }
    }
  }
}

TYPED_TEST(Table, ChunksGlueTogether) {
  const SinusoidalEncoding encoding(130);
  for (const std::int64_t first : {0, -513, 3900}) {
    const auto whole = encoding.table<TypeParam>(1030, first);
    for (const Index chunk : {1, 7, 16, 255, 256, 257, 1029}) {
      Matrix<TypeParam> glued(1030, 130);
      for (Index begin = 0; begin < 1030; begin += chunk) {
        const Index n = (std::min)(chunk, 1030 - begin);
        encoding.write(glued.middleRows(begin, n), first + begin);
      }
      EXPECT_TRUE(same_bits(glued, whole)) << "chunks of " << chunk << " from " << first;
    }
  }
}

TYPED_TEST(Table, PositionsByTheChunk) {
  const SinusoidalEncoding encoding(66);
  for (const Index n : {2047, 2048, 2049, 4095, 4096, 4097, 5000}) {
    const Eigen::VectorXi positions = Eigen::VectorXi::LinSpaced(n, 0, static_cast<int>(n) - 1);
    EXPECT_TRUE(same_bits(encoding.table<TypeParam>(positions), encoding.table<TypeParam>(n)));
  }
}

TYPED_TEST(Table, ShuffledPositionsArePermutedRows) {
  for (const long width : {7L, 64L}) {
    const SinusoidalEncoding encoding = encoding_of(width);
    constexpr Index kRows = 777;
    const auto whole = encoding.table<TypeParam>(kRows, -100);
    std::vector<Index> order(kRows);
    std::iota(order.begin(), order.end(), 0);
    Random random(6);
    for (std::size_t n = order.size(); n > 1; --n) std::swap(order[n - 1], order[random.below(n)]);
    Eigen::VectorXd positions(kRows);
    for (Index r = 0; r < kRows; ++r) {
      positions[r] = static_cast<double>(order[static_cast<std::size_t>(r)] - 100);
    }
    EXPECT_TRUE(
        same_bits(encoding.table<TypeParam>(positions), whole(order, Eigen::indexing::all)));
  }
}

TYPED_TEST(Table, ScatteredPositionsStandAlone) {
  const SinusoidalEncoding encoding(66);
  Random random(8);
  std::vector<double> positions = powers_of_two();
  for (const double p : random_positions(random, 10, {1.0, 1e-3})) positions.push_back(p);
  const auto whole = encoding.table<TypeParam>(as_vector(positions));
  for (std::size_t r = 0; r < positions.size(); ++r) {
    ASSERT_TRUE(same_bits(encoding.row<TypeParam>(positions[r]), whole.row(static_cast<Index>(r))));
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

TYPED_TEST(Table, IntegersOfEveryTypeAreTheSamePositions) {
  const SinusoidalEncoding encoding(34);
  const auto whole = encoding.table<TypeParam>(120);
  const auto with = [&](auto zero) {
    using T = decltype(zero);
    Eigen::Matrix<T, Eigen::Dynamic, 1> positions(120);
    for (Index r = 0; r < 120; ++r) positions[r] = static_cast<T>(static_cast<int>(r));
    EXPECT_TRUE(same_bits(encoding.table<TypeParam>(positions), whole));
    EXPECT_TRUE(same_bits(encoding.table<TypeParam>(positions.transpose()), whole));
    EXPECT_TRUE(same_bits(encoding.table<TypeParam>(positions.array()), whole));
  };
  with(int{});
  with(std::int8_t{});
  with(std::uint8_t{});
  with(std::int64_t{});
  with(std::size_t{});
  with(double{});
  with(float{});
  with(Eigen::half{});
  with(Eigen::bfloat16{});
}

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

TYPED_TEST(Table, AddKeepsInfinitiesAndNans) {
  const double infinity = std::numeric_limits<double>::infinity();
  const SinusoidalEncoding encoding(64);
  Matrix<TypeParam> x(3, 64);
  x.row(0).setConstant(static_cast<TypeParam>(infinity));
  x.row(1).setConstant(static_cast<TypeParam>(-infinity));
  x.row(2).setConstant(std::numeric_limits<TypeParam>::quiet_NaN());
  encoding.add(x, 1);
  EXPECT_TRUE(all_are(x.row(0), static_cast<TypeParam>(infinity)));
  EXPECT_TRUE(all_are(x.row(1), static_cast<TypeParam>(-infinity)));
  for (Index c = 0; c < 64; ++c) EXPECT_TRUE(std::isnan(static_cast<double>(x(2, c)))) << c;
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

TYPED_TEST(Table, AddLeavesAZeroColumnAlone) {
  const SinusoidalEncoding encoding(5, OddWidth::zero_column);
  Matrix<TypeParam> x = Matrix<TypeParam>::Constant(9, 5, TypeParam(0.375f));
  encoding.add(x, 3);
  EXPECT_TRUE(all_are(x.col(4), TypeParam(0.375f)));
}

TYPED_TEST(Table, ThreadsAndCopiesShareOneEncoding) {
  const SinusoidalEncoding encoding(66);
  const auto whole = encoding.table<TypeParam, Eigen::RowMajor>(4 * 300, 3900);
  Matrix<TypeParam, Eigen::RowMajor> shared(4 * 300, 66);
  std::vector<std::thread> threads;
  for (Index t = 0; t < 4; ++t) {
    threads.emplace_back([&, t, copy = encoding] {
      const SinusoidalEncoding& mine = t % 2 == 0 ? encoding : copy;
      mine.write(shared.middleRows(300 * t, 300), 3900 + 300 * t);
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(same_bits(shared, whole));
}

TEST(Pairs, LieOnTheUnitCircle) {
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

TEST(Rows, AreDistinct) {
  const Eigen::MatrixXd t = posenc::sinusoidal_positional_encoding(500, 16);
  for (Index a = 0; a < t.rows(); ++a) {
    for (Index b = 0; b < a; ++b) ASSERT_GT((t.row(a) - t.row(b)).norm(), 1e-3) << a << ", " << b;
  }
}

TEST(Frequency, FallsWithThePair) {
  for (const long width : kWidths) {
    const Eigen::ArrayXd w = encoding_of(width).frequencies().values();
    EXPECT_EQ(w[0], 1.0);
    for (Index i = 1; i < w.size(); ++i) EXPECT_LT(w[i], w[i - 1]) << width;
    EXPECT_GT(w[w.size() - 1], 1e-4);
  }
}

/// At 2^53, where p + 1.0 == p in double, equal positions are no run.
TEST(Properties, EqualPositionsGiveEqualRows) {
  const SinusoidalEncoding encoding(8);
  for (const double p : {0x1p53, -0x1p53, 0x1p53 - 1, 5.0}) {
    const Eigen::MatrixXd rows = encoding.table(Eigen::VectorXd::Constant(20, p));
    const Eigen::MatrixXd one = encoding.table(1, static_cast<std::int64_t>(p));
    EXPECT_TRUE(same_bits(rows, one.replicate(20, 1).eval())) << p;
  }
}

/// A negative frequency turns the other way, and not at all at position 0: +0 by every way.
TEST(Properties, ZeroIsPositiveForNegativeFrequencies) {
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

/// Rows at given positions are made in an order of their own: in chunks, by block.
TEST(Properties, ShuffledPositionsGiveTheirRows) {
  const Index n = 5000;
  const SinusoidalEncoding encoding(22);
  const Eigen::MatrixXf whole = encoding.table<float>(n, -1000);
  std::mt19937 random(7);
  Eigen::VectorXd positions = Eigen::VectorXd::LinSpaced(n, -1000.0, n - 1001.0);
  std::shuffle(positions.data(), positions.data() + n, random);
  positions.head(40).setLinSpaced(100.0, 139.0);  // a run among them
  Eigen::MatrixXf expected(n, 22);
  for (Index r = 0; r < n; ++r) expected.row(r) = whole.row(Index(positions[r]) + 1000);
  EXPECT_TRUE(same_bits(encoding.table<float>(positions), expected));
  const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> by_rows = expected;
  EXPECT_TRUE(same_bits(encoding.table<float, Eigen::RowMajor>(positions), by_rows));
  Eigen::MatrixXf x = Eigen::MatrixXf::Ones(n, 22);
  encoding.add(x, positions);
  EXPECT_TRUE(same_bits(x, (Eigen::MatrixXf::Ones(n, 22) + expected).eval()));
}

}  // namespace
}  // namespace posenc_test
