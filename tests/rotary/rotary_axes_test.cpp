// Several coordinates: lists of axes, and sums of angles.
#include "test.hpp"

namespace posenc_test {
namespace rotary_axes_test {

using posenc::concatenated;
using List = std::vector<Index>;

/// The one-axis embedding applied pair by pair: what any list of axes must equal, bit for bit.
template <class Scalar>
void expect_pair_by_pair(const RotaryEmbedding& rope, const Eigen::MatrixXd& positions) {
  const RotaryHead head = rope.head();
  const RotaryEmbedding one({rope.frequencies(), rope.amplitude()}, head);
  const Matrix<Scalar> x =
      random_matrix(positions.rows(), 2 * head.width()).template cast<Scalar>();
  Matrix<Scalar> y = x, expected = x;
  Matrix<Scalar, Eigen::RowMajor> by_rows = x;
  rope.rotate(y, positions);
  rope.rotate(by_rows, positions);
  for (Index a = 0; a < rope.axes().count(); ++a) {
    Matrix<Scalar> turned = x;
    one.rotate(turned, positions.col(a));
    for (Index i = 0; i < head.pairs(); ++i) {
      if (rope.axes().list()[static_cast<std::size_t>(i)] != a) continue;
      for (const Index h : {0, 1}) {
        const auto [u, v] = head.channels(i);
        for (const Index c : {u, v}) {
          expected.col(h * head.width() + c) = turned.col(h * head.width() + c);
        }
      }
    }
  }
  EXPECT_TRUE(same_bits(y, expected));
  EXPECT_TRUE(same_bits(by_rows, expected));
}

Eigen::MatrixXd some_positions(Index tokens, Index axes) {
  Random random(5);
  Eigen::MatrixXd p(tokens, axes);
  for (double& entry : p.reshaped()) entry = random.integer(17);
  p.row(0).setConstant(0.5);
  if (tokens > 40) {
    for (Index t = 20; t < 40; ++t) p(t, 0) = static_cast<double>(t);  // a run
  }
  return p;
}

TEST(RotaryAxes, EachPairTurnsByItsAxis) {
  const auto check = [](Index width, const PairAxes& axes) {
    for (const Pairing pairing : kPairings) {
      const RotaryEmbedding rope(Frequencies::geometric(width), RotaryHead(width, pairing), axes);
      expect_pair_by_pair<double>(rope, some_positions(70, axes.count()));
      expect_pair_by_pair<float>(rope, some_positions(70, axes.count()));
      expect_pair_by_pair<Eigen::half>(rope, some_positions(70, axes.count()));
    }
  };
  check(128, PairAxes::sections({16, 24, 24}));
  check(128, PairAxes::interleaved({24, 20, 20}));
  check(128, PairAxes::alternating(22, 20));
  check(8, PairAxes(List{3, 0, 7, 3}));
  check(300, PairAxes::interleaved({50, 50, 50}));
  check(300, PairAxes::sections({1, 148, 1}));
}

/// Text, whose coordinates are equal, turns by one axis: given by a first position or in full.
TEST(RotaryAxes, TextReducesToOneAxis) {
  const Eigen::VectorXi positions = Eigen::VectorXi::LinSpaced(50, -7, 42);
  for (const Pairing pairing : kPairings) {
    for (const PairAxes& axes :
         {PairAxes::sections({16, 24, 24}), PairAxes::interleaved({24, 20, 20}),
          PairAxes::interleaved({22, 21, 21}), PairAxes::alternating(22, 20)}) {
      const RotaryEmbedding rope(Frequencies::geometric(128), RotaryHead(128, pairing), axes);
      const Eigen::MatrixXf x = random_matrix(50, 256).cast<float>();
      Eigen::MatrixXf range = x, given = x, one = x;
      rope.rotate(range, -7);
      rope.rotate(given, positions.replicate(1, axes.count()));
      RotaryEmbedding(128, pairing).rotate(one, -7);
      EXPECT_TRUE(same_bits(range, one));
      EXPECT_TRUE(same_bits(given, one));
      rope.shift(range, 3);
      RotaryEmbedding(128, pairing).shift(one, 3);
      EXPECT_TRUE(same_bits(range, one));
    }
  }
}

/// Also those that a Fixed has few bits of, or none.
TEST(RotaryAxes, PartsOfLaddersKeepTheirValues) {
  const Eigen::Array3d values(1e-70, 0.3, -2e-50);
  const Frequencies ladder = Frequencies::given(values);
  EXPECT_TRUE(same_bits(concatenated({ladder, ladder}).values(), values.replicate(2, 1)));
  EXPECT_TRUE(same_bits(posenc::selected(ladder, {2, 1, 0}).values(), values.reverse()));
}

/// Some axis may have no pair: positions have a column for it all the same.
TEST(RotaryAxes, CountAxesWithoutPairs) {
  EXPECT_EQ(PairAxes::sections({4, 4, 0}).count(), 3);
  EXPECT_EQ(PairAxes::sections({0, 4, 4}).count(), 3);
  EXPECT_EQ(PairAxes::sections({0, 8, 0, 0}).count(), 4);
  EXPECT_EQ(PairAxes::interleaved({8, 0, 0}).count(), 3);
  EXPECT_EQ(PairAxes::alternating(0, 8).count(), 3);
  EXPECT_EQ(PairAxes::one(8).count(), 1);
  EXPECT_EQ(PairAxes::sum(4, 2).count(), 2);
  for (const PairAxes& axes : {PairAxes::sections({4, 4, 0}), PairAxes::sections({0, 4, 4}),
                               PairAxes::sections({4, 0, 4}), PairAxes::sections({8, 0, 0})}) {
    const RotaryEmbedding rope(Frequencies::geometric(16), RotaryHead(16, Pairing::halves), axes);
    expect_pair_by_pair<double>(rope, some_positions(9, 3));
    expect_pair_by_pair<float>(rope, some_positions(9, 3));
  }
}

List counts(const PairAxes& axes) {
  List result(static_cast<std::size_t>(axes.count()), 0);
  for (const Index a : axes.list()) ++result[static_cast<std::size_t>(a)];
  return result;
}

TEST(RotaryAxes, ContiguousAgainstInterleaved) {
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

/// Height first against width first, by explicit axes: token (row 1, column 2).
TEST(RotaryAxes, OrderOfAxes) {
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
TEST(RotaryAxes, UnequalShares) {
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

// --- Sums of angles ------------------------------------------------------------------------------

TEST(RotaryAxes, SumsOfAnglesAreExact) {
  const Index n = 75;
  Random random(7);
  Eigen::MatrixXd w(n, 2);
  for (double& entry : w.reshaped()) entry = random.real(1);
  w(3, 0) = 0.0;
  const RotaryEmbedding rope(
      concatenated({Frequencies::given(w.col(0)), Frequencies::given(w.col(1))}),
      RotaryHead(2 * n, Pairing::halves), PairAxes::sum(n, 2));
  Eigen::MatrixXd p = some_positions(30, 2);
  p(7, 0) = 0x1p53 - 1;
  p(8, 1) = 0.1;
  const auto tables = rope.cos_sin(p);
  const auto floats = rope.cos_sin<float>(p);
  const auto opposite = rope.cos_sin(-p);
  Phasor z;
  Real angle, term;
  for (Index t = 0; t < p.rows(); ++t) {
    for (Index i = 0; i < n; ++i) {
      mpfr_set_d(angle.get(), w(i, 0), MPFR_RNDN);
      mpfr_mul_d(angle.get(), angle.get(), p(t, 0), MPFR_RNDN);
      mpfr_set_d(term.get(), w(i, 1), MPFR_RNDN);
      mpfr_mul_d(term.get(), term.get(), p(t, 1), MPFR_RNDN);
      mpfr_add(angle.get(), angle.get(), term.get(), MPFR_RNDN);
      z.turn(1.0, angle);
      ASSERT_TRUE(deviation(tables.sin(t, i), z.sine).keeps_contract()) << t << ", " << i;
      ASSERT_TRUE(deviation(tables.cos(t, i), z.cosine).keeps_contract()) << t << ", " << i;
      ASSERT_EQ(bits_of(floats.cos(t, i)), bits_of(round_once<float>(z.cosine)));
      ASSERT_EQ(opposite.sin(t, i), -tables.sin(t, i));
      ASSERT_EQ(opposite.cos(t, i), tables.cos(t, i));
    }
  }
  const Eigen::MatrixXf x = random_matrix(30, 2 * n).cast<float>();
  Eigen::MatrixXf rotated = x, with = x;
  rope.rotate(rotated, p);
  rotate_with(with, floats.cos, floats.sin, rope.head());
  EXPECT_TRUE(same_bits(rotated, with));
}

/// Gemma 4's vision tower pairs channels inside the block of each axis, Qwen2-VL's across the head.
TEST(RotaryAxes, HalvesInsideTheBlockOfEachAxis) {
  const Frequencies ladder = Frequencies::geometric(4, 100.0);
  const Eigen::RowVectorXd row = Eigen::RowVectorXd::LinSpaced(8, 1, 8);
  Eigen::RowVectorXd inside = row, across = row;
  RotaryEmbedding(ladder, RotaryHead(8, Pairing::halves, 4, 0)).rotate(inside, 2);
  RotaryEmbedding(ladder, RotaryHead(8, Pairing::halves, 4, 4)).rotate(inside, 3);
  expect_row(inside,
             {-3.14403911702, 1.16545583250, -0.339143082816, 4.31760497296, -5.93780253942,
              3.36785728146, -6.22434743590, 9.41581315297},
             1e-11);
  RotaryEmbedding(concatenated({ladder, ladder}), RotaryHead(8, Pairing::halves),
                  PairAxes::sections({2, 2}))
      .rotate(across, Eigen::RowVector2d(2, 3));
  expect_row(across,
             {-4.96263397068, 0.768117170912, -3.95781754622, 1.45718430321, -1.17143675591,
              6.27773812864, -6.50658745202, 8.82477273965},
             1e-11);
}

/// DINOv3: coordinates from -1 to 1 along each side of a grid of 3 x 5, and periods 1 and 10.
TEST(RotaryAxes, NormalisedCoordinatesOfPatches) {
  const Frequencies axis = Frequencies::periods(2, 1.0, 100.0);
  const Eigen::RowVector2d at(2.0 * posenc::half_pixel_positions(3)[2] - 1.0,
                              2.0 * posenc::half_pixel_positions(5)[1] - 1.0);
  EXPECT_NEAR(at[0], 2.0 / 3.0, 1e-15);
  EXPECT_NEAR(at[1], -0.4, 1e-15);
  Eigen::RowVectorXd x = Eigen::RowVectorXd::LinSpaced(8, 1, 8);
  RotaryEmbedding(concatenated({axis, axis}), RotaryHead(8, Pairing::halves),
                  PairAxes::sections({2, 2}))
      .rotate(x, at);
  expect_row(x,
             {3.83012701892, -0.61332894317, 1.68744578292, 5.86385174183, -3.36602540378,
              6.29474603201, -7.4264747175, 6.75390574037},
             1e-10);
}

}  // namespace rotary_axes_test
}  // namespace posenc_test
