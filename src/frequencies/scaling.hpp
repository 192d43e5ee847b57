// What the scaling rules share.
#pragma once

#include <cstddef>
#include <cstdint>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/frequencies/longrope.hpp>
#include <posenc/detail/limits.hpp>
#include <posenc/frequencies/scaling.hpp>

#include "frequency_vector.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Of a text.
constexpr auto kMaxLength = static_cast<double>(kMaxPosition);

/// Throws unless L is a length above 1.
void check_length(const char* function, double L);
void check_current_length(const char* function, std::int64_t T);
/// Throws unless the rotated width is even and up to 2^23, and the base above 1.
void check_rope(const char* function, std::int64_t d, double b,
                const char* width_argument = "width");

inline Fixed integer(std::int64_t n) {
  return Fixed::from_integer(n);
}

inline Fixed log_two_pi() {
  return log(kTwoPi);
}

/// Throws unless the frequency is below 2^40 in magnitude. `value` stands for it where it is small.
void add(const char* function, FrequencyVector& to, const Fixed& radians, double value);

}  // namespace detail
POSENC_END_NAMESPACE
