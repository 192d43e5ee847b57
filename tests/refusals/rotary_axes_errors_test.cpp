// What lists of axes, rerotation and xPos refuse.
#include "test.hpp"

namespace posenc_test {
namespace rotary_axes_errors_test {

using posenc::selected;

using List = std::vector<Index>;

TEST(RotaryAxesErrors, WrongAxesAndCoordinates) {
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

/// Sizes are refused before anything of their size is made.
TEST(RotaryAxesErrors, RefuseMoreThanAHeadHolds) {
  const Index most = Index{1} << 22, huge = Index{1} << 62;
  const auto refused = [](auto&& call, const char* where, Index got) {
    EXPECT_TRUE(refuses(call, where, std::to_string(got)));
  };
  refused([] { PairAxes::sections(List(40, 1 << 24)); }, "PairAxes::sections: sizes", 40);
  refused([] { PairAxes::sections({}); }, "PairAxes::sections: sizes", 0);
  refused([] { PairAxes::sections({0, 0}); }, "PairAxes::sections: sizes", 0);
  refused([=] { PairAxes::sections({1, most}); }, "PairAxes::sections: sizes", most);
  refused([=] { PairAxes::sections({huge, huge}); }, "PairAxes::sections: sizes", huge);
  refused([=] { PairAxes::interleaved({1, huge, huge}); }, "PairAxes::interleaved: sizes", huge);
  refused([=] { PairAxes::alternating(huge, 1); }, "PairAxes::alternating: each", huge);
  refused([=] { PairAxes::alternating(most / 2, 1); }, "PairAxes::alternating: each", most / 2);
  refused([=] { PairAxes::alternating(1, huge); }, "PairAxes::alternating: rest", huge);
  refused([=] { PairAxes::sum(most, 2); }, "PairAxes::sum: pairs", most);
  refused([] { PairAxes::sum(-1, 2); }, "PairAxes::sum: pairs", -1);
  refused([=] { PairAxes::one(most + 1); }, "PairAxes::one: pairs", most + 1);
  EXPECT_EQ(PairAxes::one(most).pairs(), most);
}

TEST(RotaryAxesErrors, ARerotationOfOtherChannels) {
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

TEST(RotaryAxesErrors, ARerotationOfXPos) {
  const XPosEmbedding xpos(Frequencies::geometric(8), RotaryHead(8, Pairing::halves), 0.0);
  const RotaryEmbedding plain(8, Pairing::halves);
  EXPECT_TRUE(refuses([&] { rerotation(xpos.key(), plain); }, "rerotation: growth of from", "-1"));
  EXPECT_TRUE(refuses([&] { rerotation(plain, xpos.query()); }, "rerotation: growth of to", "1"));
}

TEST(RotaryAxesErrors, XPos) {
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

}  // namespace rotary_axes_errors_test
}  // namespace posenc_test
