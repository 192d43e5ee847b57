// Real numbers as 256-bit fixed point: 64 bits before the point, 192 after it.
//
// Frequencies are kept in turns in this form, where wrap-around is range reduction. The same class
// evaluates the formulas that frequencies come from; everything is constexpr, so that the table of
// the circle (circle.hpp) is made by the compiler.
#pragma once

#include <cstdint>

#include <posenc/version.hpp>

#include "compiler.hpp"
#include "floating_point.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// A signed number: two's complement multiple of 2^-192, below 2^63 in magnitude.
/// Sums are exact; a product is rounded to nearest, error at most 2^-193; the others as stated.
class Fixed {
 public:
  constexpr Fixed() = default;

  /// From limbs of 64 bits, the highest (integer part) first.
  static constexpr Fixed from_limbs(std::uint64_t integer, std::uint64_t a, std::uint64_t b,
                                    std::uint64_t c) {
    Fixed x;
    x.limb_[3] = integer;
    x.limb_[2] = a;
    x.limb_[1] = b;
    x.limb_[0] = c;
    return x;
  }
  static constexpr Fixed from_integer(std::int64_t value) {
    return from_limbs(static_cast<std::uint64_t>(value), 0, 0, 0);
  }
  /// Exact for |value| < 2^63 down to bits of 2^-192; what lies below is cut off.
  static Fixed from_double(double value);
  /// mantissa * 2^exponent, bits below 2^-192 cut off.
  static constexpr Fixed scaled(std::uint64_t mantissa, int exponent) {
    return shifted(from_limbs(0, 0, 0, mantissa), exponent + 192);
  }

  /// Limb 3 is the integer part, limbs 2, 1, 0 the fraction.
  constexpr std::uint64_t limb(int i) const { return limb_[i]; }
  constexpr bool negative() const { return (limb_[3] >> 63) != 0; }
  constexpr bool zero() const { return (limb_[0] | limb_[1] | limb_[2] | limb_[3]) == 0; }
  /// Bit i is worth 2^(i - 192).
  constexpr bool bit(int i) const { return ((limb_[i / 64] >> (i % 64)) & 1) != 0; }
  /// The highest bit that is set, 0 where none is.
  constexpr int top_bit() const {
    int top = 255;
    while (top > 0 && !bit(top)) --top;
    return top;
  }
  /// Largest integer not above.
  constexpr std::int64_t floor() const { return static_cast<std::int64_t>(limb_[3]); }
  /// Nearest double, ties to even.
  constexpr double to_double() const;

  constexpr Fixed operator-() const { return Fixed() - *this; }

  friend constexpr Fixed operator+(const Fixed& x, const Fixed& y) {
    Fixed sum;
    std::uint64_t carry = 0;
    for (int i = 0; i < 4; ++i) {
      const std::uint64_t part = x.limb_[i] + carry;
      sum.limb_[i] = part + y.limb_[i];
      carry = part < carry || sum.limb_[i] < part ? 1 : 0;
    }
    return sum;
  }
  friend constexpr Fixed operator-(const Fixed& x, const Fixed& y) {
    Fixed complement;
    for (int i = 0; i < 4; ++i) complement.limb_[i] = ~y.limb_[i];
    return x + complement + from_limbs(0, 0, 0, 1);
  }
  friend constexpr Fixed operator*(const Fixed& x, const Fixed& y);
  friend constexpr bool operator<(const Fixed& x, const Fixed& y) { return (x - y).negative(); }

  /// x / n, cut off towards zero.
  friend constexpr Fixed divide(const Fixed& x, std::uint64_t n) {
    if (x.negative()) return -divide(-x, n);
    Fixed quotient;
    Division each = {0, 0};
    for (int i = 3; i >= 0; --i) {
      each = divide(Wide{each.rest, x.limb_[i]}, n);
      quotient.limb_[i] = each.quotient;
    }
    return quotient;
  }
  /// x * 2^bits for x >= 0, what leaves at either end cut off.
  friend constexpr Fixed shifted(const Fixed& x, int bits) {
    Fixed result;
    for (int i = 0; i < 4; ++i) {
      const int from = 64 * i - bits;  // bit of x that becomes bit 0 of limb i
      const int limb = from >= 0 ? from / 64 : -((63 - from) / 64);
      const int offset = from - 64 * limb;
      const std::uint64_t low = limb >= 0 && limb < 4 ? x.limb_[limb] : 0;
      const std::uint64_t high = limb >= -1 && limb < 3 ? x.limb_[limb + 1] : 0;
      result.limb_[i] = offset == 0 ? low : (low >> offset) | (high << (64 - offset));
    }
    return result;
  }

 private:
  std::uint64_t limb_[4] = {0, 0, 0, 0};
};

constexpr Fixed kOne = Fixed::from_integer(1);
constexpr Fixed kTwoPi =
    Fixed::from_limbs(6, 0x487ed5110b4611a6, 0x2633145c06e0e689, 0x48127044533e63a0);
constexpr Fixed kTurnsPerRadian =
    Fixed::from_limbs(0, 0x28be60db9391054a, 0x7f09d5f47d4d3770, 0x36d8a5664f10e410);
constexpr Fixed kLn2 =
    Fixed::from_limbs(0, 0xb17217f7d1cf79ab, 0xc9e3b39803f2f6af, 0x40f343267298b62e);
constexpr Fixed kPerLn2 =
    Fixed::from_limbs(1, 0x71547652b82fe177, 0x7d0ffda0d23a7d11, 0xd6aef551bad2b4b1);

/// x / y for y > 0, cut off towards zero. The quotient must be below 2^63 in magnitude.
Fixed operator/(const Fixed& x, const Fixed& y);
/// e^x for x < 43; relative error below 2^-184, absolute below 2^-184 for x < 0.
Fixed exp(const Fixed& x);
/// Natural logarithm of a positive finite double; error below 2^-180.
Fixed log_of(double x);
/// The same for a Fixed at least 2^-12; error below 2^-176.
Fixed log(const Fixed& x);

// -------------------------------------------------------------------------------------------------

constexpr Fixed operator*(const Fixed& x, const Fixed& y) {
  if (x.negative()) return -(-x * y);
  if (y.negative()) return -(x * -y);
  std::uint64_t product[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  for (int i = 0; i < 4; ++i) {
    std::uint64_t carry = 0;
    for (int j = 0; j < 4; ++j) {
      const Wide wide = multiply_add(x.limb_[i], y.limb_[j], product[i + j], carry);
      product[i + j] = wide.low;
      carry = wide.high;
    }
    product[i + 4] = carry;
  }
  const Fixed high = Fixed::from_limbs(product[6], product[5], product[4], product[3]);
  return high + Fixed::from_limbs(0, 0, 0, product[2] >> 63);
}

constexpr double Fixed::to_double() const {
  if (negative()) return -(-*this).to_double();
  const int top = top_bit();
  // The 53 leading bits, and the next one, which rounds up, or to even if nothing follows it.
  const Fixed leading = shifted(*this, 53 - top);
  const bool tie = (shifted(leading, top - 53) - *this).zero();
  const std::uint64_t bits = leading.limb_[0] >> 1;
  double value = static_cast<double>(bits + (leading.limb_[0] & (tie ? bits & 1 : 1)));
  for (int bit = 52 + 192 - top; bit > 0; --bit) value *= 0.5;
  for (int bit = 52 + 192 - top; bit < 0; ++bit) value *= 2.0;
  return value;
}

}  // namespace detail
POSENC_END_NAMESPACE
