// The parts of the formulas of frequencies, in real numbers.
#pragma once

#include "oracle.hpp"

namespace posenc_test {

/// first (last / first)^(k / steps)
inline Real between(double first, double last, long k, double steps) {
  Real result(last), exponent(static_cast<double>(k));
  mpfr_div_d(result.get(), result.get(), first, MPFR_RNDN);
  mpfr_div_d(exponent.get(), exponent.get(), steps, MPFR_RNDN);
  mpfr_pow(result.get(), result.get(), exponent.get(), MPFR_RNDN);
  mpfr_mul_d(result.get(), result.get(), first, MPFR_RNDN);
  return result;
}

/// first + (last - first) k / steps
inline Real on_line(double first, double last, long k, long steps) {
  Real result(last);
  mpfr_sub_d(result.get(), result.get(), first, MPFR_RNDN);
  mpfr_mul_si(result.get(), result.get(), k, MPFR_RNDN);
  mpfr_div_si(result.get(), result.get(), steps, MPFR_RNDN);
  mpfr_add_d(result.get(), result.get(), first, MPFR_RNDN);
  return result;
}

inline Real inverse(Real x) {
  mpfr_ui_div(x.get(), 1, x.get(), MPFR_RNDN);
  return x;
}

inline Real power_of_two(Real x) {
  mpfr_exp2(x.get(), x.get(), MPFR_RNDN);
  return x;
}

inline Real times(Real x, double factor) {
  mpfr_mul_d(x.get(), x.get(), factor, MPFR_RNDN);
  return x;
}

inline Real times_pi(Real x, double factor) {
  Real pi;
  mpfr_const_pi(pi.get(), MPFR_RNDN);
  mpfr_mul(x.get(), x.get(), pi.get(), MPFR_RNDN);
  return times(x, factor);
}

}  // namespace posenc_test
