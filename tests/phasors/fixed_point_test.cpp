// The library's own arithmetic, against MPFR to its last bits: fixed point, and the frequencies in
// turns that come from it.
#include "../src/numbers/fixed_point.hpp"

#include "test.hpp"

#include "../src/frequencies/frequency_vector.hpp"
#include "fixed.hpp"

namespace posenc_test {
namespace fixed_point_test {

using posenc::detail::Fixed;

/// Applies an MPFR function of one argument.
template <class Function>
Real apply(Function function, const Real& x) {
  Real result;
  function(result.get(), x.get(), MPFR_RNDN);
  return result;
}

TEST(FixedPoint, Constants) {
  constexpr double kCut = 0x1p-192;  // digits beyond the last limb
  Real two_pi;
  mpfr_const_pi(two_pi.get(), MPFR_RNDN);
  mpfr_mul_2si(two_pi.get(), two_pi.get(), 1, MPFR_RNDN);
  Real inverse, ln2, per_ln2;
  mpfr_ui_div(inverse.get(), 1, two_pi.get(), MPFR_RNDN);
  mpfr_const_log2(ln2.get(), MPFR_RNDN);
  EXPECT_LE(distance(posenc::detail::kTwoPi, two_pi), kCut);
  EXPECT_LE(distance(posenc::detail::kTurnsPerRadian, inverse), kCut);
  mpfr_ui_div(per_ln2.get(), 1, ln2.get(), MPFR_RNDN);
  EXPECT_LE(distance(posenc::detail::kLn2, ln2), kCut);
  EXPECT_LE(distance(posenc::detail::kPerLn2, per_ln2), kCut);
}

TEST(FixedPoint, SumsAndProducts) {
  constexpr double kProduct = 0x1p-193;  // rounded to nearest
  Random random(1);
  for (int n = 0; n < 2000; ++n) {
    const Fixed x = Fixed::from_double(random.real(20)) + Fixed::from_double(random.real(-60));
    const Fixed y = Fixed::from_double(random.real(10)) + Fixed::from_double(random.real(-90));
    Real exact;
    mpfr_add(exact.get(), real_of(x).get(), real_of(y).get(), MPFR_RNDN);
    EXPECT_EQ(distance(x + y, exact), 0.0);
    mpfr_sub(exact.get(), real_of(x).get(), real_of(y).get(), MPFR_RNDN);
    EXPECT_EQ(distance(x - y, exact), 0.0);
    Real product(0.0, 512);
    mpfr_mul(product.get(), real_of(x).get(), real_of(y).get(), MPFR_RNDN);
    EXPECT_LE(distance(x * y, product), kProduct);
    EXPECT_EQ(x.to_double(), mpfr_get_d(real_of(x).get(), MPFR_RNDN));
  }
}

TEST(FixedPoint, QuotientsExponentialsAndLogarithms) {
  constexpr double kQuotient = 0x1p-192, kExp = 0x1p-184, kLog = 0x1p-180;  // fixed_point.hpp
  Random random(2);
  for (int n = 0; n < 500; ++n) {
    const Fixed x = Fixed::from_double(random.real(5));
    for (const int exponent : {-57, 12, 60}) {
      const Fixed y = Fixed::from_double(std::fabs(random.real(exponent)) + 0x1p-57);
      Real quotient;
      mpfr_div(quotient.get(), real_of(x).get(), real_of(y).get(), MPFR_RNDN);
      EXPECT_LE(distance(x / y, quotient), kQuotient);
    }
    const Real power = apply(mpfr_exp, real_of(x));
    const double scale = (std::max)(1.0, mpfr_get_d(power.get(), MPFR_RNDN));
    EXPECT_LE(distance(posenc::detail::exp(x), power), kExp * scale) << x.to_double();
    const double positive = std::fabs(random.real(static_cast<int>(random.below(120)) - 60));
    if (positive == 0.0) continue;
    EXPECT_LE(distance(posenc::detail::log_of(positive), apply(mpfr_log, Real(positive))), kLog);
  }
}

/// However far below 0: the number of turns by ln 2 fits no int there.
TEST(FixedPoint, ExponentialsVanish) {
  constexpr double kExp = 0x1p-184;
  for (const double x : {-100.0, -130.0, -139.9, -140.1, -200.0, -1e6, -0x1p31, -0x1p40, -0x1p62}) {
    const Real power = apply(mpfr_exp, Real(x));
    EXPECT_LE(distance(posenc::detail::exp(Fixed::from_double(x)), power), kExp) << x;
  }
}

TEST(FixedPoint, NearestDouble) {
  const auto expect_nearest = [](const Fixed& x) {
    EXPECT_EQ(x.to_double(), mpfr_get_d(real_of(x).get(), MPFR_RNDN));
  };
  Random random(3);
  for (int n = 0; n < 2000; ++n) {
    const double leading = random.real(static_cast<int>(random.below(100)) - 60);
    int exponent = 0;
    std::frexp(leading, &exponent);
    const Fixed half_ulp = Fixed::scaled(1, exponent - 54);
    for (const Fixed& x : {Fixed::from_double(leading), Fixed::from_double(leading) + half_ulp}) {
      expect_nearest(x);  // the second lies half way between two doubles
      expect_nearest(x + Fixed::scaled(1, -192));
      expect_nearest(x - Fixed::scaled(1, -192));
    }
  }
  expect_nearest(Fixed::from_integer((std::int64_t{1} << 54) - 1));  // up to the next power of two
  expect_nearest(Fixed::scaled(1, -192));
  expect_nearest(Fixed());
}

TEST(Turns, AreKeptFarBeyondDoublePrecision) {
  // ρ carries 2^-184 of itself, so ω_i carries i times that, and i rounding errors of 2^-193:
  // below 2^-173 for 2048 pairs. At 2^53 positions a phase is off by 2^-120 turns.
  constexpr double kTurns = 0x1p-173;
  Real two_pi;
  mpfr_const_pi(two_pi.get(), MPFR_RNDN);
  mpfr_mul_2si(two_pi.get(), two_pi.get(), 1, MPFR_RNDN);
  for (const double base : kBases) {
    for (const long width : kWidths) {
      const long pairs = width / 2 + width % 2;
      const auto d = static_cast<double>(width);
      const auto kept = posenc::Frequencies::with_denominator(pairs, d, base).handle();
      std::vector<Real> exact = geometric_frequencies(pairs, d, base);
      ASSERT_EQ(kept->turns.size(), exact.size());
      for (std::size_t i = 0; i < exact.size(); ++i) {
        mpfr_div(exact[i].get(), exact[i].get(), two_pi.get(), MPFR_RNDN);
        ASSERT_LE(distance(kept->turns[i], exact[i]), kTurns) << base << ", " << d << ", " << i;
      }
    }
  }
}

}  // namespace fixed_point_test
}  // namespace posenc_test
