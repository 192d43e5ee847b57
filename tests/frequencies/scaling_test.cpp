// Rules that divide frequencies, against MPFR and by their numbers.
#include "scaling_rules.hpp"

namespace posenc_test {
namespace scaling_test {

TEST(Scaling, Linear) {
  for (const Index d : kHeadWidths) {
    for (const double s : {8.0, 3.0, 0.7}) {
      expect_rule(scaling::linear(Frequencies::geometric(d, 500000.0), s),
                  [&](Index i) { return plain(Real(500000.0), double(d), i) / Real(s); });
    }
  }
}

TEST(Scaling, MixedNtk) {
  const Index d = 96, n = d / 2;
  expect_rule(scaling::mixed_ntk(Frequencies::geometric(d), 5.0), [&](Index i) {
    const Real share = Real(double(i + 1)) / Real(double(n));
    return plain(Real(10000.0), double(d), i) * pow(Real(5.0), Real(0.0) - pow(share, Real(0.625)));
  });
}

/// Frequencies and parameters at the ends of their ranges.
TEST(Scaling, FastFrequencies) {
  const Eigen::ArrayXd f = Eigen::ArrayXd::LinSpaced(7, 0x1p20, 0x1.fffffp39);
  const auto at = [&](Index i) { return Real(f[i]); };
  for (const double s : {3.0, 0x1p40, 1.0 / 0.9999}) {
    expect_rule(
        scaling::linear(Frequencies::given(f), s), [&](Index i) { return at(i) / Real(s); },
        kFastScalingError);
    for (const double power : {0.0, 0.625, 64.0}) {
      expect_rule(
          scaling::mixed_ntk(Frequencies::given(f), s, power),
          [&](Index i) {
            const Real share = Real(double(i + 1)) / Real(7.0);
            return at(i) * pow(Real(s), Real(0.0) - pow(share, Real(power)));
          },
          kFastScalingError);
    }
  }
}

/// values() of frequencies that a Fixed has few bits of, or none: rounded twice or thrice.
TEST(Scaling, SmallFrequencies) {
  const Eigen::Array4d f(0.7e-20, 0.7e-50, 0.7e-100, 0.7e-290);
  const auto expect_quotient = [&](const ScaledFrequencies& scaled, double s) {
    const Eigen::ArrayXd values = scaled.frequencies.values();
    for (Index i = 0; i < 4; ++i) EXPECT_NEAR(values[i] * s / f[i], 1.0, 0x1p-50) << s << ", " << i;
  };
  const Frequencies given = Frequencies::given(f);
  expect_quotient(scaling::linear(given, 3.7), 3.7);
  expect_quotient(scaling::mixed_ntk(given, 3.7, 0.0), 3.7);
  expect_quotient(scaling::llama3(given, {3.7, 1.0, 4.0, 2.0}), 3.7);
  const Eigen::Array4d factors = Eigen::Array4d::Constant(3.7);
  expect_quotient(scaling::longrope(given, {factors, factors, 2, 2}, 1), 3.7);
  scaling::Yarn y;
  y.factor = 3.7;
  const Eigen::ArrayXd slow = scaling::yarn(8, 1e200, y).frequencies.values();
  EXPECT_NEAR(slow[3] * 3.7 / 1e-150, 1.0, 0x1p-50);
}

TEST(Scaling, FactorOneChangesNothing) {
  const Frequencies f = Frequencies::geometric(128);
  const Eigen::ArrayXd same = f.values();
  EXPECT_TRUE(same_bits(scaling::linear(f, 1.0).frequencies.values(), same));
  EXPECT_TRUE(same_bits(scaling::ntk_aware(128, 1e4, 1.0).frequencies.values(), same));
  EXPECT_TRUE(same_bits(scaling::llama3(f, {1.0, 1.0, 4.0, 8192}).frequencies.values(), same));
}

TEST(Scaling, Proportional) {
  const auto scaled = scaling::proportional(512, 0.25, 1e6);
  ASSERT_EQ(scaled.frequencies.size(), 256);
  expect_rule(scaled, [&](Index i) { return i < 64 ? plain(Real(1e6), 512.0, i) : Real(0.0); });
}

TEST(Scaling, ProportionalOfNothingDoesNotRotate) {
  const auto scaled = scaling::proportional(8, 0.0, 1e4);
  EXPECT_TRUE(all_are(scaled.frequencies.values(), 0.0));
  Eigen::MatrixXd x = random_matrix(5, 16);
  const Eigen::MatrixXd before = x;
  RotaryEmbedding(scaled, Pairing::halves).rotate(x, 1000);
  EXPECT_TRUE(same_bits(x, before));
}

// --- Numbers -------------------------------------------------------------------------------------

const Frequencies kPlain = Frequencies::geometric(128);

TEST(ScalingNumbers, Linear) {
  expect_row(scaling::linear(kPlain, 10.0), 0.08659643233601, 0.01, 0.001, 1.154781984689e-5);
  // Positions divided by the factor are the same angles.
  const RotaryEmbedding slow(scaling::linear(kPlain, 8.0), Pairing::halves);
  const RotaryEmbedding plain(128, Pairing::halves);
  const Eigen::VectorXd positions = Eigen::VectorXd::LinSpaced(17, -400.0, 400.0);
  EXPECT_TRUE(same_bits(slow.cos_sin(8.0 * positions).sin, plain.cos_sin(positions).sin));
}

TEST(ScalingNumbers, LinearDividesByTheFactor) {
  const auto eight = cos_sin_at(scaling::linear(Frequencies::geometric(128), 8.0), 4096.0, 0);
  EXPECT_NEAR(eight[0], -0.996833390848, 1e-12);
  EXPECT_NEAR(eight[1], 0.0795184940129, 1e-12);
  const auto eighth = cos_sin_at(scaling::linear(Frequencies::geometric(128), 0.125), 4096.0, 0);
  EXPECT_NEAR(eighth[0], 0.372937829328, 1e-12);  // documented: faster, as the formula says
}

TEST(ScalingNumbers, MixedNtk) {
  expect_row(scaling::mixed_ntk(kPlain, 10.0), 0.6650809287752, 0.03658602132433, 0.002182674306382,
             1.154781984689e-5);
}

TEST(ScalingNumbers, Proportional) {
  // int(0.3 * 128 / 2) = 19 pairs are live.
  const auto scaled = scaling::proportional(128, 0.3, 1e6);
  expect_entries(scaled, 1e-12, {{0, 1.0}, {1, 0.8058421877615}, {18, 0.02053525026457}});
  EXPECT_TRUE((scaled.frequencies.values().tail(45) == 0.0).all());
  EXPECT_TRUE((scaling::proportional(128, 1.0, 1e6).frequencies.values() ==
               Frequencies::geometric(128, 1e6).values())
                  .all());
}

}  // namespace scaling_test
}  // namespace posenc_test
