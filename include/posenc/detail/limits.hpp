// The limits of arguments. Error messages spell them out.
#pragma once

#include <cstddef>
#include <cstdint>

#include <posenc/version.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Pairs of an encoding or a head: the errors of a progression of this many steps add up to less
/// than 2^-160, and 2^41 times this number fits in a Fixed.
inline constexpr std::int64_t kMaxPairs = std::int64_t{1} << 22;
/// Columns of an encoding, channels of a head.
inline constexpr std::int64_t kMaxWidth = 2 * kMaxPairs;
/// Every integer up to here is a double.
inline constexpr std::int64_t kMaxPosition = std::int64_t{1} << 53;
/// Axes of a rotary embedding.
inline constexpr std::int64_t kMaxAxes = 8;
/// Coordinates of the presets that take any number.
inline constexpr std::int64_t kMaxCoordinates = 1000;
/// Given positions that cross to src/ in one call: the stack holds them, the order of their rows
/// and their anchors at the same time.
inline constexpr std::ptrdiff_t kRowChunk = 1664;
/// In radians per position.
inline constexpr double kMaxFrequency = 0x1p40;
/// YaRN divides by the logarithm of its base.
inline constexpr double kMinYarnBase = 1.001;
/// Factors of the scaling rules.
inline constexpr double kMinFactor = 0x1p-20, kMaxFactor = 0x1p40;

}  // namespace detail
POSENC_END_NAMESPACE
