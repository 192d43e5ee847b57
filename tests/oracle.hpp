// The oracle: the formula in real numbers, by MPFR, rounded once. It shares no code with the
// library.
//
// d channels, i the pair, p the position, ω_i the frequency in radians per position.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

#include <mpfr.h>

namespace posenc_test {

/// Contract: |entry - exact| <= kHalfUlp ulp(exact) + kAbsoluteError.
/// The library holds sin and cos as a sum hi + lo that is less than 2^-71 away from the real
/// number, and rounds that sum once: half an ulp for the rounding, and the error of the sum, twice
/// if a power of two lies between (docs/exactness.md).
constexpr double kHalfUlp = 0.5;
constexpr double kAbsoluteError = 0x1p-70;

/// Bits of the oracle. p ω_i loses no more than 53 bits ahead of the binary point, so sin and cos
/// are right to 2^-260 at least: 190 bits beyond the bound that they check.
constexpr mpfr_prec_t kOracleBits = 320;

/// A real number of `bits` bits.
class Real {
 public:
  explicit Real(double value = 0.0, mpfr_prec_t bits = kOracleBits) {
    mpfr_init2(number_, bits);
    mpfr_set_d(number_, value, MPFR_RNDN);
  }
  Real(const Real& other) {
    mpfr_init2(number_, mpfr_get_prec(other.number_));
    mpfr_set(number_, other.number_, MPFR_RNDN);
  }
  Real& operator=(const Real& other) {
    mpfr_set_prec(number_, mpfr_get_prec(other.number_));
    mpfr_set(number_, other.number_, MPFR_RNDN);
    return *this;
  }
  ~Real() { mpfr_clear(number_); }
  mpfr_ptr get() { return number_; }
  mpfr_srcptr get() const { return number_; }

 private:
  mpfr_t number_;
};

// --- Frequencies ---------------------------------------------------------------------------------

/// ω_i = base^(-2i / denominator), i = 0 .. pairs-1, as real numbers.
inline std::vector<Real> geometric_frequencies(long pairs, double denominator, double base) {
  std::vector<Real> frequencies(static_cast<std::size_t>(pairs));
  const Real b(base), d(denominator);
  Real exponent;
  for (long i = 0; i < pairs; ++i) {
    mpfr_set_si(exponent.get(), -2 * i, MPFR_RNDN);
    mpfr_div(exponent.get(), exponent.get(), d.get(), MPFR_RNDN);
    mpfr_pow(frequencies[static_cast<std::size_t>(i)].get(), b.get(), exponent.get(), MPFR_RNDN);
  }
  return frequencies;
}

inline std::vector<Real> given_frequencies(const std::vector<double>& values) {
  return std::vector<Real>(values.begin(), values.end());
}

// --- Sines and cosines ---------------------------------------------------------------------------

/// sin(p ω) and cos(p ω), to `bits` bits.
struct Phasor {
  explicit Phasor(mpfr_prec_t bits = kOracleBits)
      : angle(0.0, kOracleBits), sine(0.0, bits), cosine(0.0, bits) {}
  void turn(double position, const Real& frequency) {
    mpfr_mul_d(angle.get(), frequency.get(), position, MPFR_RNDN);
    mpfr_sin_cos(sine.get(), cosine.get(), angle.get(), MPFR_RNDN);
  }
  Real angle, sine, cosine;
};

// --- Scalars -------------------------------------------------------------------------------------

/// Bits of the significand, and the exponent of the least positive number.
template <class Scalar>
struct Format;
template <>
struct Format<double> {
  static constexpr long digits = 53, least = -1074;
};
template <>
struct Format<float> {
  static constexpr long digits = 24, least = -149;
};
template <>
struct Format<Eigen::half> {
  static constexpr long digits = 11, least = -24;
};
template <>
struct Format<Eigen::bfloat16> {
  static constexpr long digits = 8, least = -133;
};

/// log2 of the spacing of Scalar's numbers in the binade of x, subnormal numbers included.
template <class Scalar>
long ulp_exponent(const Real& x) {
  if (mpfr_zero_p(x.get())) return Format<Scalar>::least;
  return (std::max)(static_cast<long>(mpfr_get_exp(x.get())) - Format<Scalar>::digits,
                    Format<Scalar>::least);
}

/// x in one rounding, to nearest, ties to even: as an integer number of ulps, which is exact in
/// every step after the rounding.
template <class Scalar>
Scalar round_once(const Real& x) {
  const long ulp = ulp_exponent<Scalar>(x);
  Real ulps(0.0, mpfr_get_prec(x.get()));
  mpfr_mul_2si(ulps.get(), x.get(), -ulp, MPFR_RNDN);
  mpfr_rint(ulps.get(), ulps.get(), MPFR_RNDN);
  return static_cast<Scalar>(std::ldexp(mpfr_get_d(ulps.get(), MPFR_RNDN), static_cast<int>(ulp)));
}

/// |hi + lo - exact|, rounded up.
inline double distance(double hi, double lo, const Real& exact) {
  Real off(hi);
  mpfr_sub(off.get(), off.get(), exact.get(), MPFR_RNDN);
  mpfr_add_d(off.get(), off.get(), lo, MPFR_RNDN);
  return std::fabs(mpfr_get_d(off.get(), MPFR_RNDA));
}

/// How far an entry is from the real number.
struct Deviation {
  double ulps;      ///< |entry - exact| / ulp(exact)
  double absolute;  ///< |entry - exact|
  double beyond;    ///< |entry - exact| - kHalfUlp ulp(exact)
  bool keeps_contract() const { return beyond <= kAbsoluteError; }
};

template <class Scalar>
Deviation deviation(Scalar entry, const Real& exact) {
  const long ulp = ulp_exponent<Scalar>(exact);
  Deviation result;
  Real difference(0.0, mpfr_get_prec(exact.get()) + 64);
  mpfr_sub_d(difference.get(), exact.get(), static_cast<double>(entry), MPFR_RNDN);
  mpfr_abs(difference.get(), difference.get(), MPFR_RNDN);
  result.absolute = mpfr_get_d(difference.get(), MPFR_RNDU);
  const double half = std::ldexp(kHalfUlp, static_cast<int>(ulp));
  Real beyond(0.0, mpfr_get_prec(difference.get()));
  mpfr_sub_d(beyond.get(), difference.get(), half, MPFR_RNDU);
  result.beyond = mpfr_get_d(beyond.get(), MPFR_RNDU);
  mpfr_mul_2si(difference.get(), difference.get(), -ulp, MPFR_RNDN);
  result.ulps = mpfr_get_d(difference.get(), MPFR_RNDN);
  if (std::isnan(static_cast<double>(entry))) result.beyond = HUGE_VAL;
  return result;
}

}  // namespace posenc_test
