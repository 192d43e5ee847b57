// Cases from practice about several axes: each a fault that people met, with its right value,
// recomputed with 60 digits from the formula.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <posenc/rotary/embedding.hpp>

#include "matchers.hpp"
#include "rotary_samples.hpp"
#include "samples.hpp"

namespace posenc_test {
namespace {

using Eigen::Index;
using posenc::concatenated;
using posenc::Frequencies;
using posenc::PairAxes;
using posenc::Pairing;
using posenc::RotaryEmbedding;
using posenc::RotaryHead;

using List = std::vector<Index>;

List counts(const PairAxes& axes) {
  List result(static_cast<std::size_t>(axes.count()), 0);
  for (const Index a : axes.list()) ++result[static_cast<std::size_t>(a)];
  return result;
}

TEST(Cases, ContiguousAgainstInterleaved) {
  EXPECT_EQ(PairAxes::sections({2, 1, 1}).list(), (List{0, 0, 1, 2}));
  EXPECT_EQ(PairAxes::interleaved({2, 1, 1}).list(), (List{0, 1, 2, 0}));
  EXPECT_EQ(PairAxes::alternating(2, 1).list(), (List{1, 2, 1, 2, 0}));
  List thw;
  for (int k = 0; k < 20; ++k) thw.insert(thw.end(), {0, 1, 2});
  thw.insert(thw.end(), {0, 0, 0, 0});
  EXPECT_EQ(PairAxes::interleaved({24, 20, 20}).list(), thw);
  thw.resize(30);
  thw.insert(thw.end(), {0, 1});
  EXPECT_EQ(PairAxes::interleaved({11, 11, 10}).list(), thw);
  EXPECT_EQ(counts(PairAxes::interleaved({24, 20, 20})), (List{24, 20, 20}));
  EXPECT_EQ(counts(PairAxes::sections({16, 24, 24})), (List{16, 24, 24}));

  // Sections that leave no room: published code says nothing, and gives w one pair, not two. Such a
  // model is a list.
  EXPECT_TRUE(refuses(
      [] {
        PairAxes::interleaved({1, 1, 2});
      },
      "PairAxes::interleaved: sizes[0]", "1"));
  EXPECT_EQ(counts(PairAxes(List{0, 1, 2, 0})), (List{2, 1, 1}));

  const Eigen::RowVector3i thw_position(5, 7, 9);
  const auto angles = [&](const PairAxes& axes) {
    const RotaryEmbedding rope(Frequencies::geometric(8), RotaryHead(8, Pairing::halves), axes);
    return Eigen::ArrayXd(rope.cos_sin(thw_position).sin.row(0).array());
  };
  const Eigen::Array4d contiguous(5, 0.5, 0.07, 0.009), interleaved(5, 0.7, 0.09, 0.005);
  EXPECT_LE((angles(PairAxes::sections({2, 1, 1})) - contiguous.sin()).abs().maxCoeff(), 1e-15);
  EXPECT_LE((angles(PairAxes::interleaved({2, 1, 1})) - interleaved.sin()).abs().maxCoeff(), 1e-15);
}

TEST(Cases, TextReducesToOneAxis) {
  for (const List& sizes : {List{16, 24, 24}, List{24, 20, 20}, List{22, 21, 21}}) {
    for (const Pairing pairing : kPairings) {
      for (const bool interleaved : {false, true}) {
        const bool room = sizes[0] >= sizes[1];  // else the pattern as a list
        List alternating;
        for (Index i = 0; i < 64; ++i) alternating.push_back(i < 60 ? i % 3 : 2);
        const RotaryEmbedding rope(Frequencies::geometric(128), RotaryHead(128, pairing),
                                   !interleaved ? PairAxes::sections(sizes)
                                   : room       ? PairAxes::interleaved(sizes)
                                                : PairAxes(alternating));
        const Eigen::MatrixXf x = random_matrix(3, 128).cast<float>();
        Eigen::MatrixXf three = x, one = x;
        const Eigen::Vector3i p(0, 5, 4097);
        rope.rotate(three, p.replicate(1, 3));
        RotaryEmbedding(128, pairing).rotate(one, p);
        EXPECT_TRUE(same_bits(three, one));
      }
    }
  }
}

/// Height first against width first, by explicit axes: token (row 1, column 2).
TEST(Cases, OrderOfAxes) {
  const Frequencies ladder = Frequencies::geometric(4);  // 1, 0.01
  const Frequencies both = concatenated({ladder, ladder});
  const RotaryEmbedding height_first(both, RotaryHead(8, Pairing::adjacent),
                                     PairAxes::sections({2, 2}));
  const RotaryEmbedding width_first(both, RotaryHead(8, Pairing::adjacent),
                                    PairAxes(List{1, 1, 0, 0}));
  const Eigen::RowVector2i token(1, 2);
  const auto h = height_first.cos_sin(token), w = width_first.cos_sin(token);
  const Eigen::RowVector4d one(std::sin(1.0), std::sin(0.01), std::sin(2.0), std::sin(0.02));
  EXPECT_LE((h.sin - one).cwiseAbs().maxCoeff(), 1e-16);
  EXPECT_TRUE(same_bits(h.sin.leftCols(2), w.sin.rightCols(2)));
  EXPECT_TRUE(same_bits(h.sin.rightCols(2), w.sin.leftCols(2)));

  // A step along one axis changes half of the channels, and exactly those.
  const Eigen::MatrixXd x = random_matrix(1, 8);
  Eigen::MatrixXd here = x, below = x, right = x;
  height_first.rotate(here, token);
  height_first.rotate(below, Eigen::RowVector2i(2, 2));
  height_first.rotate(right, Eigen::RowVector2i(1, 3));
  EXPECT_TRUE(same_bits(here.rightCols(4), below.rightCols(4)));
  EXPECT_TRUE(same_bits(here.leftCols(4), right.leftCols(4)));
  for (Index c = 0; c < 4; ++c) {
    EXPECT_NE(here(0, c), below(0, c));
    EXPECT_NE(here(0, 4 + c), right(0, 4 + c));
  }
}

/// Head 64 in shares 2/8, 3/8, 3/8: every axis a ladder over its own width.
TEST(Cases, UnequalShares) {
  const RotaryEmbedding rope(concatenated({Frequencies::geometric(16), Frequencies::geometric(24),
                                           Frequencies::geometric(24)}),
                             RotaryHead(64, Pairing::adjacent), PairAxes::sections({8, 12, 12}));
  const Eigen::ArrayXd w = rope.frequencies().values();
  EXPECT_EQ(w[0], 1.0);
  EXPECT_EQ(w[8], 1.0);
  EXPECT_EQ(w[20], 1.0);
  EXPECT_TRUE(same_bits(w.segment(8, 12), Frequencies::geometric(24).values()));
  const Eigen::RowVector3i token(3, 5, 11);
  const auto t = rope.cos_sin(token);
  EXPECT_NEAR(t.sin(0, 7), std::sin(3 * std::pow(10000.0, -14.0 / 16)), 1e-15);
  EXPECT_NEAR(t.sin(0, 9), std::sin(5 * std::pow(10000.0, -2.0 / 24)), 1e-15);
  EXPECT_NEAR(t.sin(0, 31), std::sin(11 * std::pow(10000.0, -22.0 / 24)), 1e-15);
}

}  // namespace
}  // namespace posenc_test
