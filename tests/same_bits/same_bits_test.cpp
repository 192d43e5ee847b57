// The same bits however a table is asked for: an entry depends on its frequency, its position and
// the scalar alone.
#include "test.hpp"

#include <numeric>
#include <thread>

namespace posenc_test {
namespace same_bits_test {

constexpr std::int64_t kFirsts[] = {0,     1,     15,         16,
                                    17,    255,   256,        4095,
                                    4096,  4097,  65535,      65536,
                                    -1,    -5,    -300,       (std::int64_t{1} << 40) - 3,
                                    -4097, -4096, 1000000000, (std::int64_t{1} << 53) - 40};

template <class Scalar>
class SameBits : public ::testing::Test {};
TYPED_TEST_SUITE(SameBits, Scalars, ScalarNames);

TYPED_TEST(SameBits, RowMajorEqualsColumnMajor) {
  for (const long width : kWidths) {
    const SinusoidalEncoding encoding = encoding_of(width);
    for (const std::int64_t first : {0, -7, 4093}) {
      const auto columns = encoding.table<TypeParam, Eigen::ColMajor>(37, first);
      EXPECT_TRUE(same_bits(encoding.table<TypeParam, Eigen::RowMajor>(37, first), columns));
    }
  }
}

TYPED_TEST(SameBits, ShortTableIsAPrefixOfALongOne) {
  for (const long width : {1L, 2L, 7L, 64L, 127L, 512L}) {
    const SinusoidalEncoding encoding = encoding_of(width);
    const auto whole = encoding.table<TypeParam>(300);
    for (const Index rows : {0, 1, 2, 3, 16, 63, 64, 65, 127, 255, 256, 257}) {
      EXPECT_TRUE(same_bits(encoding.table<TypeParam>(rows), whole.topRows(rows))) << rows;
    }
  }
}

TYPED_TEST(SameBits, AnyStartEqualsGivenPositionsAndOneRowAtATime) {
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

TYPED_TEST(SameBits, ChunksGlueTogether) {
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

TYPED_TEST(SameBits, PositionsByTheChunk) {
  const SinusoidalEncoding encoding(66);
  for (const Index n : {1663, 1664, 1665, 3327, 3328, 3329, 5000}) {
    const Eigen::VectorXi positions = Eigen::VectorXi::LinSpaced(n, 0, static_cast<int>(n) - 1);
    EXPECT_TRUE(same_bits(encoding.table<TypeParam>(positions), encoding.table<TypeParam>(n)));
  }
}

/// Rows at given positions are computed in another order: in chunks, by block.
TYPED_TEST(SameBits, ShuffledPositionsGiveTheirRows) {
  const Index n = 5000;
  for (const long width : {7L, 22L}) {
    const SinusoidalEncoding encoding = encoding_of(width);
    const Matrix<TypeParam> whole = encoding.table<TypeParam>(n, -1000);
    std::vector<Index> order(n);
    std::iota(order.begin(), order.end(), 0);
    Random random(6);
    for (std::size_t k = order.size(); k > 1; --k) std::swap(order[k - 1], order[random.below(k)]);
    std::iota(order.begin(), order.begin() + 40, 1100);  // a run among them
    Eigen::VectorXd positions(n);
    Matrix<TypeParam> expected(n, width);
    for (Index r = 0; r < n; ++r) {
      const Index row = order[static_cast<std::size_t>(r)];
      positions[r] = static_cast<double>(row - 1000);
      expected.row(r) = whole.row(row);
    }
    EXPECT_TRUE(same_bits(encoding.table<TypeParam>(positions), expected));
    EXPECT_TRUE(same_bits(encoding.table<TypeParam, Eigen::RowMajor>(positions), expected));
    Matrix<TypeParam> x = Matrix<TypeParam>::Ones(n, width);
    const Matrix<TypeParam> sum = x + expected;
    encoding.add(x, positions);
    EXPECT_TRUE(same_bits(x, sum));
  }
}

TYPED_TEST(SameBits, ScatteredPositionsStandAlone) {
  const SinusoidalEncoding encoding(66);
  Random random(8);
  std::vector<double> positions = powers_of_two();
  for (const double p : random_positions(random, 10, {1.0, 1e-3})) positions.push_back(p);
  const auto whole = encoding.table<TypeParam>(as_vector(positions));
  for (std::size_t r = 0; r < positions.size(); ++r) {
    ASSERT_TRUE(same_bits(encoding.row<TypeParam>(positions[r]), whole.row(static_cast<Index>(r))));
  }
}

/// Integers in any order have a separate route by columns, which keeps a few prefixes of anchors.
TYPED_TEST(SameBits, ScatteredIntegersStandAlone) {
  Random random(9);
  std::vector<double> positions = powers_of_two();
  for (int k = 0; k < 200; ++k) positions.push_back(random.integer(5 + k % 48));
  for (int k = 0; k < 64; ++k) positions.push_back(static_cast<double>(k * 8192 + k % 3));
  const Eigen::VectorXd given = as_vector(positions);
  for (const long width : {7L, 34L, 66L}) {
    const SinusoidalEncoding encoding = encoding_of(width);
    const auto columns = encoding.table<TypeParam>(given);
    EXPECT_TRUE(same_bits(encoding.table<TypeParam, Eigen::RowMajor>(given), columns));
    Matrix<TypeParam> x = Matrix<TypeParam>::Ones(given.size(), width);
    const Matrix<TypeParam> sum = x + columns;
    encoding.add(x, given);
    EXPECT_TRUE(same_bits(x, sum));
    for (Index r = 0; r < given.size(); ++r) {
      ASSERT_TRUE(same_bits(encoding.row<TypeParam>(given[r]), columns.row(r))) << given[r];
    }
  }
}

/// At 2^53, where p + 1.0 == p in double, equal positions are no run.
TEST(SameBitsAgain, EqualPositionsGiveEqualRows) {
  const SinusoidalEncoding encoding(8);
  for (const double p : {0x1p53, -0x1p53, 0x1p53 - 1, 5.0}) {
    const Eigen::MatrixXd rows = encoding.table(Eigen::VectorXd::Constant(20, p));
    const Eigen::MatrixXd one = encoding.table(1, static_cast<std::int64_t>(p));
    EXPECT_TRUE(same_bits(rows, one.replicate(20, 1).eval())) << p;
  }
}

TYPED_TEST(SameBits, IntegersOfEveryTypeAreTheSamePositions) {
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

TYPED_TEST(SameBits, ThreadsAndCopiesShareOneEncoding) {
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

TEST(SameBitsAgain, CallsAreStateless) {
  const SinusoidalEncoding used(48);
  for (const Index length : {10, 25, 3, 25, 300, 0, 10}) {
    EXPECT_TRUE(same_bits(used.table(length), SinusoidalEncoding(48).table(length))) << length;
    EXPECT_TRUE(
        same_bits(used.table<float>(length, 7), SinusoidalEncoding(48).table<float>(length, 7)));
  }
}

}  // namespace same_bits_test
}  // namespace posenc_test
