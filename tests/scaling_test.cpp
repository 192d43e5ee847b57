// Scaling rules against MPFR.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include <posenc/frequencies/longrope.hpp>
#include <posenc/frequencies/yarn.hpp>
#include <posenc/rotary/embedding.hpp>

#include "../src/frequencies/frequency_vector.hpp"
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

/// |ω_i - formula| where f_i is at most 1, and above: scaling.hpp.
constexpr double kScalingError = 0x1p-150, kFastScalingError = 0x1p-128;

/// The nearest doubles, and far more digits than that: sines and cosines of 2^53 - 111 positions.
void expect_rule(const ScaledFrequencies& scaled, const Rule& rule, double bound = kScalingError) {
  constexpr double far = 0x1p53 - 111.0;
  const Eigen::ArrayXd values = scaled.frequencies.values();
  const RotaryEmbedding rope(Frequencies(scaled.frequencies), Pairing::halves);
  const auto tables = rope.cos_sin(Eigen::Matrix<double, 1, 1>(far));
  Phasor z;
  for (Index i = 0; i < values.size(); ++i) {
    const Real exact = rule(i);
    const auto& held = scaled.frequencies.handle()->radians[static_cast<std::size_t>(i)];
    EXPECT_LE(distance(held, exact), bound) << "pair " << i;
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

Real llama3_rule(const Real& f, double s, double low, double high, double L) {
  const Real turns = Real(L) * f / two_pi();
  if (number(turns) > high) return f;
  if (number(turns) < low) return f / Real(s);
  const Real g = (turns - Real(low)) / (Real(high) - Real(low));
  return (Real(1.0) - g) * f / Real(s) + g * f;
}

TEST(Scaling, Llama3) {
  for (const Index d : {64, 128}) {
    expect_rule(scaling::llama3(Frequencies::geometric(d, 500000.0), {8.0, 1.0, 4.0, 8192.0}),
                [&](Index i) {
                  return llama3_rule(plain(Real(500000.0), double(d), i), 8.0, 1.0, 4.0, 8192.0);
                });
  }
}

/// high - low is no double: rounded, sines at far positions lost all of their digits. Then turns
/// beyond what a Fixed holds, and narrow bands at both ends of the range.
TEST(Scaling, Llama3Everywhere) {
  struct Case {
    double f, s, low, high, L;
  };
  for (const auto& [f, s, low, high, L] : {Case{1.57, 8, 0.1, 1.3, 2},
                                           {1.5, 3, 0.1, 0x1p40, 0x1p20},
                                           {0x1p39, 8, 1, 4, 0x1p53},
                                           {1e9, 8, 1, 4, 0x1.8p52},
                                           {0x1p39, 7, 0x1.458p37, 0x1.46p37, 2},
                                           {2e-19, 7, 2e-4, 4e-4, 0x1p53},
                                           {0x1.9p-63, 0.3, 2.352e-4, 2.355e-4, 0x1.fp52},
                                           {1e-10, 0x1p-20, 0.1, 1.3, 1e11}}) {
    expect_rule(
        scaling::llama3(Frequencies::given(Eigen::Array<double, 1, 1>(f)), {s, low, high, L}),
        [&, f = f, s = s, low = low, high = high, L = L](Index) {
          return llama3_rule(Real(f), s, low, high, L);
        },
        f > 1 ? kFastScalingError : kScalingError);
  }
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

TEST(Scaling, BasesAtTheEnds) {
  for (const double b : {1.0 + 0x1p-52, 1e4, 1.7e308}) {
    for (const Index d : {2, 4, 64}) {
      const double width = static_cast<double>(d);
      // The least length, and the greatest power of b.
      for (const auto& [s, L] : {std::make_pair(2.0, 7.0), {0x1p40, 7.0}, {0x1p40, 0x1p53}}) {
        const Real power = ln(Real(L) * Real(s) / two_pi()) / ln(Real(L) / two_pi());
        expect_rule(scaling::theta_scale(d, b, s, L),
                    [&, p = power](Index i) { return plain(pow(Real(b), p), width, i); });
      }
      if (d == 2) continue;
      const Real inner = Real(1.0) + Real(0x1p40) * (Real(0x1p26) - Real(64.0)) / Real(64.0);
      const Real power = Real(width) / Real(width - 2.0);
      expect_rule(scaling::dynamic_ntk(d, b, 0x1p40, 64.0, 1 << 26),
                  [&](Index i) { return plain(Real(b) * pow(inner, power), width, i); });
    }
  }
}

TEST(Scaling, YarnAtTheLeastBase) {
  scaling::Yarn y;
  y.factor = 10.0;
  y.original_max_position_embeddings = 2048.0;
  y.beta_fast = 2048.0 / 6.285;  // both within a thousandth of L / 2π
  y.beta_slow = 2048.0 / 6.2865;
  expect_rule(scaling::yarn(64, 1.001, y), [&](Index i) { return yarn_rule(64.0, 1.001, y, i); });
  y.beta_fast = 0x1p40;
  y.beta_slow = 0x1p-20;
  expect_rule(scaling::yarn(64, 1.001, y), [&](Index i) { return yarn_rule(64.0, 1.001, y, i); });
}

TEST(Scaling, LongRope) {
  const Index d = 96, n = d / 2;
  const Eigen::ArrayXd shorter = Eigen::ArrayXd::LinSpaced(n, 1.0, 1.3);
  const Eigen::ArrayXd longer = Eigen::ArrayXd::LinSpaced(n, 1.05, 64.1);
  for (const long T : {1L, 4096L, 4097L, 131072L}) {
    const auto& factors = T <= 4096 ? shorter : longer;
    const auto scaled =
        scaling::longrope(Frequencies::geometric(d), {shorter, longer, 4096.0, 131072.0}, T);
    expect_rule(scaled,
                [&](Index i) { return plain(Real(10000.0), double(d), i) / Real(factors[i]); });
    EXPECT_EQ(scaled.amplitude, std::sqrt(17.0 / 12.0));
  }
}

TEST(Scaling, Proportional) {
  const auto scaled = scaling::proportional(512, 0.25, 1e6);
  ASSERT_EQ(scaled.frequencies.size(), 256);
  expect_rule(scaled, [&](Index i) { return i < 64 ? plain(Real(1e6), 512.0, i) : Real(0.0); });
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

}  // namespace
}  // namespace posenc_test
