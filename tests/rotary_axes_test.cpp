// Several coordinates: lists of axes, and sums of angles.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <posenc/rotary/embedding.hpp>
#include <posenc/rotary/rotate_with.hpp>

#include "matchers.hpp"
#include "oracle.hpp"
#include "rotary_samples.hpp"
#include "samples.hpp"
#include "scalars.hpp"

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

TEST(RotaryAxes, FirstStandsForEqualCoordinates) {
  for (const Pairing pairing : kPairings) {
    for (const PairAxes& axes :
         {PairAxes::sections({16, 24, 24}), PairAxes::interleaved({24, 20, 20}),
          PairAxes::alternating(22, 20)}) {
      const RotaryEmbedding rope(Frequencies::geometric(128), RotaryHead(128, pairing), axes);
      const Eigen::MatrixXf x = random_matrix(50, 256).cast<float>();
      Eigen::MatrixXf range = x, one = x;
      rope.rotate(range, -7);
      RotaryEmbedding(128, pairing).rotate(one, -7);
      EXPECT_TRUE(same_bits(range, one));
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

/// Sizes are refused before anything of their size is made.
TEST(RotaryAxes, RefuseMoreThanAHeadHolds) {
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

}  // namespace
}  // namespace posenc_test
