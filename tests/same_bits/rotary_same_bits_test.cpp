// The same bits from every call that turns the same channels by the same positions. ctest runs this
// once for each kernel.
#include "test.hpp"

namespace posenc_test {
namespace rotary_same_bits_test {

template <class Scalar>
class Rotary : public ::testing::Test {};
TYPED_TEST_SUITE(Rotary, Scalars, ScalarNames);

template <class Scalar>
Matrix<Scalar> random_tokens(Index tokens, Index channels) {
  return random_matrix(tokens, channels).cast<Scalar>();
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

/// More positions than are taken at a time, by one axis and by several.
TYPED_TEST(Rotary, PositionsByTheChunk) {
  const RotaryEmbedding rope(8, Pairing::halves);
  const RotaryEmbedding plane(Frequencies::geometric(8), rope.head(),
                              posenc::PairAxes::sections({1, 3}));
  for (const int n : {1023, 1024, 1025, 2047, 2048, 2049, 5000}) {
    const Matrix<TypeParam> x = random_tokens<TypeParam>(n, 8);
    const Matrix<TypeParam> expected = rope.rotated(x);
    const Eigen::VectorXi positions = Eigen::VectorXi::LinSpaced(n, 0, n - 1);
    EXPECT_TRUE(same_bits(rope.rotated(x, positions), expected)) << n;
    EXPECT_TRUE(same_bits(plane.rotated(x, positions.replicate(1, 2)), expected)) << n;
    const auto tables = rope.cos_sin<TypeParam>(n), listed = rope.cos_sin<TypeParam>(positions);
    EXPECT_TRUE(same_bits(listed.cos, tables.cos)) << n;
    EXPECT_TRUE(same_bits(listed.sin, tables.sin)) << n;
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

/// A position for each token and head: rows that are heads take one each, and columns of heads a
/// call each.
TYPED_TEST(Rotary, HeadsMayHavePositionsOfTheirOwn) {
  const Index tokens = 19, heads = 3, width = 34;
  Random random(3);
  Eigen::MatrixXd positions(tokens, heads);
  for (double& p : positions.reshaped()) p = random.integer(17);
  for (const Pairing pairing : kPairings) {
    const RotaryEmbedding rope(width, pairing);
    const Matrix<TypeParam> x = random_tokens<TypeParam>(tokens, heads * width);
    Matrix<TypeParam, Eigen::RowMajor> rows(tokens * heads, width);
    Eigen::VectorXd of_rows(tokens * heads);
    Matrix<TypeParam> expected = x, columns = x;
    for (Index t = 0; t < tokens; ++t) {
      for (Index h = 0; h < heads; ++h) {
        rows.row(t * heads + h) = x.row(t).segment(h * width, width);
        of_rows[t * heads + h] = positions(t, h);
        rope.rotate(expected.row(t).segment(h * width, width), static_cast<Index>(positions(t, h)));
      }
    }
    rope.rotate(rows, of_rows);
    for (Index h = 0; h < heads; ++h) {
      rope.rotate(columns.middleCols(h * width, width), positions.col(h));
    }
    EXPECT_TRUE(same_bits(columns, expected));
    for (Index t = 0; t < tokens; ++t) {
      for (Index h = 0; h < heads; ++h) {
        ASSERT_TRUE(same_bits(rows.row(t * heads + h), expected.row(t).segment(h * width, width)));
      }
    }
  }
}

/// Slices of heads, in every layout; what lies beside them keeps its bits, NaN of any payload too.
TYPED_TEST(Rotary, OtherChannelsKeepTheirBits) {
  const Index width = 20, start = 3, rotated = 10, tokens = 40;
  Matrix<TypeParam> x = random_tokens<TypeParam>(tokens, 4 * width);
  for (Index t = 0; t < tokens; ++t) {
    // All but one of the bits of a NaN may be 1.
    std::memset(static_cast<void*>(&x(t, width + t % 3)), 0xff, sizeof(TypeParam));
    std::memset(static_cast<void*>(&x(t, 2 * width + 13 + t % 7)), 0x7f, sizeof(TypeParam));
  }
  for (const Pairing pairing : kPairings) {
    const RotaryHead head(width, pairing, rotated, start);
    const RotaryEmbedding rope({Frequencies::geometric(rotated), 1.25}, head);
    const RotaryEmbedding narrow({Frequencies::geometric(rotated), 1.25}, pairing);
    Matrix<TypeParam> expected = x;
    for (Index h = 0; h < 4; ++h) {
      Matrix<TypeParam> slice = x.middleCols(h * width + start, rotated);
      narrow.rotate(slice, 1);
      expected.middleCols(h * width + start, rotated) = slice;
    }
    Matrix<TypeParam> by_columns = x, strided(2 * tokens, 12 * width);
    Matrix<TypeParam, Eigen::RowMajor> by_rows = x;
    Eigen::Map<Matrix<TypeParam>, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>> view(
        strided.data(), tokens, 4 * width, {3 * strided.rows(), 2});
    view = x;
    rope.rotate(by_columns, 1);
    rope.rotate(by_rows, 1);
    rope.rotate(view, 1);
    EXPECT_TRUE(same_bits(by_columns, expected));
    EXPECT_TRUE(same_bits(by_rows, expected));
    EXPECT_TRUE(same_bits(view, expected));
  }
}

TYPED_TEST(Rotary, OutOfPlaceIsInPlaceOnACopy) {
  const RotaryEmbedding rope({Frequencies::geometric(12), 1.3}, Pairing::halves);
  const Matrix<TypeParam, Eigen::RowMajor> x = random_tokens<TypeParam>(9, 36);
  const Eigen::VectorXd positions = Eigen::VectorXd::LinSpaced(9, -3.5, 20.5);
  const auto check = [&](const auto& result, auto&& in_place) {
    Matrix<TypeParam, Eigen::RowMajor> expected = x;
    static_assert(std::is_same<std::decay_t<decltype(result)>, decltype(expected)>::value,
                  "the plain type of x");
    in_place(expected);
    EXPECT_TRUE(same_bits(result, expected));
  };
  check(rope.rotated(x), [&](auto& y) { rope.rotate(y); });
  check(rope.rotated(x, 7), [&](auto& y) { rope.rotate(y, 7); });
  check(rope.rotated(x, positions), [&](auto& y) { rope.rotate(y, positions); });
  check(rope.unrotated(x), [&](auto& y) { rope.unrotate(y); });
  check(rope.unrotated(x, 7), [&](auto& y) { rope.unrotate(y, 7); });
  check(rope.unrotated(x, positions), [&](auto& y) { rope.unrotate(y, positions); });
  check(rope.shifted(x, -2.5), [&](auto& y) { rope.shift(y, -2.5); });
  check(rope.shifted(x, positions), [&](auto& y) { rope.shift(y, positions); });
  const Matrix<TypeParam, Eigen::RowMajor> twice = x + x;
  EXPECT_TRUE(same_bits(rope.rotated(x + x, 7), rope.rotated(twice, 7)));
}

/// Only pairs after the last frequency that is not zero are left out, whatever numbers they hold.
TYPED_TEST(Rotary, TheLastFrequencyCounts) {
  for (const Pairing pairing : kPairings) {
    const RotaryHead head(8, pairing);
    const RotaryEmbedding rope(Frequencies::given(Eigen::Vector4d(0.0, 1.0, 0.5, 0.0)), head);
    Matrix<TypeParam> x = Matrix<TypeParam>::Ones(5, 8);
    x(2, head.channels(3).second) = std::numeric_limits<TypeParam>::infinity();
    const Matrix<TypeParam> y = rope.rotated(x, 1);
    for (Index i = 0; i < 4; ++i) {
      const auto [u, v] = head.channels(i);
      const bool same = same_bits(y.col(u), x.col(u)) && same_bits(y.col(v), x.col(v));
      EXPECT_EQ(same, i == 0 || i == 3) << "pair " << i;
    }
  }
}

TEST(RotaryEmpty, IsValid) {
  const RotaryEmbedding rope(8, Pairing::adjacent);
  Eigen::MatrixXf none(0, 8);
  rope.rotate(none);
  rope.shift(none, 3);
  rope.rotate(none, Eigen::VectorXi(0));
  EXPECT_EQ(rope.cos_sin(0).cos.rows(), 0);
  Eigen::MatrixXd no_columns(3, 0);
  EXPECT_NO_THROW(rope.rotate(no_columns));
  EXPECT_NO_THROW(rope.rotate(heads_within_tokens(no_columns, 3)));
  Matrix<double, Eigen::RowMajor> no_rows(0, 8);
  EXPECT_NO_THROW(
      rope.rotate(heads_within_tokens(no_rows, (std::numeric_limits<std::int64_t>::max)())));
}

}  // namespace rotary_same_bits_test
}  // namespace posenc_test
