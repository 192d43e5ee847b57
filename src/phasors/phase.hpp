// Range reduction: from a position and a frequency in turns to an angle within half a step of a
// point of the circle. Integer arithmetic throughout, so nothing is lost at any position.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "../numbers/fixed_point.hpp"
#include "circle.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Digits of 27 bits: a few products of two of them have a sum of 64 bits. Digit k of a frequency
/// is worth 2^-27k turns.
constexpr int kDigitBits = 27;
constexpr int kFirstDigit = -4, kLastDigit = 7;
constexpr int kDigits = kLastDigit - kFirstDigit + 1;

/// Digit k of x >= 0.
inline std::uint64_t digit_of(const Fixed& x, int k) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << kDigitBits) - 1;
  const int bit = 192 - kDigitBits * k;  // of its lowest
  if (bit >= 256) return 0;
  const int limb = bit / 64, offset = bit % 64;
  const std::uint64_t low = x.limb(limb) >> offset;
  const bool two_limbs = offset > 64 - kDigitBits && limb < 3;
  return (two_limbs ? low | x.limb(limb + 1) << (64 - offset) : low) & mask;
}

/// Magnitudes of frequencies in turns, limb by limb: bits[limb * stride + i], limb 3 the integer
/// part.
struct Turns {
  const std::uint64_t* bits;
  std::ptrdiff_t stride;
  const double* sign;  // of frequency i: 1 or -1
  // For the cheap phasor: the magnitudes as sums of two doubles, and their maximum; or null.
  const double* hi = nullptr;
  const double* lo = nullptr;
  double most = 0.0;
  // For angles in vectors: the same digit by digit, the first the highest, `stride` apart; or null.
  const std::uint64_t* digits = nullptr;

  Turns from(std::ptrdiff_t i) const {
    if (hi == nullptr) return {bits + i, stride, sign + i};
    return {bits + i, stride, sign + i, hi + i, lo + i, most, digits + i};
  }
};

/// Cheap phasors take angles of fewer turns: those of the narrow types, of double.
constexpr double kCheapTurns = 0x1p40, kCheapDoubleTurns = 0x1p28;

/// Fraction of a turn, 128 bits.
struct Phase {
  std::uint64_t hi, lo;
};

/// A position as mantissa * 2^-shift, without its sign.
struct Magnitude {
  std::uint64_t mantissa;
  int shift;
};

/// As a double.
inline double value_of(const Magnitude& p) {
  const auto mantissa = static_cast<double>(p.mantissa);
  if (p.shift > 1022) return std::ldexp(mantissa, -p.shift);
  const std::uint64_t bits = static_cast<std::uint64_t>(1023 - p.shift) << 52;
  double power = 0.0;  // 2^-shift
  std::memcpy(&power, &bits, sizeof power);
  return mantissa * power;
}

/// p * frequency modulo one turn, cut off below 2^-128.
inline Phase integer_phase(std::uint64_t p, const Turns& turns, std::ptrdiff_t i) {
  const Wide low = multiply_add(turns.bits[i], p);
  const Wide middle = multiply_add(turns.bits[turns.stride + i], p, low.high);
  const std::uint64_t top = turns.bits[2 * turns.stride + i] * p;
  return {top + middle.high, middle.low};
}

/// The same for any position: the whole product, shifted.
inline Phase real_phase(const Magnitude& p, const Turns& turns, std::ptrdiff_t i) {
  std::uint64_t product[9] = {};
  std::uint64_t carry = 0;
  for (int limb = 0; limb < 4; ++limb) {
    const Wide wide = multiply_add(turns.bits[limb * turns.stride + i], p.mantissa, carry);
    product[limb] = wide.low;
    carry = wide.high;
  }
  product[4] = carry;
  const int limb = p.shift / 64;
  const int bit = p.shift % 64;
  if (limb > 3) return {0, 0};
  const auto at = [&](int k) {
    return bit == 0 ? product[k] : (product[k] >> bit) | (product[k + 1] << (64 - bit));
  };
  return {at(limb + 2), at(limb + 1)};
}

constexpr int kAngleBatch = 32;

/// Angles as the nearest point of the circle and a rest of at most 1/1024 turn: coarse, a multiple
/// of 2^-36 turns in 27 bits with sign, and fine, in [0, 2^-36), cut off below 2^-99.
struct Angles {
  alignas(64) double coarse[kAngleBatch], fine[kAngleBatch];
  std::int64_t point[kAngleBatch];

  void set(int i, const Phase& phase) {
    constexpr int step_bits = 64 - kCircleBits;
    const std::uint64_t nearest = (phase.hi + (std::uint64_t{1} << (step_bits - 1))) >> step_bits;
    const auto rest = static_cast<std::int64_t>(phase.hi - (nearest << step_bits));
    const std::uint64_t below = static_cast<std::uint64_t>(rest) & ((std::uint64_t{1} << 28) - 1);
    point[i] = static_cast<std::int64_t>(nearest & (kCirclePoints - 1));
    coarse[i] = static_cast<double>(rest >> 28) * 0x1p-36;
    fine[i] =
        static_cast<double>(static_cast<std::int64_t>((below << 35) | (phase.lo >> 29))) * 0x1p-99;
  }
};

}  // namespace detail
POSENC_END_NAMESPACE
