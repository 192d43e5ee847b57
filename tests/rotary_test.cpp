// The rotation against MPFR, and the properties of every call.
#include "allocations.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <posenc/rotary.hpp>

#include "matchers.hpp"
#include "oracle.hpp"
#include "samples.hpp"
#include "scalars.hpp"

namespace posenc_test {
namespace {

using Eigen::Index;
using posenc::Frequencies;
using posenc::heads_within_tokens;
using posenc::Pairing;
using posenc::RotaryEmbedding;
using posenc::RotaryHead;
using posenc::tokens_within_heads;

const Pairing kPairings[] = {Pairing::adjacent, Pairing::halves};

template <class Scalar>
class Rotary : public ::testing::Test {};
TYPED_TEST_SUITE(Rotary, Scalars, ScalarNames);

template <class Scalar>
Matrix<Scalar> random_tokens(Index tokens, Index channels) {
  return random_matrix(tokens, channels).cast<Scalar>();
}

/// Unit roundoff of the type in which a scalar is rotated.
template <class Scalar>
constexpr double kRoundoff = std::is_same<Scalar, double>::value ? 0x1p-53 : 0x1p-24;

/// The documented bound. Relative roundings along the way to u c - v s: sine and cosine (and their
/// product with the amplitude), the two products, the sum. By Cauchy the terms sum to
/// m hypot(u, v) at most; 1e-6 covers the products of roundings. Then the store.
template <class Scalar>
double error_bound(double u, double v, double amplitude, double result) {
  const double roundings = amplitude == 1.0 ? 3.0 : 4.0;
  const double computed =
      roundings * kRoundoff<Scalar> * (1.0 + 1e-6) * amplitude * std::hypot(u, v);
  const double least = std::ldexp(1.0, static_cast<int>(Format<Scalar>::least));
  if (sizeof(Scalar) > 2) return computed + least;
  const double ulp = std::ldexp(
      1.0, std::ilogb(std::fabs(result) + computed) + 1 - static_cast<int>(Format<Scalar>::digits));
  return computed + 0.5 * ulp + least;
}

template <class Scalar>
void expect_within_bound(const RotaryEmbedding& rope, double position, double denominator) {
  const RotaryHead head = rope.head();
  const Index n = head.pairs();
  const auto frequencies = geometric_frequencies(n, denominator, 10000.0);
  const Matrix<Scalar> before = random_tokens<Scalar>(1, 2 * head.width());
  Matrix<Scalar> after = before;
  rope.rotate(after, Eigen::Matrix<double, 1, 1>(position));
  Phasor z;
  Real exact, term;
  for (Index h = 0; h < 2; ++h) {
    for (Index i = 0; i < n; ++i) {
      z.turn(position, frequencies[static_cast<std::size_t>(i)]);
      const auto [cu, cv] = head.channels(i);
      const auto u = static_cast<double>(before(0, h * head.width() + cu));
      const auto v = static_cast<double>(before(0, h * head.width() + cv));
      for (const bool first : {true, false}) {
        mpfr_mul_d(exact.get(), z.cosine.get(), first ? u : v, MPFR_RNDN);
        mpfr_mul_d(term.get(), z.sine.get(), first ? -v : u, MPFR_RNDN);
        mpfr_add(exact.get(), exact.get(), term.get(), MPFR_RNDN);
        mpfr_mul_d(exact.get(), exact.get(), rope.amplitude(), MPFR_RNDN);
        const Scalar entry = after(0, h * head.width() + (first ? cu : cv));
        const double error = deviation(entry, exact).absolute;
        ASSERT_LE(error, error_bound<Scalar>(u, v, rope.amplitude(), static_cast<double>(entry)))
            << "position " << position << ", pair " << i << ", u " << u << ", v " << v;
      }
    }
  }
}

TYPED_TEST(Rotary, ErrorIsWithinTheBound) {
  Random random(1);
  std::vector<double> positions = random_positions(random, 4, {});
  positions.insert(positions.end(), {0.0, 1.0, -1.0, 131071.0, 1e9, 0x1p53, -0x1p53, 0.37});
  for (const Pairing pairing : kPairings) {
    for (const Index width : {2, 6, 64, 96, 192}) {
      for (const double amplitude : {1.0, 1.41588830833596715, 0.3}) {
        const RotaryEmbedding rope({Frequencies::geometric(width), amplitude}, pairing);
        for (const double p : positions) {
          expect_within_bound<TypeParam>(rope, p, static_cast<double>(width));
        }
      }
    }
  }
}

/// Head widths that leave a rest behind every vector length, and more pairs than a tile.
const std::vector<Index> kHeadWidths = {2, 4, 6, 8, 34, 48, 80, 96, 128, 192, 256, 300};

TYPED_TEST(Rotary, SameBitsInEveryOrderAndStride) {
  for (const Pairing pairing : kPairings) {
    for (const Index width : kHeadWidths) {
      const RotaryEmbedding rope(width, pairing);
      const Index tokens = 70, cols = 3 * width;
      const Matrix<TypeParam> x = random_tokens<TypeParam>(tokens, cols);
      for (const long first : {0L, -37L, 100003L}) {
        Matrix<TypeParam> by_columns = x;
        Matrix<TypeParam, Eigen::RowMajor> by_rows = x;
        Matrix<TypeParam> strided = Matrix<TypeParam>::Constant(2 * tokens, 3 * cols, TypeParam(7));
        const auto view = [&](Matrix<TypeParam>& all) {
          return Eigen::Map<Matrix<TypeParam>, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>(
              all.data(), tokens, cols, {3 * all.rows(), 2});
        };
        view(strided) = x;
        rope.rotate(by_columns, first);
        rope.rotate(by_rows, first);
        rope.rotate(view(strided), first);
        ASSERT_TRUE(same_bits(by_rows, by_columns)) << "width " << width;
        ASSERT_TRUE(same_bits(Matrix<TypeParam>(view(strided)), by_columns)) << "width " << width;
        view(strided).setConstant(TypeParam(7));
        ASSERT_TRUE(all_are(strided, TypeParam(7))) << "a gap was written, width " << width;
      }
    }
  }
}

TYPED_TEST(Rotary, SameBitsInEveryChunk) {
  for (const Pairing pairing : kPairings) {
    for (const Index width : kHeadWidths) {
      const RotaryEmbedding rope(width, pairing);
      const Matrix<TypeParam, Eigen::RowMajor> x = random_tokens<TypeParam>(53, 2 * width);
      for (const long first : {0L, -20L, 4090L}) {
        Matrix<TypeParam, Eigen::RowMajor> whole = x, tokens = x, listed = x;
        rope.rotate(whole, first);
        Eigen::VectorXd positions(53);
        for (Index t = 0; t < 53; ++t) {
          rope.rotate(tokens.row(t), first + t);
          positions[t] = static_cast<double>(first + t);
        }
        rope.rotate(listed, positions);
        Matrix<TypeParam, Eigen::RowMajor> reversed = x.colwise().reverse();
        rope.rotate(reversed, positions.reverse());
        ASSERT_TRUE(same_bits(tokens, whole));
        ASSERT_TRUE(same_bits(listed, whole));
        ASSERT_TRUE(same_bits(reversed.colwise().reverse(), whole));
      }
    }
  }
}

TYPED_TEST(Rotary, HeadsInRowsAreTheSameHeads) {
  const Index tokens = 37, heads = 3, width = 80;
  for (const Pairing pairing : kPairings) {
    const RotaryEmbedding rope(Frequencies::geometric(32), RotaryHead(width, pairing, 32, 8));
    const Matrix<TypeParam> x = random_tokens<TypeParam>(tokens, heads * width);
    Matrix<TypeParam> expected = x;
    rope.rotate(expected, 5);
    const auto check = [&](auto stacked, bool tokens_outermost) {
      const auto row = [&](Index t, Index h) {
        return stacked.row(tokens_outermost ? t * heads + h : h * tokens + t);
      };
      for (Index t = 0; t < tokens; ++t) {
        for (Index h = 0; h < heads; ++h) row(t, h) = x.row(t).segment(h * width, width);
      }
      rope.rotate(tokens_outermost ? heads_within_tokens(stacked, heads)
                                   : tokens_within_heads(stacked, heads),
                  5);
      for (Index t = 0; t < tokens; ++t) {
        for (Index h = 0; h < heads; ++h) {
          ASSERT_TRUE(same_bits(row(t, h), expected.row(t).segment(h * width, width)));
        }
      }
    };
    for (const bool tokens_outermost : {true, false}) {
      check(Matrix<TypeParam>(tokens * heads, width), tokens_outermost);
      check(Matrix<TypeParam, Eigen::RowMajor>(tokens * heads, width), tokens_outermost);
    }
  }
}

TYPED_TEST(Rotary, OtherChannelsKeepTheirBits) {
  const Index width = 20, start = 3, rotated = 10;
  const Matrix<TypeParam> x = random_tokens<TypeParam>(40, 4 * width);
  for (const Pairing pairing : kPairings) {
    const RotaryHead head(width, pairing, rotated, start);
    const RotaryEmbedding rope({Frequencies::geometric(rotated), 1.25}, head);
    Matrix<TypeParam> y = x;
    rope.rotate(y, 1);
    const RotaryEmbedding narrow({Frequencies::geometric(rotated), 1.25}, pairing);
    for (Index h = 0; h < 4; ++h) {
      const auto after = y.middleCols(h * width, width);
      const auto before = x.middleCols(h * width, width);
      EXPECT_TRUE(same_bits(after.leftCols(start), before.leftCols(start)));
      EXPECT_TRUE(same_bits(after.rightCols(width - start - rotated),
                            before.rightCols(width - start - rotated)));
      Matrix<TypeParam> slice = before.middleCols(start, rotated);
      narrow.rotate(slice, 1);
      EXPECT_TRUE(same_bits(after.middleCols(start, rotated), slice));
    }
  }
}

/// Once rotated and once back: two bounds.
TYPED_TEST(Rotary, UnrotateIsTheInverse) {
  for (const Pairing pairing : kPairings) {
    for (const double amplitude : {1.0, 1.3}) {
      const RotaryEmbedding rope({Frequencies::geometric(96), amplitude}, pairing);
      const Matrix<TypeParam> x = random_tokens<TypeParam>(33, 192);
      Matrix<TypeParam> y = x;
      rope.rotate(y, -7);
      rope.unrotate(y, -7);
      const double store =
          sizeof(TypeParam) > 2 ? 0.0 : std::ldexp(1.0, 1 - Format<TypeParam>::digits);
      const double bound = (8.0 * kRoundoff<TypeParam> + store) * 8.0 * std::sqrt(2.0);
      EXPECT_LE((y.template cast<double>() - x.template cast<double>()).cwiseAbs().maxCoeff(),
                bound);
    }
  }
}

TYPED_TEST(Rotary, ShiftByOneNumberIsShiftByEqualNumbers) {
  for (const Pairing pairing : kPairings) {
    for (const Index width : {6, 128, 300}) {
      const RotaryEmbedding rope({Frequencies::geometric(width), 1.3}, pairing);
      const Matrix<TypeParam> x = random_tokens<TypeParam>(70, 2 * width);
      for (const double delta : {3.0, -4097.0, 0.25}) {
        Matrix<TypeParam> by_columns = x, each = x;
        Matrix<TypeParam, Eigen::RowMajor> by_rows = x;
        rope.shift(by_columns, delta);
        rope.shift(by_rows, delta);
        rope.shift(each, Eigen::VectorXd::Constant(70, delta));
        EXPECT_TRUE(same_bits(by_columns, each));
        EXPECT_TRUE(same_bits(by_rows, each));
      }
    }
  }
}

TYPED_TEST(Rotary, NothingIsAllocated) {
  const RotaryEmbedding rope({Frequencies::geometric(128), 1.3}, Pairing::halves);
  Matrix<TypeParam, Eigen::RowMajor> x = random_tokens<TypeParam>(40, 256);
  Matrix<TypeParam> y = x;
  const Eigen::VectorXi positions = Eigen::VectorXi::LinSpaced(40, 0, 39);
  const auto tables = rope.cos_sin<float>(40);
  EXPECT_EQ(allocations_of([&] {
              rope.rotate(x);
              rope.rotate(y, 1000000000);
              rope.rotate(y, positions);
              rope.unrotate(x.topRows(3), 17);
              rope.shift(y, -3);
              rope.shift(y, positions);
              rope.rotate(heads_within_tokens(x.leftCols(128), 4), 3);
              rotate_with(x, tables.cos, tables.sin, rope.head());
              rotate_with(x, tables.cos, tables.sin, rope.head(), positions);
            }),
            0);
}

TYPED_TEST(Rotary, ZeroDoesNotTurn) {
  const RotaryEmbedding rope(Frequencies::given(Eigen::Vector3d(1.0, 0.0, 0.0)), Pairing::halves);
  const Matrix<TypeParam> x = random_tokens<TypeParam>(5, 6);
  Matrix<TypeParam> y = x;
  rope.rotate(y, 1);
  for (const Index c : {1, 2, 4, 5}) EXPECT_TRUE(same_bits(y.col(c), x.col(c)));
  for (const Index c : {0, 3}) EXPECT_FALSE(same_bits(y.col(c), x.col(c)));
}

/// The infinite, the absent and the huge go where IEEE arithmetic sends them, and a sum beyond the
/// largest number is infinite.
TYPED_TEST(Rotary, NotANumberStaysInItsPair) {
  const RotaryEmbedding rope(8, Pairing::adjacent);
  Matrix<TypeParam> x = random_tokens<TypeParam>(1, 8);
  x(0, 2) = std::numeric_limits<TypeParam>::quiet_NaN();
  x(0, 4) = x(0, 5) = (std::numeric_limits<TypeParam>::max)();
  Matrix<TypeParam> y = x;
  rope.rotate(y, 78);  // the third pair: cos 0.78 + sin 0.78 > 1
  using std::isnan;
  EXPECT_TRUE(isnan(static_cast<double>(y(0, 2))) && isnan(static_cast<double>(y(0, 3))));
  EXPECT_TRUE(std::isinf(static_cast<double>(y(0, 5))));
  for (const Index c : {0, 1, 4, 6, 7}) EXPECT_TRUE(std::isfinite(static_cast<double>(y(0, c))));
}

/// A table's NaN of any payload makes NaN of its pair, and of no other.
TYPED_TEST(Rotary, NotANumberInATable) {
  Matrix<TypeParam> x = random_tokens<TypeParam>(1, 8);
  Eigen::RowVector4f cos = Eigen::RowVector4f::Ones(), sin = cos;
  const std::uint32_t payload = 0x7fffffff;
  std::memcpy(&cos[1], &payload, sizeof payload);
  rotate_with(x, cos, sin, RotaryHead(8, Pairing::halves));
  for (const Index c : {1, 5}) EXPECT_TRUE(std::isnan(static_cast<double>(x(0, c))));
  for (const Index c : {0, 2, 3, 4, 6, 7}) {
    EXPECT_TRUE(std::isfinite(static_cast<double>(x(0, c))));
  }
}

TEST(Rotary, TablesAreWhatRotates) {
  for (const Pairing pairing : kPairings) {
    const RotaryEmbedding rope(96, pairing);
    const auto tables = rope.cos_sin<float, Eigen::RowMajor>(50, -3);
    ASSERT_EQ(tables.cos.cols(), 48);
    const Matrix<float> x = random_tokens<float>(50, 192);
    Matrix<float> y = x, z = x, gathered = x;
    rope.rotate(y, -3);
    rotate_with(z, tables.cos, tables.sin, rope.head());
    EXPECT_TRUE(same_bits(z, y));
    const Eigen::VectorXi rows = Eigen::VectorXi::LinSpaced(50, 49, 0);
    rotate_with(gathered, tables.cos, tables.sin, rope.head(), rows);
    Matrix<float> expected = x;
    rope.rotate(expected, Eigen::VectorXi(rows.array() - 3));
    EXPECT_TRUE(same_bits(gathered, expected));
  }
}

template <class Scalar>
void expect_tables_rounded_once() {
  const RotaryEmbedding rope(64, Pairing::halves);
  const auto frequencies = geometric_frequencies(32, 64, 10000);
  const auto tables = rope.cos_sin<Scalar>(Eigen::Vector3d(0.37, 1857, 1e9));
  Phasor z;
  for (Index r = 0; r < 3; ++r) {
    for (Index i = 0; i < 32; ++i) {
      z.turn(Eigen::Vector3d(0.37, 1857, 1e9)[r], frequencies[static_cast<std::size_t>(i)]);
      ASSERT_EQ(bits_of(tables.cos(r, i)), bits_of(round_once<Scalar>(z.cosine)));
      ASSERT_EQ(bits_of(tables.sin(r, i)), bits_of(round_once<Scalar>(z.sine)));
    }
  }
}
TYPED_TEST(Rotary, TablesAreRoundedOnce) {
  expect_tables_rounded_once<TypeParam>();
}

/// The same bits from every compiler and kernel: ctest runs this once for each kernel.
template <class Scalar>
constexpr std::uint64_t kGolden = 0;
template <>
constexpr std::uint64_t kGolden<double> = 0xf7213f06de80b486;
template <>
constexpr std::uint64_t kGolden<float> = 0xd5b2d692ff4a5ff9;
template <>
constexpr std::uint64_t kGolden<Eigen::half> = 0xee58697bfc47e744;
template <>
constexpr std::uint64_t kGolden<Eigen::bfloat16> = 0x1107a1571bbbf10e;

TYPED_TEST(Rotary, GoldenBits) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a, entry by entry
  for (const Pairing pairing : kPairings) {
    for (const Index width : {6, 96, 128}) {
      const RotaryEmbedding rope({Frequencies::geometric(width), 1.25}, pairing);
      Matrix<TypeParam> x = random_tokens<TypeParam>(60, 2 * width);
      rope.rotate(x, 1000003);
      rope.shift(x, Eigen::VectorXd::LinSpaced(60, -7.5, 22.0));
      rope.unrotate(x, -20);
      for (const TypeParam entry : x.reshaped()) hash = (hash ^ bits_of(entry)) * 1099511628211u;
    }
  }
  EXPECT_EQ(hash, kGolden<TypeParam>) << "0x" << std::hex << hash;
}

TEST(Rotary, RefusesHeadsThatAreNone) {
  const auto head = [](Index width, Index rotated, Index start) {
    return [=] { RotaryHead(width, Pairing::halves, rotated, start); };
  };
  EXPECT_TRUE(refuses(head(0, 0, 0), "RotaryHead: width", "0"));
  EXPECT_TRUE(refuses(head(8, 5, 0), "RotaryHead: rotated_width", "5"));
  EXPECT_TRUE(refuses(head(8, 0, 0), "RotaryHead: rotated_width", "0"));
  EXPECT_TRUE(refuses(head(8, 10, 0), "RotaryHead: rotated_width", "10"));
  EXPECT_TRUE(refuses(head(8, 4, 5), "RotaryHead: start", "5"));
  EXPECT_TRUE(refuses(head(8, 4, -1), "RotaryHead: start", "-1"));
  EXPECT_TRUE(
      refuses([] { RotaryEmbedding(7, Pairing::halves); }, "RotaryHead: rotated_width", "7"));
  EXPECT_TRUE(
      refuses([] { RotaryEmbedding(Frequencies::geometric(8), RotaryHead(8, Pairing::halves, 6)); },
              "RotaryEmbedding: frequencies", "4"));
  EXPECT_TRUE(refuses(
      [] {
        RotaryEmbedding({Frequencies::geometric(8), 0.0}, Pairing::halves);
      },
      "ScaledFrequencies: amplitude", "0"));
}

TEST(Rotary, RefusesBeforeTheFirstWrite) {
  const RotaryEmbedding rope(8, Pairing::adjacent);
  const Eigen::MatrixXd before = random_matrix(300, 16);
  Eigen::MatrixXd x = before;
  const auto refused = [&](auto&& call, const char* where, const char* got) {
    EXPECT_TRUE(refuses(call, where, got));
    EXPECT_TRUE(same_bits(x, before));
  };
  refused([&] { rope.rotate(x.leftCols(12)); }, "RotaryEmbedding::rotate: columns of x", "12");
  refused([&] { rope.rotate(x, Eigen::VectorXi::Zero(299)); }, "RotaryEmbedding::rotate: positions",
          "299");
  refused([&] { rope.rotate(x, (std::int64_t{1} << 53) - 5); }, "RotaryEmbedding::rotate: first",
          "9007199254740987 + 299");
  Eigen::VectorXd positions = Eigen::VectorXd::Zero(300);
  positions[299] = std::numeric_limits<double>::quiet_NaN();
  refused([&] { rope.unrotate(x, positions); }, "RotaryEmbedding::unrotate: positions[299]", "nan");
  refused([&] { rope.shift(x, HUGE_VAL); }, "RotaryEmbedding::shift: delta", "inf");
  refused([&] { rope.rotate(heads_within_tokens(x, 7)); }, "heads_within_tokens: rows of x", "300");
  refused([&] { rope.rotate(tokens_within_heads(x, 0)); }, "tokens_within_heads: heads", "0");
  refused([&] { rope.rotate(heads_within_tokens(x, 3)); }, "RotaryEmbedding::rotate: columns of x",
          "16");
  const auto tables = rope.cos_sin(300);
  refused([&] { rotate_with(x, tables.cos.leftCols(3), tables.sin, rope.head()); },
          "rotate_with: cos", "300 x 3");
  refused([&] { rotate_with(x, tables.cos, tables.sin.topRows(9), rope.head()); },
          "rotate_with: sin", "9 x 4");
  Eigen::VectorXi rows = Eigen::VectorXi::Zero(300);
  rows[299] = 300;
  refused([&] { rotate_with(x, tables.cos, tables.sin, rope.head(), rows); }, "rotate_with: rows",
          "300");
  rows[299] = -1;
  refused([&] { rotate_with(x, tables.cos, tables.sin, rope.head(), rows); }, "rotate_with: rows",
          "-1");
}

TEST(Rotary, EmptyIsValid) {
  const RotaryEmbedding rope(8, Pairing::adjacent);
  Eigen::MatrixXf none(0, 8);
  rope.rotate(none);
  rope.shift(none, 3);
  rope.rotate(none, Eigen::VectorXi(0));
  EXPECT_EQ(rope.cos_sin(0).cos.rows(), 0);
}

}  // namespace
}  // namespace posenc_test
