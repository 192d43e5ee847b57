// A batch is its sequences, one by one.
#include "test.hpp"

#include <posenc/sinusoidal/tensor.hpp>

namespace posenc_test {
namespace batch_test {

using posenc::BatchMask;
using posenc::BatchPositions;
using posenc::Padding;

constexpr Index kBatch = 3, kLength = 5, kWidth = 8;

const SinusoidalEncoding& encoding() {
  static const SinusoidalEncoding made(kWidth);
  return made;
}

/// Row b * kLength + t: the encoding of positions(b, t) where the mask is true, else `otherwise`.
Eigen::MatrixXd expected_rows(const BatchPositions& positions, const BatchMask& mask,
                              const Eigen::MatrixXd& otherwise) {
  Eigen::MatrixXd rows = otherwise;
  for (Index b = 0; b < positions.rows(); ++b) {
    for (Index t = 0; t < positions.cols(); ++t) {
      if (mask(b, t)) rows.row(b * positions.cols() + t) = encoding().table(1, positions(b, t));
    }
  }
  return rows;
}

const BatchMask kMask = [] {
  BatchMask mask(kBatch, kLength);
  mask << false, false, true, true, true, true, false, true, false, true, false, false, false,
      false, false;
  return mask;
}();

TEST(Batch, SequenceAgainstBatch) {
  for (const auto& [batch, length] :
       {std::pair<Index, Index>(4, 4), std::pair<Index, Index>(2, 3)}) {
    Eigen::MatrixXd tokens = Eigen::MatrixXd::Zero(batch * length, kWidth);
    posenc::add_batch(encoding(), tokens, batch, length);
    for (Index b = 0; b < batch; ++b) {
      EXPECT_TRUE(same_bits(tokens.middleRows(b * length, length), encoding().table(length)));
    }
    EXPECT_NEAR(tokens((batch - 1) * length + 1, 0), 0.841470984808, 5.1e-13);
  }
}

TEST(Batch, EachStreamAtItsOwnOffset) {
  const BatchPositions positions = posenc::offset_positions(Eigen::Vector3i(0, 7, 130), 4);
  Eigen::MatrixXd rows(12, kWidth);
  posenc::write_batch(encoding(), rows, positions);
  Index b = 0;
  for (const std::int64_t offset : {0, 7, 130}) {
    EXPECT_TRUE(same_bits(rows.middleRows(4 * b++, 4), encoding().table(4, offset)));
  }
}

template <class Scalar>
class Masked : public ::testing::Test {};
TYPED_TEST_SUITE(Masked, Scalars, ScalarNames);

TYPED_TEST(Masked, RowsOfPaddingAreZeroOrUntouched) {
  const BatchPositions positions = posenc::positions_from_mask(kMask);
  const auto check = [&](auto columns) {
    using Out = decltype(columns);
    const Eigen::MatrixXd before = random_matrix(kBatch * kLength, kWidth);
    const Eigen::MatrixXd zero = Eigen::MatrixXd::Zero(before.rows(), before.cols());
    Out x = before.cast<TypeParam>();
    posenc::write_batch(encoding(), x, positions, kMask, Padding::untouched);
    EXPECT_TRUE(same_bits(x, expected_rows(positions, kMask, before).cast<TypeParam>()));
    posenc::write_batch(encoding(), x, positions, kMask, Padding::zero);
    EXPECT_TRUE(same_bits(x, expected_rows(positions, kMask, zero).cast<TypeParam>()));

    const Out start = before.cast<TypeParam>();
    const Out sum = start + Out(expected_rows(positions, kMask, zero).cast<TypeParam>());
    x = start;
    posenc::add_batch(encoding(), x, positions, kMask, Padding::untouched);
    for (Index b = 0; b < kBatch; ++b) {
      for (Index t = 0; t < kLength; ++t) {
        const Index r = b * kLength + t;
        EXPECT_TRUE(same_bits(x.row(r), kMask(b, t) ? sum.row(r) : start.row(r))) << r;
      }
    }
    x = start;
    posenc::add_batch(encoding(), x, positions, kMask, Padding::zero);
    for (Index t = 0; t < kLength; ++t) {
      EXPECT_TRUE(all_are(x.row(2 * kLength + t), TypeParam(0.0f)));
      EXPECT_TRUE(all_are(x.row(0), TypeParam(0.0f)));
    }
    EXPECT_TRUE(same_bits(x.row(2), sum.row(2)));
  };
  check(Matrix<TypeParam>());
  check(Matrix<TypeParam, Eigen::RowMajor>());
}

TEST(Batch, PaddingChangesNothingForRealTokens) {
  // The same two sequences, padded left and right: real tokens stand at the same positions.
  const Eigen::Vector2i lengths(2, 4);
  for (const auto side : {posenc::PaddingSide::right, posenc::PaddingSide::left}) {
    const BatchMask mask = posenc::mask_from_lengths(lengths, 6, side);
    Eigen::MatrixXd rows(12, kWidth);
    posenc::write_batch(encoding(), rows, posenc::positions_from_mask(mask), mask, Padding::zero);
    for (Index b = 0; b < 2; ++b) {
      const Index begin = b * 6 + (side == posenc::PaddingSide::right ? 0 : 6 - lengths[b]);
      EXPECT_TRUE(same_bits(rows.middleRows(begin, lengths[b]), encoding().table(lengths[b])));
    }
  }
  // Positions from -5 to 4.
  const BatchPositions below = posenc::offset_positions(Eigen::Vector2i(-5, 0), 5);
  Eigen::MatrixXd rows(10, kWidth);
  posenc::write_batch(encoding(), rows, below);
  EXPECT_TRUE(same_bits(rows, encoding().table(10, -5)));
  EXPECT_NEAR(rows(0, 1), 0.283662185463, 5.1e-13);
  EXPECT_NEAR(rows(0, 0), 0.958924274663, 5.1e-13);
}

TEST(Batch, SequenceFirstIsATransposedBatch) {
  const BatchPositions positions = posenc::offset_positions(Eigen::Vector2i(3, 40), 5);
  Eigen::MatrixXd batch_first(10, kWidth), sequence_first(10, kWidth);
  posenc::write_batch(encoding(), batch_first, positions);
  posenc::write_batch(encoding(), sequence_first, positions.transpose());
  for (Index b = 0; b < 2; ++b) {
    for (Index t = 0; t < 5; ++t) {
      EXPECT_TRUE(same_bits(sequence_first.row(t * 2 + b), batch_first.row(b * 5 + t)));
    }
  }
}

template <int Order>
void expect_tensor() {
  const BatchPositions positions = posenc::positions_from_mask(kMask, 100);
  Eigen::MatrixXd rows = Eigen::MatrixXd::Constant(kBatch * kLength, kWidth, 0.5);
  Eigen::Tensor<double, 3, Order> tensor(kBatch, kLength, kWidth);
  tensor.setConstant(0.5);
  Eigen::TensorMap<Eigen::Tensor<double, 3, Order>> map(tensor.data(), kBatch, kLength, kWidth);
  const auto expect_same = [&] {
    for (Index b = 0; b < kBatch; ++b) {
      for (Index t = 0; t < kLength; ++t) {
        for (Index c = 0; c < kWidth; ++c) {
          ASSERT_EQ(bits_of(tensor(b, t, c)), bits_of(rows(b * kLength + t, c)));
        }
      }
    }
  };
  posenc::add_batch(encoding(), rows, kBatch, kLength, 7);
  posenc::add_batch(encoding(), tensor, kBatch, kLength, 7);
  expect_same();
  posenc::write_batch(encoding(), rows, positions, kMask, Padding::zero);
  posenc::write_batch(encoding(), map, positions, kMask, Padding::zero);
  expect_same();
  posenc::write_batch(encoding(), rows, positions);
  posenc::write_batch(encoding(), map, positions);
  expect_same();
  EXPECT_TRUE(refuses([&] { posenc::add_batch(encoding(), tensor, kLength, kBatch); },
                      "add_batch: out", "3 x 5 x 8"));
}

TEST(Batch, Tensors) {
  expect_tensor<Eigen::ColMajor>();
  expect_tensor<Eigen::RowMajor>();
}

}  // namespace batch_test
}  // namespace posenc_test
