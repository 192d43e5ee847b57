// Tensors of (batch, heads, tokens, width) rotate in place as each head does alone, bit for bit, in
// either storage order.
#include "allocations.hpp"

#include <gtest/gtest.h>

#include <vector>

#include <posenc/positions.hpp>
#include <posenc/rotary/rotate_with.hpp>
#include <posenc/rotary/tensor.hpp>

#include "matchers.hpp"
#include "scalars.hpp"

namespace posenc_test {
namespace rotary_tensor_test {

using Eigen::Index;
using posenc::Pairing;
using posenc::RotaryEmbedding;
using posenc::RotaryHead;

/// All four sizes differ, and tokens exceed a tile.
constexpr Index kBatch = 2, kHeads = 3, kTokens = 70, kWidth = 10;

template <class Tensor>
void fill(Tensor& x) {
  for (Index k = 0; k < x.size(); ++k) {
    x.data()[k] = static_cast<typename Tensor::Scalar>(static_cast<float>((k * 37) % 101 - 50));
  }
}

/// Head h of sequence b, as a matrix of its own.
template <class Tensor>
Matrix<typename Tensor::Scalar> head(const Tensor& x, Index b, Index h) {
  return Matrix<typename Tensor::Scalar>::NullaryExpr(
      x.dimension(2), x.dimension(3), [&](Index t, Index c) { return x(b, h, t, c); });
}

/// Head (b, h) of `x` has the bits of the same head of `before` after `one(head, b)`.
template <class Tensor, class Before, class One>
void expect_each_head(const Tensor& x, const Before& before, One&& one) {
  for (Index b = 0; b < x.dimension(0); ++b) {
    for (Index h = 0; h < x.dimension(1); ++h) {
      auto expected = head(before, b, h);
      one(expected, b);
      EXPECT_TRUE(same_bits(head(x, b, h), expected)) << "sequence " << b << ", head " << h;
    }
  }
}

posenc::BatchPositions padded_positions() {
  return posenc::positions_from_mask(posenc::mask_from_lengths(
      Eigen::Vector2i(kTokens - 5, kTokens), kTokens, posenc::PaddingSide::left));
}

template <class Scalar>
class RotaryTensor : public ::testing::Test {
 protected:
  template <int Order>
  void run() {
    using Tensor = Eigen::Tensor<Scalar, 4, Order>;
    const posenc::BatchPositions positions = padded_positions();
    Tensor before(kBatch, kHeads, kTokens, kWidth);
    fill(before);
    for (const RotaryEmbedding& rope :
         {RotaryEmbedding(kWidth, Pairing::adjacent), RotaryEmbedding(kWidth, Pairing::halves),
          RotaryEmbedding(posenc::Frequencies::geometric(6),
                          RotaryHead(kWidth, Pairing::halves, 6, 2))}) {
      Tensor x = before;
      posenc::rotate_batch(rope, x, positions);
      expect_each_head(x, before, [&](auto& one, Index b) { rope.rotate(one, positions.row(b)); });
      x = before;
      posenc::rotate_batch(rope, x, kBatch, kTokens, 1000);
      expect_each_head(x, before, [&](auto& one, Index) { rope.rotate(one, 1000); });

      const Tensor rotated = x;
      for (Index b = 0; b < kBatch; ++b) rope.shift(posenc::heads_of_sequence(x, b), -3.0);
      expect_each_head(x, rotated, [&](auto& one, Index) { rope.shift(one, -3.0); });
      x = rotated;
      for (Index b = 0; b < kBatch; ++b) rope.unrotate(posenc::heads_of_sequence(x, b), 1000);
      expect_each_head(x, rotated, [&](auto& one, Index) { rope.unrotate(one, 1000); });
    }
  }
};
TYPED_TEST_SUITE(RotaryTensor, Scalars, ScalarNames);

TYPED_TEST(RotaryTensor, RotatesAsEachHeadAlone) {
  this->template run<Eigen::RowMajor>();
  this->template run<Eigen::ColMajor>();
}

template <int Order>
void expect_map_within_memory() {
  using Tensor = Eigen::Tensor<float, 4, Order>;
  constexpr Index size = kBatch * kHeads * kTokens * kWidth, guard = 33;
  const RotaryEmbedding rope(kWidth, Pairing::halves);
  std::vector<float> memory(static_cast<std::size_t>(size + 2 * guard), 9.0f);
  Eigen::TensorMap<Tensor> x(memory.data() + guard, kBatch, kHeads, kTokens, kWidth);
  fill(x);
  const Tensor before = x;
  posenc::rotate_batch(rope, x, kBatch, kTokens, 5);
  expect_each_head(x, before, [&](auto& one, Index) { rope.rotate(one, 5); });
  const Eigen::Map<const Eigen::VectorXf> all(memory.data(), size + 2 * guard);
  EXPECT_TRUE(all_are(all.head(guard), 9.0f));
  EXPECT_TRUE(all_are(all.tail(guard), 9.0f));

  // One sequence, through a temporary map: the other stays as it is.
  Tensor one = before;
  rope.rotate(posenc::heads_of_sequence(
                  Eigen::TensorMap<Tensor>(one.data(), kBatch, kHeads, kTokens, kWidth), 1),
              5);
  expect_each_head(one, before, [&](auto& head, Index b) {
    if (b == 1) rope.rotate(head, 5);
  });
}

TEST(RotaryTensors, MapsWriteTheirEntriesOnly) {
  expect_map_within_memory<Eigen::RowMajor>();
  expect_map_within_memory<Eigen::ColMajor>();
}

TEST(RotaryTensors, TakeWhateverHeadsTake) {
  Eigen::Tensor<double, 4> before(kBatch, kHeads, 6, 8);
  fill(before);
  // Several axes: points of a grid of 2 x 3 patches.
  const RotaryEmbedding plane(posenc::Frequencies::geometric(8), RotaryHead(8, Pairing::halves),
                              posenc::PairAxes::sections({2, 2}));
  const Eigen::Matrix<double, 6, 2> points =
      (Eigen::Matrix<double, 6, 2>() << 0, 0, 0, 1, 0, 2, 1, 0, 1, 1, 1, 2).finished();
  auto x = before;
  for (Index b = 0; b < kBatch; ++b) plane.rotate(posenc::heads_of_sequence(x, b), points);
  expect_each_head(x, before, [&](auto& one, Index) { plane.rotate(one, points); });

  // Given tables.
  const RotaryEmbedding rope(8, Pairing::adjacent);
  const auto tables = rope.cos_sin<double>(6, 40);
  x = before;
  for (Index b = 0; b < kBatch; ++b) {
    posenc::rotate_with(posenc::heads_of_sequence(x, b), tables.cos, tables.sin, rope.head());
  }
  expect_each_head(x, before, [&](auto& one, Index) {
    posenc::rotate_with(one, tables.cos, tables.sin, rope.head());
  });
}

TEST(RotaryTensors, RefuseBeforeAnythingIsWritten) {
  const RotaryEmbedding rope(8, Pairing::halves);
  Eigen::Tensor<double, 4, Eigen::RowMajor> x(2, 3, 5, 8), narrow(2, 3, 5, 6);
  x.setConstant(9.0), narrow.setConstant(9.0);
  const auto refused = [&](const auto& call, const char* where, const char* got) {
    EXPECT_TRUE(refuses(call, where, got));
  };
  refused([&] { posenc::rotate_batch(rope, x, 3, 5); }, "rotate_batch: sequences of x", "2");
  refused([&] { posenc::rotate_batch(rope, x, 2, 3); }, "rotate_batch: tokens of x", "5");
  refused([&] { posenc::rotate_batch(rope, narrow, 2, 5); }, "rotate_batch: width of x", "6");
  refused([&] { posenc::rotate_batch(rope, x, -2, 5); }, "rotate_batch: batch", "-2");
  refused([&] { rope.rotate(posenc::heads_of_sequence(narrow, 0)); },
          "RotaryEmbedding::rotate: columns of x", "6");
  refused([&] { posenc::heads_of_sequence(x, 2); }, "heads_of_sequence: b", "2");
  refused([&] { posenc::heads_of_sequence(x, -1); }, "heads_of_sequence: b", "-1");
  Eigen::MatrixXd positions = Eigen::MatrixXd::Zero(2, 5);
  refused([&] { posenc::rotate_batch(rope, x, positions.leftCols(4)); },
          "rotate_batch: tokens of x", "5");
  positions(1, 4) = std::nan("");
  refused([&] { posenc::rotate_batch(rope, x, positions); }, "rotate_batch: positions(1, 4)",
          "nan");
  EXPECT_TRUE(all_are(Eigen::Map<const Eigen::VectorXd>(x.data(), x.size()), 9.0));
  EXPECT_TRUE(all_are(Eigen::Map<const Eigen::VectorXd>(narrow.data(), narrow.size()), 9.0));
}

TEST(RotaryTensors, MayBeEmpty) {
  const RotaryEmbedding rope(8, Pairing::halves);
  Eigen::Tensor<float, 4> none(0, 3, 5, 8), without_heads(2, 0, 5, 8), without_tokens(2, 3, 0, 8);
  EXPECT_NO_THROW(posenc::rotate_batch(rope, none, 0, 5));
  EXPECT_NO_THROW(posenc::rotate_batch(rope, without_heads, 2, 5));
  EXPECT_NO_THROW(posenc::rotate_batch(rope, without_tokens, 2, 0));
}

TEST(RotaryTensors, AllocateNothing) {
  const RotaryEmbedding rope(kWidth, Pairing::halves);
  const posenc::BatchPositions positions = padded_positions();
  Eigen::Tensor<float, 4> by_columns(kBatch, kHeads, kTokens, kWidth);
  Eigen::Tensor<float, 4, Eigen::RowMajor> by_rows(kBatch, kHeads, kTokens, kWidth);
  fill(by_columns), fill(by_rows);
  EXPECT_EQ(allocations_of([&] {
              posenc::rotate_batch(rope, by_columns, positions);
              posenc::rotate_batch(rope, by_rows, kBatch, kTokens);
            }),
            0);
}

}  // namespace rotary_tensor_test
}  // namespace posenc_test
