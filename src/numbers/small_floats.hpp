// From double to each scalar type in one rounding, and back.
#pragma once

#include <cstdint>
#include <cstring>

#include <posenc/version.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// 16-bit floating-point numbers by their bits; same layout as Eigen::half and Eigen::bfloat16.
struct Half {
  static constexpr int kMantissaBits = 10;
  static constexpr int kMinExponent = -14;
  std::uint16_t bits;
};
struct BFloat16 {
  static constexpr int kMantissaBits = 7;
  static constexpr int kMinExponent = -126;
  std::uint16_t bits;
};

inline std::uint64_t bits_of(double value) {
  std::uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

/// Rounds to nearest, ties to even, from the bits of the double: no detour through float, which
/// would round twice. Numbers that are too large become infinity; NaN stays NaN.
template <class Small>
inline Small round_to_16(double value) {
  constexpr int drop = 52 - Small::kMantissaBits;
  const std::uint64_t bits = bits_of(value);
  const auto sign = static_cast<std::uint64_t>(bits >> 63) << 15;
  const auto exponent = static_cast<int>((bits >> 52) & 0x7ff) - 1023;
  std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
  constexpr std::uint64_t infinity = 0x7fffu >> Small::kMantissaBits << Small::kMantissaBits;
  std::uint64_t result = 0;
  if (exponent == 1024 && mantissa != 0) {
    result = 0x7fffu;
  } else if (exponent > -Small::kMinExponent + 1) {
    result = infinity;
  } else if (exponent >= Small::kMinExponent) {
    const auto biased = static_cast<std::uint64_t>(exponent - Small::kMinExponent + 1);
    const std::uint64_t wide = (biased << 52) | mantissa;
    result = (wide + (std::uint64_t{1} << (drop - 1)) - 1 + ((wide >> drop) & 1)) >> drop;
  } else if (exponent >= Small::kMinExponent - Small::kMantissaBits - 1) {
    mantissa |= std::uint64_t{1} << 52;
    const int shift = drop + (Small::kMinExponent - exponent);
    result =
        (mantissa + (std::uint64_t{1} << (shift - 1)) - 1 + ((mantissa >> shift) & 1)) >> shift;
  }
  return {static_cast<std::uint16_t>(sign | result)};
}

template <class T>
inline T round_to(double value);
template <>
inline double round_to<double>(double value) {
  return value;
}
template <>
inline float round_to<float>(double value) {
  return static_cast<float>(value);
}
template <>
inline Half round_to<Half>(double value) {
  return round_to_16<Half>(value);
}
template <>
inline BFloat16 round_to<BFloat16>(double value) {
  return round_to_16<BFloat16>(value);
}

inline double widen(double value) {
  return value;
}
inline float widen(float value) {
  return value;
}
inline float widen(BFloat16 value) {
  const std::uint32_t bits = static_cast<std::uint32_t>(value.bits) << 16;
  float result;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}
inline float widen(Half value) {
  const std::uint32_t magnitude = value.bits & 0x7fffu;
  const std::uint32_t sign = static_cast<std::uint32_t>(value.bits & 0x8000u) << 16;
  std::uint32_t bits = magnitude << 13;
  float result;
  if (magnitude >= 0x7c00u) {
    bits += 0x70000000u;  // infinity and NaN: exponent 31 becomes 255
  } else if (magnitude >= 0x0400u) {
    bits += 0x38000000u;  // rebias 15 -> 127
  } else {
    result = static_cast<float>(magnitude) * 0x1p-24f;
    std::memcpy(&bits, &result, sizeof bits);
  }
  bits |= sign;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}

}  // namespace detail
POSENC_END_NAMESPACE
