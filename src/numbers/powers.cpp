// Powers of two by exp and log of fixed_point.hpp, exact where the result is.
#include "powers.hpp"

#include <algorithm>
#include <cmath>

POSENC_BEGIN_NAMESPACE
namespace detail {

Fixed log2_of(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);  // in [1/2, 1)
  if (mantissa == 0.5) return Fixed::from_integer(exponent - 1);
  return Fixed::from_integer(exponent) + log_of(mantissa) * kPerLn2;
}

Fixed exp2(const Fixed& x) {
  constexpr std::int64_t vanished = -200;  // 2 to that power is 0 in a Fixed
  const std::int64_t whole = x.floor();
  if (whole < vanished) return Fixed();
  return shifted(exp((x - Fixed::from_integer(whole)) * kLn2), static_cast<int>(whole));
}

double exp2_to_double(const Fixed& x) {
  constexpr std::int64_t vanished = -2000;
  if (x.floor() < vanished) return 0.0;
  const auto whole = static_cast<int>(x.floor());
  return std::ldexp(exp2(x - Fixed::from_integer(whole)).to_double(), whole);
}

Fixed signed_shift(const Fixed& x, int exponent) {
  return x.negative() ? -shifted(-x, exponent) : shifted(x, exponent);
}

Fixed times(const Fixed& x, double by) {
  int exponent = 0;
  std::frexp(by, &exponent);
  exponent = std::min(exponent, 0);
  return signed_shift(x * Fixed::from_double(std::ldexp(by, -exponent)), exponent);
}

Fixed exponent_step(const Fixed& x, const Fixed& y) {
  constexpr double limit = 0x1p12;
  const double estimate = x.to_double() / y.to_double();
  if (std::fabs(estimate) >= limit) return Fixed::from_double(std::copysign(limit, estimate));
  int exponent = 0;
  std::frexp(y.to_double(), &exponent);
  return signed_shift(x / shifted(y, -exponent), -exponent);
}

}  // namespace detail
POSENC_END_NAMESPACE
