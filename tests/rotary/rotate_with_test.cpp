// Rotation by the caller's tables, and by those of the ONNX operator.
#include "test.hpp"

namespace posenc_test {
namespace rotate_with_test {

TEST(RotateWithTables, AreWhatRotates) {
  for (const Pairing pairing : kPairings) {
    const RotaryEmbedding rope(96, pairing);
    const auto tables = rope.cos_sin<float, Eigen::RowMajor>(50, -3);
    ASSERT_EQ(tables.cos.cols(), 48);
    const Matrix<float> x = random_matrix(50, 192).cast<float>();
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

/// More pairs and tokens than are worked on at a time, tables of either order.
template <class Scalar>
void expect_any_size_and_order() {
  for (const Index width : {2, 34, 130, 514}) {
    for (const Index tokens : {1, 16, 17, 1025}) {
      const RotaryEmbedding rope(width, Pairing::halves);
      const auto by_rows = rope.cos_sin<Scalar, Eigen::RowMajor>(tokens, 1000);
      const auto by_columns = rope.cos_sin<Scalar>(tokens, 1000);
      const Matrix<Scalar> x = random_matrix(tokens, 2 * width).template cast<Scalar>();
      Matrix<Scalar> expected = x, y = x, z = x;
      rope.rotate(expected, 1000);
      rotate_with(y, by_rows.cos, by_rows.sin, rope.head());
      rotate_with(z, by_columns.cos, by_columns.sin, rope.head());
      EXPECT_TRUE(same_bits(y, expected)) << width << " " << tokens;
      EXPECT_TRUE(same_bits(z, expected)) << width << " " << tokens;
    }
  }
}
TEST(RotateWithTables, OfAnySizeAndOrder) {
  expect_any_size_and_order<float>();
  expect_any_size_and_order<double>();
}

/// Columns of a table are read where they lie, or by their entries.
TEST(RotateWithTables, OfAnyStrides) {
  const RotaryEmbedding rope(68, Pairing::halves);
  const auto tables = rope.cos_sin<float>(60);
  const Matrix<float> x = random_matrix(20, 68).cast<float>();
  Matrix<float> expected = x, y = x, z = x, part = x;
  rope.rotate(expected, 40);
  Eigen::VectorXi rows = Eigen::VectorXi::LinSpaced(20, 40, 59);
  rotate_with(y, tables.cos, tables.sin, rope.head(), rows);
  EXPECT_TRUE(same_bits(y, expected));
  rotate_with(part, tables.cos.bottomRows(20), tables.sin.bottomRows(20), rope.head());
  EXPECT_TRUE(same_bits(part, expected));
  using Strided = Eigen::Map<const Matrix<float>, 0, Eigen::Stride<Eigen::Dynamic, 2>>;
  Matrix<float> spread_cos(40, 34), spread_sin(40, 34);
  for (Index t = 0; t < 20; ++t) {
    spread_cos.row(2 * t) = tables.cos.row(40 + t);
    spread_sin.row(2 * t) = tables.sin.row(40 + t);
    spread_cos.row(2 * t + 1).setConstant(7.0f);
    spread_sin.row(2 * t + 1).setConstant(7.0f);
  }
  const Eigen::Stride<Eigen::Dynamic, 2> stride(40, 2);
  rotate_with(z, Strided(spread_cos.data(), 20, 34, stride),
              Strided(spread_sin.data(), 20, 34, stride), rope.head());
  EXPECT_TRUE(same_bits(z, expected));
}

// --- ONNX ----------------------------------------------------------------------------------------

// The operator RotaryEmbedding (opset 23) in the eight configurations of its node tests. The
// reference below is its definition: for each batch, token and head, the first rotary_embedding_dim
// channels in pairs (interleaved: 2i and 2i + 1; else i and i + half), real = cos x1 - sin x2,
// imaginary = sin x1 + cos x2; the caches are looked up by position_ids, or hold a row for each
// batch and token.

using RowMajor = Matrix<float, Eigen::RowMajor>;

struct Configuration {
  const char* name;
  bool four_dimensional;  // (batch, heads, tokens, width), else (batch, tokens, heads * width)
  bool interleaved;
  Index rotary_dim;  // 0: all
  bool position_ids;
};

const Configuration kConfigurations[] = {
    {"rotary_embedding", true, false, 0, true},
    {"3d_input", false, false, 0, true},
    {"interleaved", true, true, 0, true},
    {"with_rotary_dim", true, false, 4, true},
    {"with_interleaved_rotary_dim", true, true, 4, true},
    {"no_position_ids", true, false, 0, false},
    {"no_position_ids_interleaved", true, true, 0, false},
    {"no_position_ids_rotary_dim", true, false, 4, false},
};

constexpr Index kBatch = 2, kHeads = 4, kTokens = 3, kWidth = 8, kMaxPosition = 50;

/// Offset of channel c in the flat tensor.
Index offset(const Configuration& f, Index b, Index h, Index t, Index c) {
  return f.four_dimensional ? ((b * kHeads + h) * kTokens + t) * kWidth + c
                            : ((b * kTokens + t) * kHeads + h) * kWidth + c;
}

std::vector<float> reference(const Configuration& f, std::vector<float> x, const RowMajor& cos,
                             const RowMajor& sin, const Eigen::MatrixXi& ids) {
  const Index rotated = f.rotary_dim == 0 ? kWidth : f.rotary_dim, half = rotated / 2;
  for (Index b = 0; b < kBatch; ++b) {
    for (Index t = 0; t < kTokens; ++t) {
      const Index row = f.position_ids ? ids(b, t) : b * kTokens + t;
      for (Index h = 0; h < kHeads; ++h) {
        for (Index i = 0; i < half; ++i) {
          float& x1 = x[std::size_t(offset(f, b, h, t, f.interleaved ? 2 * i : i))];
          float& x2 = x[std::size_t(offset(f, b, h, t, f.interleaved ? 2 * i + 1 : i + half))];
          const double u = x1, v = x2, c = cos(row, i), s = sin(row, i);
          x1 = static_cast<float>(c * u - s * v);
          x2 = static_cast<float>(s * u + c * v);
        }
      }
    }
  }
  return x;
}

TEST(RotaryOnnx, EightNodeTests) {
  for (const Configuration& f : kConfigurations) {
    SCOPED_TRACE(f.name);
    const Index rotated = f.rotary_dim == 0 ? kWidth : f.rotary_dim;
    const Index rows = f.position_ids ? kMaxPosition : kBatch * kTokens;
    const RowMajor cos = random_matrix(rows, rotated / 2).cast<float>();  // not on the unit circle
    const RowMajor sin = random_matrix(rows, rotated).rightCols(rotated / 2).cast<float>();
    Eigen::MatrixXi ids(kBatch, kTokens);
    ids << 7, 49, 0, 20, 21, 20;
    const RowMajor input = random_matrix(kBatch * kTokens, kHeads * kWidth).cast<float>();
    std::vector<float> x(input.data(), input.data() + input.size());
    const std::vector<float> expected = reference(f, x, cos, sin, ids);

    const RotaryHead head(kWidth, f.interleaved ? Pairing::adjacent : Pairing::halves, rotated);
    for (Index b = 0; b < kBatch; ++b) {
      float* batch = x.data() + b * kTokens * kHeads * kWidth;
      const auto rotate = [&](auto&& view) {
        if (f.position_ids) {
          rotate_with(view, cos, sin, head, ids.row(b));
        } else {
          rotate_with(view, cos.middleRows(b * kTokens, kTokens),
                      sin.middleRows(b * kTokens, kTokens), head);
        }
      };
      if (f.four_dimensional) {
        Eigen::Map<RowMajor> heads(batch, kHeads * kTokens, kWidth);
        rotate(posenc::tokens_within_heads(heads, kHeads));
      } else {
        Eigen::Map<RowMajor> tokens(batch, kTokens, kHeads * kWidth);
        rotate(tokens);
      }
    }
    for (std::size_t k = 0; k < x.size(); ++k) {
      // Entries below 8: two products below 64 and a sum below 128, half an ulp each.
      ASSERT_NEAR(x[k], expected[k], 64 * 0x1p-24 * 4) << "entry " << k;
    }
  }
}

}  // namespace rotate_with_test
}  // namespace posenc_test
