// What rotation refuses, naming the value, before anything is written.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <posenc/rotary/embedding.hpp>
#include <posenc/rotary/pairing.hpp>
#include <posenc/rotary/rerotation.hpp>
#include <posenc/rotary/rotate_with.hpp>
#include <posenc/rotary/xpos.hpp>

#include "matchers.hpp"
#include "samples.hpp"

namespace posenc_test {
namespace {

using Eigen::Index;
using posenc::Frequencies;
using posenc::heads_within_tokens;
using posenc::PairAxes;
using posenc::Pairing;
using posenc::RotaryEmbedding;
using posenc::RotaryHead;
using posenc::ScaledFrequencies;
using posenc::selected;
using posenc::tokens_within_heads;
using posenc::XPosEmbedding;
using List = std::vector<Index>;

TEST(RotaryRefusals, HeadsThatAreNone) {
  const auto head = [](Index width, Index rotated, Index start) {
    return [=] { RotaryHead(width, Pairing::halves, rotated, start); };
  };
  EXPECT_TRUE(refuses(head(0, 0, 0), "RotaryHead: head_dim", "0"));
  EXPECT_TRUE(refuses(head(8, 5, 0), "RotaryHead: rotated_width", "5"));
  EXPECT_TRUE(refuses(head(8, 0, 0), "RotaryHead: rotated_width", "0"));
  EXPECT_TRUE(refuses(head(8, 10, 0), "RotaryHead: rotated_width", "10"));
  EXPECT_TRUE(refuses(head(8, 4, 5), "RotaryHead: start", "5"));
  EXPECT_TRUE(refuses(head(8, 4, -1), "RotaryHead: start", "-1"));
  EXPECT_TRUE(refuses([] { RotaryHead(7, Pairing::halves); }, "RotaryHead: head_dim", "7"));
  EXPECT_TRUE(refuses([] { RotaryEmbedding(7, Pairing::halves); }, "RotaryHead: head_dim", "7"));
  EXPECT_TRUE(
      refuses([] { RotaryEmbedding(Frequencies::geometric(8), RotaryHead(8, Pairing::halves, 6)); },
              "RotaryEmbedding: frequencies", "4"));
  for (const auto& [amplitude, text] : {std::make_pair(0.0, "0"),
                                        {-1.5, "-1.5"},
                                        {NAN, "nan"},
                                        {HUGE_VAL, "inf"},
                                        // 1 / m is infinite here, and loses digits there.
                                        {1e-310, "9.9999999999999694e-311"},
                                        {0x1p1023, "8.9884656743115795e+307"}}) {
    EXPECT_TRUE(refuses([m = amplitude] { ScaledFrequencies(Frequencies::geometric(8), m); },
                        "ScaledFrequencies: amplitude", text));
  }
  EXPECT_TRUE(refuses([] { RotaryHead(8, static_cast<Pairing>(7)); }, "RotaryHead: pairing", "7"));
}

/// Nothing of the size of the head is made before its frequencies are counted.
TEST(RotaryRefusals, HeadsBeyondMemory) {
  const RotaryHead head(std::int64_t{1} << 62, Pairing::halves);
  const Frequencies four = Frequencies::geometric(8);
  EXPECT_TRUE(refuses([&] { RotaryEmbedding(four, head); }, "RotaryEmbedding: frequencies", "4"));
  EXPECT_TRUE(refuses([&] { XPosEmbedding(four, head, 0.0); }, "XPosEmbedding: frequencies", "4"));
}

TEST(RotaryRefusals, BeforeTheFirstWrite) {
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
  refused([&] { rope.shift(x, Eigen::VectorXd::Constant(300, -HUGE_VAL)); },
          "RotaryEmbedding::shift: deltas[0]", "-inf");
  refused([&] { rope.rotate(x, (std::int64_t{1} << 53) + 1); }, "RotaryEmbedding::rotate: first",
          "9007199254740993");
  refused([&] { rope.rotated(x.leftCols(12)); }, "RotaryEmbedding::rotate: columns of x", "12");
  refused([&] { rope.cos_sin(-1); }, "RotaryEmbedding::cos_sin: count", "-1");
  refused([&] { rope.cos_sin(positions); }, "RotaryEmbedding::cos_sin: positions[299]", "nan");
  const auto tables = rope.cos_sin(300);
  refused([&] { rotate_with(x, tables.cos.leftCols(3), tables.sin, rope.head()); },
          "rotate_with: cos", "300 x 3");
  refused([&] { rotate_with(x, tables.cos, tables.sin.topRows(9), rope.head()); },
          "rotate_with: sin", "9 x 4");
  refused([&] { rotate_with(x, tables.cos.topRows(299), tables.sin, rope.head()); },
          "rotate_with: cos", "299 x 4");
  Eigen::VectorXi rows = Eigen::VectorXi::Zero(300);
  refused([&] { rotate_with(x, tables.cos, tables.sin, rope.head(), rows.head(7)); },
          "rotate_with: rows", "7");
  rows[299] = 300;
  refused([&] { rotate_with(x, tables.cos, tables.sin, rope.head(), rows); }, "rotate_with: rows",
          "300");
  rows[299] = -1;
  refused([&] { rotate_with(x, tables.cos, tables.sin, rope.head(), rows); }, "rotate_with: rows",
          "-1");
}

TEST(RotaryRefusals, ARerotationOfOtherChannels) {
  const auto rope = [](Index width, Pairing pairing, Index rotated, Index start,
                       const PairAxes& axes) {
    return RotaryEmbedding(Frequencies::geometric(rotated),
                           RotaryHead(width, pairing, rotated, start), axes);
  };
  const PairAxes one = PairAxes::one(4);
  const RotaryEmbedding from = rope(10, Pairing::halves, 8, 0, one);
  const auto refused = [&](const RotaryEmbedding& to, const char* where, const char* got) {
    EXPECT_TRUE(refuses([&] { rerotation(from, to); }, where, got));
  };
  refused(rope(12, Pairing::halves, 8, 0, one), "rerotation: width of to", "12");
  refused(rope(10, Pairing::halves, 6, 0, PairAxes::one(3)), "rerotation: rotated_width of to",
          "6");
  refused(rope(10, Pairing::halves, 8, 1, one), "rerotation: start of to", "1");
  refused(rope(10, Pairing::adjacent, 8, 0, one), "rerotation: pairing of to", "0");
  refused(rope(10, Pairing::halves, 8, 0, PairAxes(List{0, 0, 1, 0})),
          "rerotation: number of axes of to", "2");
  const RotaryEmbedding two = rope(10, Pairing::halves, 8, 0, PairAxes(List{0, 1, 1, 0}));
  EXPECT_TRUE(refuses(
      [&] {
        rerotation(two, rope(10, Pairing::halves, 8, 0, PairAxes(List{0, 0, 1, 0})));
      },
      "rerotation: axis of a pair of to", "0"));
}

TEST(RotaryRefusals, XPos) {
  const Frequencies four = Frequencies::geometric(8);
  const RotaryHead head(8, Pairing::halves);
  EXPECT_TRUE(
      refuses([&] { XPosEmbedding(four, head, 0.0, 0.0); }, "XPosEmbedding: scale_base", "0"));
  EXPECT_TRUE(
      refuses([&] { XPosEmbedding(four, head, 0.0, NAN); }, "XPosEmbedding: scale_base", "nan"));
  // Its quotients would be infinite, and NaN at the centre.
  EXPECT_TRUE(refuses([&] { XPosEmbedding(four, head, 0.0, 0x1p-1070); },
                      "XPosEmbedding: scale_base", "7.9050503334599447e-323"));
  EXPECT_TRUE(refuses([&] { XPosEmbedding(four, head, NAN); }, "XPosEmbedding: centre", "nan"));
  EXPECT_TRUE(refuses([&] { XPosEmbedding(Frequencies::geometric(6), head, 0.0); },
                      "XPosEmbedding: frequencies", "3"));
  const XPosEmbedding xpos(four, head, 0.0);
  const Eigen::MatrixXd before = random_matrix(3, 8);
  Eigen::MatrixXd x = before;
  EXPECT_TRUE(refuses([&] { xpos.key().rotate(x, Eigen::Vector3d(1, 2, NAN)); },
                      "RotaryEmbedding::rotate: positions[2]", "nan"));
  EXPECT_TRUE(refuses([&] { xpos.key().unrotate(x.leftCols(7)); },
                      "RotaryEmbedding::unrotate: columns of x", "7"));
  EXPECT_TRUE(
      refuses([&] { xpos.key().shift(x, HUGE_VAL); }, "RotaryEmbedding::shift: delta", "inf"));
  EXPECT_TRUE(refuses([&] { xpos.key().shift(x, Eigen::Vector3d(1, NAN, 2)); },
                      "RotaryEmbedding::shift: deltas[1]", "nan"));
  EXPECT_TRUE(refuses([&] { xpos.key().shift(x, Eigen::Vector2i(1, 2)); },
                      "RotaryEmbedding::shift: deltas", "2"));
  EXPECT_TRUE(same_bits(x, before));
}

TEST(RotaryRefusals, WrongAxesAndCoordinates) {
  EXPECT_TRUE(refuses([] { PairAxes(List{0, 8}); }, "PairAxes: axis", "8"));
  EXPECT_TRUE(refuses([] { PairAxes(List{}); }, "PairAxes: list", "0"));
  EXPECT_TRUE(refuses([] { PairAxes::sections({3, -1}); }, "PairAxes::sections: sizes", "-1"));
  EXPECT_TRUE(refuses([] { PairAxes::interleaved({3, 1}); }, "PairAxes::interleaved: sizes", "2"));
  EXPECT_TRUE(refuses(
      [] {
        PairAxes::interleaved({16, 24, 24});
      },
      "PairAxes::interleaved: sizes[0]", "16"));
  EXPECT_TRUE(refuses([] { PairAxes::sum(4, 9); }, "PairAxes::sum: axes", "9"));
  EXPECT_TRUE(refuses([] { selected(Frequencies::geometric(8), {4}); }, "selected: order", "4"));
  const auto rope = [](const PairAxes& axes) {
    return RotaryEmbedding(Frequencies::geometric(8), RotaryHead(8, Pairing::halves), axes);
  };
  EXPECT_TRUE(refuses([&] { rope(PairAxes::sections({2, 1})); }, "RotaryEmbedding: axes", "3"));
  EXPECT_TRUE(refuses([&] { rope(PairAxes::sum(4, 2)); }, "RotaryEmbedding: frequencies", "4"));
  const RotaryEmbedding two = rope(PairAxes::sections({2, 2}));
  Eigen::MatrixXd x = random_matrix(5, 8);
  const Eigen::MatrixXd before = x;
  EXPECT_TRUE(refuses([&] { two.rotate(x, Eigen::VectorXi::Zero(5)); },
                      "RotaryEmbedding::rotate: positions", "5 x 1"));
  EXPECT_TRUE(refuses([&] { two.rotate(x, Eigen::MatrixXi::Zero(4, 2)); },
                      "RotaryEmbedding::rotate: positions", "4 x 2"));
  Eigen::MatrixXd p = Eigen::MatrixXd::Zero(5, 2);
  p(4, 1) = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(
      refuses([&] { two.rotate(x, p); }, "RotaryEmbedding::rotate: positions(4, 1)", "inf"));
  EXPECT_TRUE(same_bits(x, before));
}

TEST(RotaryRefusals, AnOddHead) {
  EXPECT_TRUE(refuses([] { RotaryEmbedding(Frequencies::geometric(33), Pairing::halves); },
                      "RotaryEmbedding: width of frequencies", "33"));
}

TEST(RotaryRefusals, APairingThatIsNone) {
  const RotaryHead head(8, Pairing::halves);
  Eigen::MatrixXd x = random_matrix(3, 8);
  const Eigen::MatrixXd before = x;
  EXPECT_TRUE(refuses([&] { convert_pairing(x, head, static_cast<Pairing>(7)); },
                      "convert_pairing: to", "7"));
  EXPECT_TRUE(refuses([&] { pairing_permutation(head, static_cast<Pairing>(7)); },
                      "pairing_permutation: to", "7"));
  EXPECT_TRUE(same_bits(x, before));
}

TEST(RotaryRefusals, ARerotationOfXPos) {
  const XPosEmbedding xpos(Frequencies::geometric(8), RotaryHead(8, Pairing::halves), 0.0);
  const RotaryEmbedding plain(8, Pairing::halves);
  EXPECT_TRUE(refuses([&] { rerotation(xpos.key(), plain); }, "rerotation: growth of from", "-1"));
  EXPECT_TRUE(refuses([&] { rerotation(plain, xpos.query()); }, "rerotation: growth of to", "1"));
}

}  // namespace
}  // namespace posenc_test
