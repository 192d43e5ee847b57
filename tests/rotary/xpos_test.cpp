// xPos against MPFR.
#include "test.hpp"

#include "rotary_bound.hpp"

namespace posenc_test {
namespace xpos_test {

template <class Scalar>
class XPos : public ::testing::Test {};
TYPED_TEST_SUITE(XPos, Scalars, ScalarNames);

/// ((2i + 0.4 d) / (1.4 d))^exponent = ((5i + d) / (3.5 d))^exponent.
Real power_of_zeta(Index i, Index d, const Real& exponent) {
  Real zeta(static_cast<double>(5 * i + d));
  mpfr_div_d(zeta.get(), zeta.get(), 3.5 * static_cast<double>(d), MPFR_RNDN);
  mpfr_pow(zeta.get(), zeta.get(), exponent.get(), MPFR_RNDN);
  return zeta;
}

/// The documented bound: 4 roundings, times 1 + |log2 m| 2^-24, or 2 + |log2 m| in double.
template <class Scalar>
double roundings(double m) {
  const double octaves = std::fabs(std::log2(m));
  return 4.0 * (std::is_same<Scalar, double>::value ? 2.0 + octaves : 1.0 + octaves * 0x1p-24);
}

TYPED_TEST(XPos, IsWithinTheBound) {
  const Index d = 64, n = d / 2;
  const double centre = 100.0;
  const auto frequencies = geometric_frequencies(n, static_cast<double>(d), 10000.0);
  Phasor z;
  for (const Pairing pairing : kPairings) {
    const RotaryHead head(d, pairing);
    const XPosEmbedding xpos(Frequencies::geometric(d), head, centre);
    for (const bool query : {true, false}) {
      const RotaryEmbedding& rope = query ? xpos.query() : xpos.key();
      for (const double p : {80.0, 100.0, 0.37, -2000.0, 3000.5}) {
        const Matrix<TypeParam> x = random_matrix(1, 2 * d).template cast<TypeParam>();
        Matrix<TypeParam> y = x;
        rope.rotate(y, Eigen::Matrix<double, 1, 1>(p));
        Real exponent(p);
        mpfr_sub_d(exponent.get(), exponent.get(), centre, MPFR_RNDN);
        mpfr_div_d(exponent.get(), exponent.get(), query ? 512.0 : -512.0, MPFR_RNDN);
        for (Index i = 0; i < n; ++i) {
          const Real m = power_of_zeta(i, d, exponent);
          z.turn(p, frequencies[static_cast<std::size_t>(i)]);
          mpfr_mul(z.cosine.get(), z.cosine.get(), m.get(), MPFR_RNDN);
          mpfr_mul(z.sine.get(), z.sine.get(), m.get(), MPFR_RNDN);
          const double amplitude = mpfr_get_d(m.get(), MPFR_RNDN);
          const auto [u, v] = head.channels(i);
          for (const Index h : {Index{0}, d}) {
            const PairBound<TypeParam> bound(x(0, h + u), x(0, h + v), z.cosine, z.sine);
            ASSERT_TRUE(bound.holds_within(y(0, h + u), y(0, h + v),
                                           roundings<TypeParam>(amplitude) * amplitude))
                << "position " << p << ", pair " << i;
          }
        }
      }
    }
  }
}

/// At the centre it is rotation without an amplitude.
TYPED_TEST(XPos, IsPlainAtTheCentre) {
  const XPosEmbedding xpos(Frequencies::geometric(48), RotaryHead(48, Pairing::halves), 17.0);
  const RotaryEmbedding rope(48, Pairing::halves);
  Matrix<TypeParam> x = random_matrix(1, 96).template cast<TypeParam>();
  const Matrix<TypeParam> expected = rope.rotated(x, 17);
  xpos.query().rotate(x, 17);
  EXPECT_TRUE(same_bits(x, expected));
}

TYPED_TEST(XPos, SameBitsInEveryOrderAndChunk) {
  const Index d = 300, tokens = 21;
  for (const Pairing pairing : kPairings) {
    const XPosEmbedding xpos(Frequencies::geometric(d), RotaryHead(d, pairing), 3.5);
    const Matrix<TypeParam> x = random_matrix(tokens, 2 * d).template cast<TypeParam>();
    Matrix<TypeParam> by_columns = x, listed = x, one = x, each = x;
    Matrix<TypeParam, Eigen::RowMajor> by_rows = x;
    xpos.key().rotate(by_columns, -4);
    xpos.key().rotate(by_rows, -4);
    xpos.key().rotate(listed, Eigen::VectorXi::LinSpaced(tokens, -4, tokens - 5));
    EXPECT_TRUE(same_bits(by_rows, by_columns));
    EXPECT_TRUE(same_bits(listed, by_columns));
    xpos.key().shift(one, -30.0);
    xpos.key().shift(each, Eigen::VectorXd::Constant(tokens, -30.0));
    EXPECT_TRUE(same_bits(one, each));
  }
}

TEST(XPosMotion, UnrotateAndShift) {
  for (const Pairing pairing : kPairings) {
    for (const bool query : {true, false}) {
      const XPosEmbedding xpos(Frequencies::geometric(64), RotaryHead(64, pairing), 100.0);
      const RotaryEmbedding& rope = query ? xpos.query() : xpos.key();
      const Eigen::MatrixXd x = random_matrix(50, 128);
      Eigen::MatrixXd back = x, moved = x, fresh = x;
      rope.rotate(back, 80);
      rope.unrotate(back, 80);
      // Amplitudes below 2 and above 1/2: 12 ε of the length, there and back.
      const double each = 12 * 0x1p-53 * 8 * 2 * 2;
      EXPECT_LE((back - x).cwiseAbs().maxCoeff(), 2 * each);
      rope.rotate(moved, 80);
      rope.shift(moved, -30.0);
      rope.rotate(fresh, 50);
      EXPECT_LE((moved - fresh).cwiseAbs().maxCoeff(), 3 * each);
    }
  }
}

/// A query at p and a key at q: their product depends on p - q alone, whatever the centre.
TEST(XPosMotion, ScoresDependOnTheDistance) {
  const Eigen::MatrixXd q = random_matrix(1, 64), k = random_matrix(1, 128).rightCols(64);
  double expected = 0.0;
  for (const auto& [centre, p] : {std::make_pair(0.0, 9), {100.0, 9}, {0.0, 70}, {-33.0, 400}}) {
    const XPosEmbedding xpos(Frequencies::geometric(64), RotaryHead(64, Pairing::halves), centre);
    Eigen::MatrixXd query = q, key = k;
    xpos.query().rotate(query, p);
    xpos.key().rotate(key, p - 7);
    const double score = query.cwiseProduct(key).sum();
    if (expected == 0.0) expected = score;
    // 12 ε each for amplitudes of an octave or two, and 64 for the sum.
    EXPECT_NEAR(score, expected, (24 + 64) * 2 * 0x1p-53 * 4 * q.norm() * k.norm());
  }
}

/// Behind the centre queries fade as keys grow: the lengths of a head of ones at position 1000.
TEST(XPosMotion, KeysGrowAsQueriesFade) {
  const XPosEmbedding xpos(Frequencies::geometric(8), RotaryHead(8, Pairing::halves), 0.0);
  const Eigen::RowVectorXd ones = Eigen::RowVectorXd::Ones(8);
  EXPECT_NEAR(xpos.query().rotated(ones, 1000).norm(), 1.18253, 1e-5);
  EXPECT_NEAR(xpos.key().rotated(ones, 1000).norm(), 17.9574, 1e-4);
}

/// Pairs that do not rotate still grow, the last ones too.
TEST(XPosMotion, PairsWithoutAFrequencyGrow) {
  const Eigen::Vector4d given(1.0, 0.5, 0.0, 0.0);
  const RotaryHead head(8, Pairing::halves);
  const XPosEmbedding still(Frequencies::given(given), head, 0.0);
  const XPosEmbedding moving(Frequencies::geometric(8), head, 0.0);
  const Eigen::RowVectorXd ones = Eigen::RowVectorXd::Ones(8);
  const Eigen::RowVectorXd a = still.key().rotated(ones, 1000);
  const Eigen::RowVectorXd b = moving.key().rotated(ones, 1000);
  for (Index i = 0; i < 4; ++i) {
    EXPECT_NEAR(std::hypot(a[i], a[i + 4]), std::hypot(b[i], b[i + 4]), 1e-12) << "pair " << i;
  }
  EXPECT_EQ(a[3], a[7]);
}

TEST(XPosMotion, GivesTables) {
  const XPosEmbedding xpos(Frequencies::geometric(8), RotaryHead(8, Pairing::halves), 3.0);
  const auto tables = xpos.query().cos_sin(5, 100);
  const Eigen::MatrixXd x = random_matrix(5, 8);
  Eigen::MatrixXd y = x;
  rotate_with(y, tables.cos, tables.sin, xpos.query().head());
  EXPECT_LE((y - xpos.query().rotated(x, 100)).cwiseAbs().maxCoeff(), 8 * 0x1p-53 * 8);
}

}  // namespace xpos_test
}  // namespace posenc_test
