// What rotation refuses, naming the value, before anything is written.
#include "test.hpp"

namespace posenc_test {
namespace rotary_errors_test {

using posenc::convert_pairing;
using posenc::pairing_permutation;

TEST(RotaryErrors, HeadsThatAreNone) {
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
TEST(RotaryErrors, HeadsBeyondMemory) {
  const RotaryHead head(std::int64_t{1} << 62, Pairing::halves);
  const Frequencies four = Frequencies::geometric(8);
  EXPECT_TRUE(refuses([&] { RotaryEmbedding(four, head); }, "RotaryEmbedding: frequencies", "4"));
  EXPECT_TRUE(refuses([&] { XPosEmbedding(four, head, 0.0); }, "XPosEmbedding: frequencies", "4"));
}

TEST(RotaryErrors, FractionsOfAHead) {
  const std::string name = "partial_rotary_width: ";
  EXPECT_TRUE(refuses([] { posenc::partial_rotary_width(100, 0.35); },
                      name + "head_dim * partial_rotary_factor", "35"));
  EXPECT_TRUE(refuses([] { posenc::partial_rotary_width(128, 1.5); },
                      name + "partial_rotary_factor", "1.5"));
  EXPECT_TRUE(
      refuses([] { posenc::partial_rotary_width(128, 0.0); }, name + "partial_rotary_factor", "0"));
}

TEST(RotaryErrors, BeforeTheFirstWrite) {
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

/// There is no table to run out of.
TEST(RotaryErrors, NoPositionUpToTwoToThe53) {
  Eigen::RowVectorXd x = Eigen::RowVectorXd::Ones(8);
  const RotaryEmbedding rope(8, Pairing::adjacent);
  EXPECT_NO_THROW(rope.rotate(x, std::int64_t{1} << 53));
  EXPECT_NO_THROW(rope.unrotate(x, -(std::int64_t{1} << 53)));
}

TEST(RotaryErrors, APairingThatIsNone) {
  const RotaryHead head(8, Pairing::halves);
  Eigen::MatrixXd x = random_matrix(3, 8);
  const Eigen::MatrixXd before = x;
  EXPECT_TRUE(refuses([&] { convert_pairing(x, head, static_cast<Pairing>(7)); },
                      "convert_pairing: to", "7"));
  EXPECT_TRUE(refuses([&] { pairing_permutation(head, static_cast<Pairing>(7)); },
                      "pairing_permutation: to", "7"));
  EXPECT_TRUE(same_bits(x, before));
}

TEST(RotaryErrors, ConversionOfOtherColumns) {
  Eigen::MatrixXd x = random_matrix(3, 7);
  const RotaryHead head(4, Pairing::adjacent);
  EXPECT_TRUE(refuses([&] { convert_pairing(x, head, Pairing::halves); },
                      "convert_pairing: columns of x", "7"));
  EXPECT_TRUE(refuses([&] { pairing_permutation(head, Pairing::halves, 0); },
                      "pairing_permutation: heads", "0"));
  EXPECT_TRUE(refuses([&] { pairing_permutation(head, Pairing::halves, 1LL << 30); },
                      "pairing_permutation: heads", "1073741824"));
}

}  // namespace rotary_errors_test
}  // namespace posenc_test
