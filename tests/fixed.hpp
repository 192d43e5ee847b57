// The library's fixed-point numbers as MPFR numbers.
#pragma once

#include "../src/numbers/fixed_point.hpp"
#include "oracle.hpp"

namespace posenc_test {

inline Real real_of(const posenc::detail::Fixed& x) {
  const posenc::detail::Fixed magnitude = x.negative() ? -x : x;
  Real sum, part;
  for (int i = 0; i < 4; ++i) {
    mpfr_set_uj_2exp(part.get(), magnitude.limb(i), 64 * i - 192, MPFR_RNDN);
    mpfr_add(sum.get(), sum.get(), part.get(), MPFR_RNDN);
  }
  if (x.negative()) mpfr_neg(sum.get(), sum.get(), MPFR_RNDN);
  return sum;
}

inline double distance(const posenc::detail::Fixed& x, const Real& exact) {
  Real difference = real_of(x);
  mpfr_sub(difference.get(), difference.get(), exact.get(), MPFR_RNDN);
  return std::fabs(mpfr_get_d(difference.get(), MPFR_RNDN));
}

}  // namespace posenc_test
