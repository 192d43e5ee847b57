// Quotients, exp and log in fixed point.
#include "fixed_point.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

constexpr Fixed kHalf = Fixed::scaled(1, -1);
constexpr Fixed kUnit = Fixed::scaled(1, -192);
constexpr Fixed kVanished = Fixed::from_integer(-140);  // e^-140 < 2^-201

/// ln m for m in [1/2, 2]: 2 (z + z^3/3 + z^5/5 + ...), z = (m - 1) / (m + 1), |z| <= 1/3.
Fixed log_near_one(const Fixed& m) {
  const Fixed z = (m - kOne) / (m + kOne);
  const Fixed square = z * z;
  Fixed power = z;
  Fixed sum;
  for (std::uint64_t k = 1; !power.zero(); k += 2) {
    sum = sum + divide(power, k);
    power = power * square;
  }
  return sum + sum;
}

}  // namespace

Fixed Fixed::from_double(double value) {
  int exponent = 0;
  const double mantissa = std::frexp(std::fabs(value), &exponent);
  const Fixed magnitude =
      scaled(static_cast<std::uint64_t>(std::ldexp(mantissa, 53)), exponent - 53);
  return value < 0 ? -magnitude : magnitude;
}

Fixed operator/(const Fixed& x, const Fixed& y) {
  if (x.negative()) return -(-x / y);
  // Long division of x 2^192 by y, bit by bit, from the first bit where the rest can reach y. The
  // rest stays below y, and twice the rest below 2^256.
  const int whole = std::max(0, x.top_bit() - y.top_bit() + 1);  // x < 2^whole y
  assert(whole <= 64);
  Fixed rest = shifted(x, -whole);
  std::uint64_t quotient[4] = {0, 0, 0, 0};
  for (int i = 192 + whole - 1; i >= 0; --i) {
    rest = rest + rest;
    if (i >= 192 && x.bit(i - 192)) rest = rest + kUnit;
    const Fixed less = rest - y;
    if (!less.negative()) {
      rest = less;
      quotient[i / 64] |= std::uint64_t{1} << (i % 64);
    }
  }
  return Fixed::from_limbs(quotient[3], quotient[2], quotient[1], quotient[0]);
}

Fixed exp(const Fixed& x) {
  if (x < kVanished) return Fixed();
  // x = k ln 2 + r with |r| <= ln(2) / 2, and the Taylor series of e^r.
  const Fixed turns = x * kPerLn2 + kHalf;
  const int k = static_cast<int>(turns.floor());
  const Fixed r = x - kLn2 * Fixed::from_integer(k);
  Fixed term = kOne;
  Fixed sum = kOne;
  for (std::uint64_t n = 1; !term.zero(); ++n) {
    term = divide(term * r, n);
    sum = sum + term;
  }
  return shifted(sum, k);
}

Fixed log_of(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);  // in [1/2, 1)
  return log_near_one(Fixed::from_double(mantissa)) + kLn2 * Fixed::from_integer(exponent);
}

Fixed log(const Fixed& x) {
  int exponent = 0;
  std::frexp(x.to_double(), &exponent);
  return log_near_one(shifted(x, -exponent)) + kLn2 * Fixed::from_integer(exponent);
}

}  // namespace detail
POSENC_END_NAMESPACE
