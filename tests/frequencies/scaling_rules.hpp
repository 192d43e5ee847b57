// The scaling rules in real numbers, and the comparisons of the library's frequencies with them.
#pragma once

#include "../src/frequencies/frequency_vector.hpp"
#include "fixed.hpp"
#include "test.hpp"

namespace posenc_test {

constexpr Index kHeadWidths[] = {4, 64, 96, 128, 256};

// --- Real numbers --------------------------------------------------------------------------------

template <class Operation>
inline Real apply(Operation operation, const Real& x, const Real& y) {
  Real z;
  operation(z.get(), x.get(), y.get(), MPFR_RNDN);
  return z;
}
inline Real operator+(const Real& x, const Real& y) {
  return apply(mpfr_add, x, y);
}
inline Real operator-(const Real& x, const Real& y) {
  return apply(mpfr_sub, x, y);
}
inline Real operator*(const Real& x, const Real& y) {
  return apply(mpfr_mul, x, y);
}
inline Real operator/(const Real& x, const Real& y) {
  return apply(mpfr_div, x, y);
}
inline Real pow(const Real& x, const Real& y) {
  return apply(mpfr_pow, x, y);
}
inline Real ln(const Real& x) {
  Real z;
  mpfr_log(z.get(), x.get(), MPFR_RNDN);
  return z;
}
inline Real two_pi() {
  Real z;
  mpfr_const_pi(z.get(), MPFR_RNDN);
  return z + z;
}
inline double number(const Real& x) {
  return mpfr_get_d(x.get(), MPFR_RNDN);
}

/// ω_i = base^(-2i/d).
inline Real plain(const Real& base, double d, Index i) {
  return pow(base, Real(-2.0 * static_cast<double>(i)) / Real(d));
}

// --- Comparisons ---------------------------------------------------------------------------------

/// ω_i of a rule.
using Rule = std::function<Real(Index i)>;

/// The bound of |ω_i - formula| where f_i is at most 1, and where it is above: scaling.hpp.
constexpr double kScalingError = 0x1p-150, kFastScalingError = 0x1p-128;

/// The nearest doubles, and far more digits than that: sines and cosines of 2^53 - 111 positions.
inline void expect_rule(const ScaledFrequencies& scaled, const Rule& rule,
                        double bound = kScalingError) {
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

/// Pairs and their frequencies.
using Entries = std::vector<std::pair<Index, double>>;

inline void expect_entries(const ScaledFrequencies& scaled, double relative,
                           const Entries& entries) {
  const Eigen::ArrayXd values = scaled.frequencies.values();
  for (const auto& [i, expected] : entries) {
    EXPECT_NEAR(values[i], expected, relative * expected) << "pair " << i;
  }
}

/// Pairs 1, 16, 32 and 63 in the rows of the table in docs/rotary.md: width 128, base 10000, factor
/// 10, trained length 2048, unless said otherwise; recomputed with 60 digits from the formulas.
inline void expect_row(const ScaledFrequencies& scaled, double one, double sixteen, double middle,
                       double last) {
  expect_entries(scaled, 1e-12, {{1, one}, {16, sixteen}, {32, middle}, {63, last}});
}

/// Cosine and sine of a pair at a position.
inline Eigen::RowVector2d cos_sin_at(const ScaledFrequencies& scaled, double position, Index pair) {
  const auto t =
      RotaryEmbedding(scaled, Pairing::halves).cos_sin(Eigen::Matrix<double, 1, 1>(position));
  return {t.cos(0, pair), t.sin(0, pair)};
}

}  // namespace posenc_test
