// A call takes one of several routes, depending on the size of its output and the type of its
// entries; the entries are the same on each.
#include "../src/kernels/routes.hpp"

#include "test.hpp"

namespace posenc_test {
namespace routes_test {

using posenc::detail::routes;
using posenc::detail::Routes;

/// Puts the routes back.
template <class Scalar>
class RoutesTest : public ::testing::Test {
 protected:
  void TearDown() override { routes = Routes(); }
};
TYPED_TEST_SUITE(RoutesTest, Scalars, ScalarNames);

/// Rows of a table somewhere in memory, written and then added to.
template <class Scalar, int Order>
std::vector<Scalar> entries(Eigen::Index rows, Eigen::Index cols, Eigen::Index offset,
                            std::int64_t first, posenc::Layout layout) {
  std::vector<Scalar> memory(static_cast<std::size_t>(rows * cols + offset), Scalar(0));
  Eigen::Map<Matrix<Scalar, Order>> out(memory.data() + offset, rows, cols);
  const posenc::SinusoidalEncoding encoding(posenc::Frequencies::geometric(cols), layout, cols,
                                            odd_rule(cols));
  encoding.write(out, first);
  encoding.add(out, first);
  return memory;
}

template <class Scalar, int Order>
void expect_same_whether_asking_ahead(posenc::Layout layout) {
  for (const Eigen::Index cols : {1, 24, 64, 67, 128}) {
    for (const Eigen::Index offset : {0, 1, 5}) {
      for (const std::int64_t first : {0, -40, 1000003}) {
        const Eigen::Index rows = 150;
        const auto bytes = static_cast<std::ptrdiff_t>(sizeof(Scalar)) * rows * cols;
        routes.ask_ahead_from = bytes + static_cast<std::ptrdiff_t>(sizeof(Scalar)) * cols;
        const auto plain = entries<Scalar, Order>(rows, cols, offset, first, layout);
        routes.ask_ahead_from = bytes;
        const auto ahead = entries<Scalar, Order>(rows, cols, offset, first, layout);
        ASSERT_EQ(0, std::memcmp(plain.data(), ahead.data(), plain.size() * sizeof(Scalar)))
            << cols << " columns, " << offset << " numbers off, from position " << first;
      }
    }
  }
}

TYPED_TEST(RoutesTest, LargeOutputsHaveTheEntriesOfSmallOnes) {
  for (const auto layout : {posenc::Layout::interleaved, posenc::Layout::sin_cos}) {
    expect_same_whether_asking_ahead<TypeParam, Eigen::ColMajor>(layout);
    expect_same_whether_asking_ahead<TypeParam, Eigen::RowMajor>(layout);
  }
}

template <class Scalar>
void expect_cheap_as_exact(const posenc::SinusoidalEncoding& encoding,
                           const std::vector<double>& positions) {
  const Matrix<Scalar> cheap = encoding.table<Scalar>(as_vector(positions));
  routes.cheap_phasor = false;
  routes.cheap_double = false;
  const Matrix<Scalar> exact = encoding.table<Scalar>(as_vector(positions));
  EXPECT_TRUE(same_bits(cheap, exact));
}

TYPED_TEST(RoutesTest, CheapPhasorsRoundLikeExactOnes) {
  Random random(11);
  std::vector<double> frequencies = {0.0, 1.0, -3.0, 0x1p-60};
  for (int n = 0; n < 26; ++n) {
    frequencies.push_back(random.real(static_cast<int>(random.below(30)) - 15));
  }
  // The fastest apart from the slowest, which leave the vector that holds them always in doubt.
  frequencies.insert(frequencies.end(), {1e6, 0x1p38});
  std::vector<double> positions = random_positions(random, 100, frequencies);
  for (int exponent = -60; exponent <= 52; ++exponent) {
    for (int n = 0; n < 4; ++n) positions.push_back(random.real(exponent));
  }
  const posenc::SinusoidalEncoding encoding(posenc::Frequencies::given(as_vector(frequencies)));
  expect_cheap_as_exact<TypeParam>(encoding, positions);
}

/// Frequencies of all magnitudes, also such that no value of a narrow type is without doubt.
posenc::SinusoidalEncoding mixed_encoding(Random& random) {
  std::vector<double> frequencies = {0.0, 1.0, -3.0, 0x1p-60, 1e-9, 1e6};
  for (int n = 0; n < 45; ++n) {
    frequencies.push_back(random.real(static_cast<int>(random.below(30)) - 15));
  }
  return posenc::SinusoidalEncoding(posenc::Frequencies::given(as_vector(frequencies)));
}

TYPED_TEST(RoutesTest, ASingleRowIsThatOfATable) {
  Random random(13);
  // The second is slow enough for doubles straight from the angles.
  for (const posenc::SinusoidalEncoding& encoding :
       {mixed_encoding(random), posenc::SinusoidalEncoding(66)}) {
    for (int n = 0; n < 2000; ++n) {
      const auto p = static_cast<std::int64_t>(random.integer(1 + n % 40));
      routes.single_rows = true;
      const auto single = encoding.row<TypeParam>(p);
      routes.single_rows = false;
      ASSERT_TRUE(same_bits(encoding.row<TypeParam>(p), single)) << p;
    }
  }
}

TYPED_TEST(RoutesTest, ColumnsFromNeighbouringRowsAreThoseOfTheBuffer) {
  Random random(14);
  const posenc::SinusoidalEncoding encoding = mixed_encoding(random);
  for (const Eigen::Index rows : {2, 15, 16, 17, 700}) {
    Eigen::VectorXd given(rows);
    for (Eigen::Index r = 0; r < rows; ++r) given[r] = random.integer(1 + static_cast<int>(r % 53));
    routes.scattered_columns = true;
    const auto direct = encoding.table<TypeParam>(given);
    routes.scattered_columns = false;
    EXPECT_TRUE(same_bits(encoding.table<TypeParam>(given), direct)) << rows;
  }
}

TYPED_TEST(RoutesTest, SlowPairsAtRealPositionsRoundAlike) {
  Random random(14);
  std::vector<double> positions;
  for (int n = 0; n < 2000; ++n)
    positions.push_back(random.real(static_cast<int>(random.below(30)) - 5));
  const posenc::SinusoidalEncoding encoding(posenc::Frequencies::geometric(77),
                                            posenc::Layout::sin_cos, 77, odd_rule(77));
  expect_cheap_as_exact<TypeParam>(encoding, positions);
}

template <class Scalar, int Order>
void expect_same_single_rows(posenc::Layout layout) {
  Random random(13);
  std::vector<double> positions;
  for (int n = 0; n < 3000; ++n) {
    const double p = std::floor(random.real(static_cast<int>(random.below(25)) + 8));
    positions.push_back(p);
    if (n % 50 == 0) positions.push_back(p + 1);  // an anchor for two
  }
  const posenc::SinusoidalEncoding encoding(posenc::Frequencies::geometric(67), layout, 67,
                                            odd_rule(67));
  const auto table = [&] {
    Matrix<Scalar, Order> out =
        Matrix<Scalar, Order>::Zero(static_cast<Eigen::Index>(positions.size()), 67);
    encoding.write(out, as_vector(positions));
    encoding.add(out, as_vector(positions));
    return out;
  };
  const Matrix<Scalar, Order> alone = table();
  routes.single_rows = false;
  const Matrix<Scalar, Order> by_anchor = table();
  routes.single_rows = true;
  EXPECT_TRUE(same_bits(alone, by_anchor));
}

TYPED_TEST(RoutesTest, SingleRowsAmongOthersAreThoseByAnchor) {
  for (const auto layout : {posenc::Layout::interleaved, posenc::Layout::sin_cos}) {
    expect_same_single_rows<TypeParam, Eigen::RowMajor>(layout);
    expect_same_single_rows<TypeParam, Eigen::ColMajor>(layout);
  }
}

/// Points, most real, in matrices of both orders; 37 rows leave a part of 16.
TYPED_TEST(RoutesTest, RealColumnsAreThoseByRows) {
  Random random(15);
  for (const Eigen::Index rows : {1, 7, 16, 37, 1600}) {
    Eigen::MatrixXd points(rows, 3);
    for (Eigen::Index k = 0; k < points.size(); ++k) {
      points.data()[k] = random.real(static_cast<int>(random.below(20)) - 12);
    }
    if (rows > 20) points(20, 1) = 3.0;
    const auto expect_same = [&](auto out) {
      const posenc::AxialEncoding nerf = posenc::presets::nerf(10);
      out.setZero(rows, nerf.width());
      const auto table = [&] {
        auto result = out;
        nerf.write(result, points);
        nerf.add(result, points);
        return result;
      };
      routes.real_columns = true;
      const auto columns = table();
      routes.real_columns = false;
      const auto by_rows = table();
      EXPECT_TRUE(same_bits(columns, by_rows));
    };
    expect_same(Matrix<TypeParam, Eigen::RowMajor>());
    expect_same(Matrix<TypeParam, Eigen::ColMajor>());
  }
}

TYPED_TEST(RoutesTest, AnglesInVectorsAreThoseMadeSingly) {
  Random random(12);
  routes.cheap_phasor = false;
  routes.cheap_double = false;
  std::vector<double> frequencies = {0.0, 1.0, -3.0, 0x1p-60, 1e6, 0x1p39};
  for (int n = 0; n < 60; ++n) {
    frequencies.push_back(random.real(static_cast<int>(random.below(60)) - 40));
  }
  std::vector<double> positions = random_positions(random, 100, frequencies);
  for (int exponent = -150; exponent < 53; ++exponent) positions.push_back(random.real(exponent));
  const posenc::SinusoidalEncoding encoding(posenc::Frequencies::given(as_vector(frequencies)));
  const Matrix<TypeParam> vectors = encoding.table<TypeParam>(as_vector(positions));
  routes.vector_angles = false;
  const Matrix<TypeParam> singly = encoding.table<TypeParam>(as_vector(positions));
  EXPECT_TRUE(same_bits(vectors, singly));
}

/// Rows of bfloat16 from several first positions, written and added to.
std::vector<Eigen::bfloat16> bfloat16_rows(const Frequencies& frequencies, Layout layout) {
  std::vector<Eigen::bfloat16> all;
  for (const std::int64_t first : {0, -75, 4093, 1000003, -1000003}) {
    const posenc::SinusoidalEncoding encoding(frequencies, layout);
    Matrix<Eigen::bfloat16, Eigen::RowMajor> out(150, encoding.width());
    encoding.write(out, first);
    all.insert(all.end(), out.data(), out.data() + out.size());
    encoding.add(out, first + 7);
    all.insert(all.end(), out.data(), out.data() + out.size());
  }
  return all;
}

TEST(Bfloat16Routes, SinglePrecisionRoundsLikeDouble) {
  constexpr double pi = 3.14159265358979323846;
  Random random(13);
  // Slow ones, whose sines cross the smallest numbers that single precision can tell apart; next
  // to 0, half a turn and a turn in either direction; and 200 others.
  std::vector<double> frequencies = {0.0, -0.0, pi, -pi, 2 * pi, pi / 2, pi / 3, 0x1p-30};
  for (int exponent = -24; exponent < -5; ++exponent) {
    for (const double center : {0.0, pi, -pi, 2 * pi}) {
      frequencies.push_back(center + std::ldexp(1.0, exponent));
      frequencies.push_back(center - random.real(exponent));
    }
  }
  for (int n = 0; n < 200; ++n) {
    frequencies.push_back(random.real(static_cast<int>(random.below(20)) - 16));
  }
  for (const std::ptrdiff_t pairs : {1, 15, 16, 33, 320}) {
    const Frequencies some = Frequencies::given(
        as_vector(std::vector<double>(frequencies.begin(), frequencies.begin() + pairs)));
    for (const auto layout : {Layout::interleaved, Layout::sin_cos}) {
      routes.single_products = true;
      const auto single = bfloat16_rows(some, layout);
      routes.single_products = false;
      const auto plain = bfloat16_rows(some, layout);
      routes = Routes();
      EXPECT_EQ(0, std::memcmp(single.data(), plain.data(), sizeof single[0] * single.size()))
          << pairs << " pairs";
    }
  }
}

}  // namespace routes_test
}  // namespace posenc_test
