// What the scaling rules share.
#pragma once

#include <cstddef>
#include <cstdint>

#include <posenc/detail/scaling.hpp>

#include "frequencies.hpp"

namespace posenc {
namespace detail {

void check_factor(const char* function, const char* argument, double s);
/// Throws unless L is a length above `above`, which is 1 or 2π.
void check_length(const char* function, double L, double above);
void check_current_length(const char* function, std::int64_t T);
/// Throws unless the rotated width is even and the base above 1.
void check_rope(const char* function, std::int64_t d, double b);

inline Fixed integer(std::int64_t n) {
  return Fixed::from_integer(n);
}

inline Fixed log_two_pi() {
  return log(kTwoPi);
}

/// Shares what it does not change: the same bits, not only the same number.
void keep(FrequencyVector& to, const FrequencyVector& from, std::size_t i);

/// Throws unless the frequency is below 2^40 in magnitude.
void add(const char* function, FrequencyVector& to, const Fixed& radians);

}  // namespace detail
}  // namespace posenc
