// Scaling rules against MPFR, published values, and the cases from practice about them.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include <posenc/rotary.hpp>

#include "../src/frequencies.hpp"
#include "fixed.hpp"
#include "matchers.hpp"
#include "oracle.hpp"
#include "samples.hpp"
#include "scalars.hpp"

namespace posenc_test {
namespace {

using Eigen::Index;
using posenc::Frequencies;
using posenc::Pairing;
using posenc::RotaryEmbedding;
using posenc::ScaledFrequencies;
namespace scaling = posenc::scaling;

// --- The rules in real numbers -------------------------------------------------------------------

template <class Operation>
Real apply(Operation operation, const Real& x, const Real& y) {
  Real z;
  operation(z.get(), x.get(), y.get(), MPFR_RNDN);
  return z;
}
Real operator+(const Real& x, const Real& y) {
  return apply(mpfr_add, x, y);
}
Real operator-(const Real& x, const Real& y) {
  return apply(mpfr_sub, x, y);
}
Real operator*(const Real& x, const Real& y) {
  return apply(mpfr_mul, x, y);
}
Real operator/(const Real& x, const Real& y) {
  return apply(mpfr_div, x, y);
}
Real pow(const Real& x, const Real& y) {
  return apply(mpfr_pow, x, y);
}
Real ln(const Real& x) {
  Real z;
  mpfr_log(z.get(), x.get(), MPFR_RNDN);
  return z;
}
Real two_pi() {
  Real z;
  mpfr_const_pi(z.get(), MPFR_RNDN);
  return z + z;
}
double number(const Real& x) {
  return mpfr_get_d(x.get(), MPFR_RNDN);
}

/// ω_i = base^(-2i/d).
Real plain(const Real& base, double d, Index i) {
  return pow(base, Real(-2.0 * static_cast<double>(i)) / Real(d));
}

using Rule = std::function<Real(Index i)>;

/// |ω_i - formula| <= kScalingError: scaling.hpp.
constexpr double kScalingError = 0x1p-150;

/// The nearest doubles, and far more digits than that: sines and cosines of 2^53 - 111 positions.
void expect_rule(const ScaledFrequencies& scaled, const Rule& rule) {
  constexpr double far = 0x1p53 - 111.0;
  const Eigen::ArrayXd values = scaled.frequencies.values();
  const RotaryEmbedding rope(Frequencies(scaled.frequencies), Pairing::halves);
  const auto tables = rope.cos_sin(Eigen::Matrix<double, 1, 1>(far));
  Phasor z;
  for (Index i = 0; i < values.size(); ++i) {
    const Real exact = rule(i);
    const auto& held = scaled.frequencies.handle()->radians[static_cast<std::size_t>(i)];
    EXPECT_LE(distance(held, exact), kScalingError) << "pair " << i;
    EXPECT_EQ(values[i], round_once<double>(exact)) << "pair " << i;
    z.turn(far, exact);
    EXPECT_TRUE(deviation(tables.sin(0, i), z.sine).keeps_contract()) << "pair " << i;
    EXPECT_TRUE(deviation(tables.cos(0, i), z.cosine).keeps_contract()) << "pair " << i;
  }
}

const Index kWidths2[] = {4, 64, 96, 128, 256};

TEST(Scaling, Linear) {
  for (const Index d : kWidths2) {
    for (const double s : {8.0, 3.0, 0.7}) {
      expect_rule(scaling::linear(Frequencies::geometric(d, 500000.0), s),
                  [&](Index i) { return plain(Real(500000.0), double(d), i) / Real(s); });
    }
  }
}

TEST(Scaling, BaseChanges) {
  for (const Index d : kWidths2) {
    const double b = 10000.0, s = 3.7, width = static_cast<double>(d), L = 2048.0;
    const auto based = [&](const Real& base) {
      return [=](Index i) { return plain(base, width, i); };
    };
    expect_rule(scaling::base_change(d, b, s), based(Real(b) * Real(s)));
    const Real power = Real(width) / Real(width - 2.0);
    expect_rule(scaling::ntk_aware(d, b, s), based(Real(b) * pow(Real(s), power)));
    for (const double T : {2049.0, 3000.0, 1e6}) {
      const Real inner = Real(s) * Real(T) / Real(L) - (Real(s) - Real(1.0));
      expect_rule(scaling::dynamic_ntk(d, b, s, L, static_cast<long>(T)),
                  based(Real(b) * pow(inner, power)));
    }
    expect_rule(scaling::fixed_ntk(d, b, s), [&](Index i) {
      return plain(Real(b) * Real(s), width, i) / pow(Real(s), Real(2.0) / Real(width));
    });
    const Real trained = ln(Real(L) / two_pi());
    expect_rule(scaling::theta_scale(d, b, s, L),
                based(pow(Real(b), ln(Real(L) * Real(s) / two_pi()) / trained)));
  }
}

TEST(Scaling, MixedNtk) {
  const Index d = 96, n = d / 2;
  expect_rule(scaling::mixed_ntk(Frequencies::geometric(d), 5.0), [&](Index i) {
    const Real share = Real(double(i + 1)) / Real(double(n));
    return plain(Real(10000.0), double(d), i) * pow(Real(5.0), Real(0.0) - pow(share, Real(0.625)));
  });
}

Real yarn_rule(double d, double b, const scaling::Yarn& y, Index i) {
  const auto bound = [&](double r) {
    return Real(d) * ln(Real(y.original_max_position_embeddings) / (Real(r) * two_pi())) /
           (Real(2.0) * ln(Real(b)));
  };
  Real low = bound(y.beta_fast), high = bound(y.beta_slow);
  if (y.truncate) {
    mpfr_floor(low.get(), low.get());
    mpfr_ceil(high.get(), high.get());
  }
  if (number(low) < 0) low = Real(0.0);
  const double last = y.clamp_to_pairs ? d / 2 - 1 : d - 1;
  if (number(high) > last) high = Real(last);
  if (number(high) == number(low)) high = high + Real(0.001);
  Real g = (Real(double(i)) - low) / (high - low);
  if (number(g) < 0) g = Real(0.0);
  if (number(g) > 1) g = Real(1.0);
  const Real f = plain(Real(b), d, i), one(1.0), s(y.factor);
  if (y.log_blend) return f * pow(s, Real(0.0) - g);
  return f * (one - g) + f / s * g;
}

TEST(Scaling, YarnInEveryForm) {
  for (const Index d : kWidths2) {
    for (const double b : {10000.0, 150000.0}) {
      for (int form = 0; form < 8; ++form) {
        scaling::Yarn y;
        y.factor = 10.0;
        y.original_max_position_embeddings = 2048.0;
        y.truncate = (form & 1) != 0;
        y.clamp_to_pairs = (form & 2) != 0;
        y.log_blend = (form & 4) != 0;
        if (d == 4) y.beta_slow = 0.01;
        expect_rule(scaling::yarn(d, b, y), [&](Index i) { return yarn_rule(double(d), b, y, i); });
      }
    }
  }
}

/// Both bounds at pair 0: the ramp is a step.
TEST(Scaling, YarnWithEqualBounds) {
  scaling::Yarn y;
  y.factor = 10.0;
  y.original_max_position_embeddings = 2048.0;
  y.beta_fast = 330.0;
  y.beta_slow = 326.0;  // just above L / 2π: both bounds below 0, rounded to -1 and 0
  expect_rule(scaling::yarn(128, 10000.0, y),
              [&](Index i) { return yarn_rule(128.0, 10000.0, y, i); });
}

TEST(Scaling, Llama3) {
  for (const Index d : {64, 128}) {
    const double s = 8.0, low = 1.0, high = 4.0, L = 8192.0;
    expect_rule(scaling::llama3(Frequencies::geometric(d, 500000.0), s, low, high, L),
                [&](Index i) {
                  const Real f = plain(Real(500000.0), double(d), i);
                  const Real turns = Real(L) * f / two_pi();
                  if (number(turns) > high) return f;
                  if (number(turns) < low) return f / Real(s);
                  const Real g = (turns - Real(low)) / Real(high - low);
                  return (Real(1.0) - g) * f / Real(s) + g * f;
                });
  }
}

TEST(Scaling, LongRope) {
  const Index d = 96, n = d / 2;
  const Eigen::ArrayXd shorter = Eigen::ArrayXd::LinSpaced(n, 1.0, 1.3);
  const Eigen::ArrayXd longer = Eigen::ArrayXd::LinSpaced(n, 1.05, 64.1);
  for (const long T : {1L, 4096L, 4097L, 131072L}) {
    const auto& factors = T <= 4096 ? shorter : longer;
    const auto scaled =
        scaling::longrope(Frequencies::geometric(d), shorter, longer, 4096.0, 131072.0, T);
    expect_rule(scaled,
                [&](Index i) { return plain(Real(10000.0), double(d), i) / Real(factors[i]); });
    EXPECT_EQ(scaled.amplitude, std::sqrt(17.0 / 12.0));
  }
  EXPECT_EQ(scaling::longrope(Frequencies::geometric(d), shorter, longer, 4096, 131072, 1, 1.25)
                .amplitude,
            1.25);
}

TEST(Scaling, Proportional) {
  const auto scaled = scaling::proportional(512, 0.25, 1e6);
  ASSERT_EQ(scaled.frequencies.size(), 256);
  expect_rule(scaled, [&](Index i) { return i < 64 ? plain(Real(1e6), 512.0, i) : Real(0.0); });
}

TEST(Scaling, FactorOneChangesNothing) {
  const Frequencies f = Frequencies::geometric(128);
  const Eigen::ArrayXd same = f.values();
  EXPECT_TRUE(same_bits(scaling::linear(f, 1.0).frequencies.values(), same));
  EXPECT_TRUE(same_bits(scaling::ntk_aware(128, 1e4, 1.0).frequencies.values(), same));
  EXPECT_TRUE(same_bits(scaling::llama3(f, 1.0, 1.0, 4.0, 8192).frequencies.values(), same));
  EXPECT_EQ(scaling::yarn_amplitude(1.0), 1.0);
  EXPECT_EQ(scaling::yarn_amplitude(0.5), 1.0);
  EXPECT_EQ(scaling::longrope_amplitude(1.0, 4096.0), 1.0);
}

// --- Published values ----------------------------------------------------------------------------

using Entries = std::vector<std::pair<Index, double>>;

void expect_entries(const ScaledFrequencies& scaled, double relative, const Entries& entries) {
  const Eigen::ArrayXd values = scaled.frequencies.values();
  for (const auto& [i, expected] : entries) {
    EXPECT_NEAR(values[i], expected, relative * expected) << "pair " << i;
  }
}

TEST(ScalingGolden, DynamicNtk) {
  expect_entries(scaling::dynamic_ntk(128, 10000.0, 10.0, 2048, 16384), 2e-4,
                 {{1, 0.80931}, {2, 0.65498}, {31, 1.4176e-3}, {63, 1.6265e-6}});
}

TEST(ScalingGolden, Yarn) {
  scaling::Yarn y;
  y.factor = 10.0;
  y.original_max_position_embeddings = 2048.0;
  expect_entries(scaling::yarn(128, 10000.0, y), 2e-4,
                 {{16, 0.1},
                  {17, 0.083479},
                  {24, 0.022515},
                  {40, 4.3007e-4},
                  {41, 2.7384e-4},
                  {63, 1.1548e-5}});
}

TEST(ScalingGolden, Llama3) {
  expect_entries(
      scaling::llama3(Frequencies::geometric(128), 10.0, 1.0, 4.0, 2048), 2e-4,
      {{30, 0.013335}, {31, 0.010730}, {36, 1.9675e-3}, {40, 3.4539e-4}, {41, 2.7384e-4}});
}

TEST(ScalingGolden, YarnBoundsUntruncated) {
  scaling::Yarn y;
  y.original_max_position_embeddings = 4096.0;
  y.truncate = false;
  const auto [low, high] = scaling::yarn_bounds(64, 150000.0, y);
  EXPECT_DOUBLE_EQ(low, 8.092779115512402);
  EXPECT_DOUBLE_EQ(high, 17.39802450158856);
}

// --- Cases from practice -------------------------------------------------------------------------

Eigen::RowVectorXd cos_sin_at(const ScaledFrequencies& scaled, double position, Index pair) {
  const auto t =
      RotaryEmbedding(scaled, Pairing::halves).cos_sin(Eigen::Matrix<double, 1, 1>(position));
  return Eigen::RowVector2d(t.cos(0, pair), t.sin(0, pair));
}

TEST(Cases, R13_BasesAndLengths) {
  EXPECT_NEAR(Frequencies::geometric(128, 1e7).values()[32], 0.000316227766, 1e-12);
  for (const int base : {10000, 500000, 1000000, 10000000, 50000000}) {
    const Eigen::ArrayXd w = Frequencies::geometric(128, static_cast<double>(base)).values();
    EXPECT_TRUE(same_bits(w, Frequencies::geometric(128, static_cast<float>(base)).values()));
    EXPECT_TRUE(same_bits(w, Frequencies::geometric(128, base).values()));
  }
  scaling::Yarn y;
  y.original_max_position_embeddings = 163840;
  y.truncate = false;
  EXPECT_NEAR(scaling::yarn_bounds(64, 10000.0, y).low, 23.2887207, 5e-8);
}

TEST(Cases, D07_DynamicNtkReturns) {
  const auto base_of = [](long length) {
    const Eigen::ArrayXd w =
        scaling::dynamic_ntk(128, 10000.0, 2.0, 2048, length).frequencies.values();
    return std::pow(w[1], -64.0);
  };
  EXPECT_NEAR(base_of(4096), 30527.7367488, 1e-6);
  EXPECT_NEAR(base_of(2049), 10009.9207118, 1e-6);
  const auto at = [](long length) {
    return scaling::dynamic_ntk(128, 10000.0, 2.0, 2048, length).frequencies.values();
  };
  const Eigen::ArrayXd before = at(1024), longer = at(4096), after = at(1024);
  EXPECT_TRUE(same_bits(after, before));
  EXPECT_TRUE(same_bits(after, Frequencies::geometric(128).values()));
  EXPECT_TRUE(same_bits(at(4096), longer));
}

TEST(Cases, Q01_LinearDividesByTheFactor) {
  const auto eight = cos_sin_at(scaling::linear(Frequencies::geometric(128), 8.0), 4096.0, 0);
  EXPECT_NEAR(eight[0], -0.996833390848, 1e-12);
  EXPECT_NEAR(eight[1], 0.0795184940129, 1e-12);
  const auto eighth = cos_sin_at(scaling::linear(Frequencies::geometric(128), 0.125), 4096.0, 0);
  EXPECT_NEAR(eighth[0], 0.372937829328, 1e-12);  // documented: faster, as the formula says
}

TEST(Cases, Q03_DynamicNtkBelowTheTrainedLength) {
  const auto scaled = scaling::dynamic_ntk(128, 10000.0, 6.0, 32768, 200);
  EXPECT_TRUE(same_bits(scaled.frequencies.values(), Frequencies::geometric(128).values()));
  EXPECT_NEAR(cos_sin_at(scaled, 100.0, 0)[0], 0.862318872288, 1e-12);
}

TEST(Cases, Q05_DynamicNtkFollowsTheLength) {
  const auto base_of = [](long length) {
    const Eigen::ArrayXd w =
        scaling::dynamic_ntk(128, 10000.0, 4.0, 2048, length).frequencies.values();
    return std::pow(w[1], -64.0);
  };
  EXPECT_NEAR(base_of(3000), 29074.5843255, 1e-6);
  EXPECT_NEAR(base_of(2048), 10000.0, 1e-8);
  EXPECT_LT(base_of(2048), base_of(2049));
  EXPECT_LT(base_of(2049), base_of(3000));
  EXPECT_LT(base_of(3000), base_of(8192));
  EXPECT_NEAR(base_of(8192), 135401.973042, 1e-5);  // 13 is the inner factor of this length alone
}

TEST(Cases, Q07_YarnBoundsRoundedOrNot) {
  scaling::Yarn y;
  y.factor = 32.0;
  y.original_max_position_embeddings = 4096.0;
  const auto rounded = scaling::yarn(64, 150000.0, y);
  EXPECT_EQ(scaling::yarn_bounds(64, 150000.0, y).low, 8.0);
  EXPECT_EQ(scaling::yarn_bounds(64, 150000.0, y).high, 18.0);
  y.truncate = false;
  const auto exact = scaling::yarn(64, 150000.0, y);
  expect_entries(rounded, 1e-7, {{12, 0.00701571391}, {17, 0.000227947796}});
  expect_entries(exact, 1e-7,
                 {{9, 0.0317056961847}, {12, 0.00679495948973}, {17, 0.000129318701245}});
  const Eigen::ArrayXd a = rounded.frequencies.values(), b = exact.frequencies.values();
  EXPECT_TRUE(same_bits(a.head(9), b.head(9)));
  EXPECT_TRUE(same_bits(a.tail(14), b.tail(14)));
}

TEST(Cases, Q09_Llama3Bands) {
  const Frequencies one = Frequencies::geometric(64, 500000.0);
  const auto small = scaling::llama3(one, 32.0, 1.0, 4.0, 8192);
  expect_entries(small, 1e-9,
                 {{14, 0.00321144599475},
                  {15, 0.00129054792821},
                  {16, 0.000429556796558},
                  {17, 0.0000970828780263},
                  {18, 0.0000194616381848}});
  EXPECT_TRUE(same_bits(small.frequencies.values().head(15), one.values().head(15)));
  EXPECT_TRUE(same_bits(small.frequencies.values().tail(14),
                        scaling::linear(one, 32.0).frequencies.values().tail(14)));
  const Frequencies eight = Frequencies::geometric(128, 500000.0);
  const auto big = scaling::llama3(eight, 8.0, 1.0, 4.0, 8192);
  expect_entries(big, 1e-9, {{32, 0.000524846160993}});
  EXPECT_TRUE(same_bits(big.frequencies.values().head(29), eight.values().head(29)));
  EXPECT_NE(big.frequencies.values()[29], eight.values()[29]);
  const Eigen::ArrayXd slow = scaling::linear(eight, 8.0).frequencies.values();
  EXPECT_NE(big.frequencies.values()[34], slow[34]);
  EXPECT_TRUE(same_bits(big.frequencies.values().tail(29), slow.tail(29)));
}

TEST(Cases, Q11_ExplicitAttentionFactor) {
  scaling::Yarn y;
  y.factor = 64.0;
  y.attention_factor = 1.0;
  EXPECT_EQ(cos_sin_at(scaling::yarn(128, 10000.0, y), 0.0, 5)[0], 1.0);
  y.attention_factor.reset();
  EXPECT_NEAR(cos_sin_at(scaling::yarn(128, 10000.0, y), 0.0, 5)[0], 1.41588830834, 1e-11);
  EXPECT_NEAR(scaling::yarn_amplitude(4.0), 1.13862943611, 1e-11);
  EXPECT_NEAR(scaling::yarn_amplitude(32.0), 1.34657359028, 1e-11);
}

TEST(Cases, Q13_TwoMscales) {
  const auto amplitude = [](double factor, double mscale, double all) {
    scaling::Yarn y;
    y.factor = factor;
    y.mscale = mscale;
    y.mscale_all_dim = all;
    return scaling::yarn(64, 10000.0, y).amplitude;
  };
  EXPECT_EQ(amplitude(16.0, 1.0, 1.0), 1.0);
  EXPECT_EQ(amplitude(40.0, 0.707, 0.707), 1.0);
  EXPECT_NEAR(amplitude(40.0, 1.0, 0.707), 1.08572639926, 1e-11);
  // What remains for the softmax, outside the rotation.
  EXPECT_NEAR(std::pow(scaling::yarn_amplitude(40.0, 0.707), 2), 1.58962616512, 1e-11);
  EXPECT_NEAR(std::pow(scaling::yarn_amplitude(40.0, 1.0), 2), 1.87385420709, 1e-11);
}

TEST(Cases, Q15_LongRopeMagnitude) {
  const Eigen::ArrayXd ones = Eigen::ArrayXd::Ones(48);
  const auto phi = scaling::longrope(Frequencies::geometric(96), ones, ones, 4096, 131072, 1);
  EXPECT_NEAR(cos_sin_at(phi, 0.0, 3)[0], 1.19023807142, 1e-11);
  EXPECT_NEAR(scaling::longrope_amplitude(64.0, 2048.0), 1.24316312102, 1e-11);
  EXPECT_EQ(scaling::longrope_amplitude(0.5, 2048.0), 1.0);
}

// --- From one scaling to another -----------------------------------------------------------------

TEST(Scaling, RerotationMovesACache) {
  scaling::Yarn y;
  y.factor = 4.0;
  const RotaryEmbedding before(scaling::dynamic_ntk(64, 10000.0, 2.0, 2048, 100), Pairing::halves);
  const RotaryEmbedding after(scaling::yarn(64, 10000.0, y), Pairing::halves);
  const Eigen::MatrixXd x = random_matrix(300, 128);
  Eigen::MatrixXd moved = x, fresh = x;
  before.rotate(moved, 100000);
  rerotation(before, after).rotate(moved, 100000);
  after.rotate(fresh, 100000);
  // Three rotations of numbers below 8, 4 ε m hypot(u, v) each at most.
  const double bound = 3 * 4 * 0x1p-53 * after.amplitude() * 8 * std::sqrt(2.0);
  EXPECT_LE((moved - fresh).cwiseAbs().maxCoeff(), bound);
  EXPECT_TRUE(refuses([&] { rerotation(before, RotaryEmbedding(64, Pairing::adjacent)); },
                      "rerotation: to", "others"));
}

// --- Wrong parameters ----------------------------------------------------------------------------

TEST(Scaling, RefusesWrongParameters) {
  const Frequencies f = Frequencies::geometric(8);
  EXPECT_TRUE(refuses([&] { scaling::linear(f, 0.0); }, "scaling::linear: factor", "0"));
  EXPECT_TRUE(refuses([&] { scaling::linear(f, -2.0); }, "scaling::linear: factor", "-2"));
  EXPECT_TRUE(refuses([&] { scaling::linear(f, NAN); }, "scaling::linear: factor", "nan"));
  EXPECT_TRUE(refuses([&] { scaling::ntk_aware(2, 1e4, 2.0); }, "scaling::ntk_aware: width", "2"));
  EXPECT_TRUE(refuses([&] { scaling::ntk_aware(7, 1e4, 2.0); }, "scaling::ntk_aware: width", "7"));
  EXPECT_TRUE(refuses([&] { scaling::ntk_aware(8, 1.0, 2.0); }, "scaling::ntk_aware: base", "1"));
  EXPECT_TRUE(refuses([&] { scaling::dynamic_ntk(8, 1e4, 2.0, 0, 5); },
                      "scaling::dynamic_ntk: original_max_position_embeddings", "0"));
  EXPECT_TRUE(refuses([&] { scaling::dynamic_ntk(8, 1e4, 2.0, 10, -5); },
                      "scaling::dynamic_ntk: length", "-5"));
  EXPECT_TRUE(refuses([&] { scaling::theta_scale(8, 1e4, 2.0, 6.0); },
                      "scaling::theta_scale: original_max_position_embeddings", "6"));
  EXPECT_TRUE(refuses([&] { scaling::llama3(f, 8.0, 4.0, 4.0, 8192); },
                      "scaling::llama3: high_freq_factor", "4"));
  EXPECT_TRUE(refuses([&] { scaling::proportional(8, 0.0, 1e4); },
                      "scaling::proportional: partial_rotary_factor", "0"));
  EXPECT_TRUE(refuses([&] { scaling::proportional(8, 0.125, 1e4); },
                      "scaling::proportional: partial_rotary_factor", "0.125"));
  const Eigen::Array3d three = Eigen::Array3d::Ones();
  const Eigen::Array4d four = Eigen::Array4d::Ones();
  EXPECT_TRUE(refuses([&] { scaling::longrope(f, three, four, 10, 20, 1); },
                      "scaling::longrope: short_factor", "3"));
  EXPECT_TRUE(refuses([&] { scaling::longrope(f, four, three, 10, 20, 1); },
                      "scaling::longrope: long_factor", "3"));
  EXPECT_TRUE(refuses([&] { scaling::longrope(f, four * 0.0, four, 10, 20, 1); },
                      "scaling::longrope: rescale factor", "0"));
  scaling::Yarn y;
  y.beta_fast = 1.0;
  EXPECT_TRUE(refuses([&] { scaling::yarn(8, 1e4, y); }, "scaling::yarn: beta_fast", "1"));
}

}  // namespace
}  // namespace posenc_test
