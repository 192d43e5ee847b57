// Geometric progressions in fixed point, and the checks of a rule's arguments.
#pragma once

#include <cstddef>
#include <cstdint>

#include <posenc/frequencies/rules.hpp>

#include "../numbers/fixed_point.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Throws unless there are 1 to 2^22 pairs.
std::ptrdiff_t checked_pairs(const char* function, Integer pairs);
/// Throws unless the value is finite and below 2^40 in magnitude.
void check_magnitude(const char* function, const char* argument, double value);

/// ω_i = 2^(first + i step). `odd_width` is that of Frequencies::width(), or 0.
Frequencies geometric_progression(const char* function, std::ptrdiff_t pairs, const Fixed& first,
                                  const Fixed& step, std::int64_t odd_width = 0);

/// The step of a progression whose last of n members is `difference` away; 0 where n is 1.
Fixed closed_step(const Fixed& difference, std::ptrdiff_t n);

}  // namespace detail
POSENC_END_NAMESPACE
