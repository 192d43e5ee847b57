// Powers of two and products with doubles, of any magnitude.
#pragma once

#include "fixed_point.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Exact for a power of two; else error below 2^-178.
Fixed log2_of(double x);
/// 2^x for x <= 40, exact for an integer; else relative error below 2^-182, absolute below 2^-182
/// for x < 0.
Fixed exp2(const Fixed& x);
/// The nearest double of 2^x, at any magnitude.
double exp2_to_double(const Fixed& x);
/// x * 2^exponent of either sign, cut off towards zero.
Fixed signed_shift(const Fixed& x, int exponent);
/// x * by, with full precision however small it is.
Fixed times(const Fixed& x, double by);
/// x / y for y >= 2^-60, limited to 2^12 in magnitude: 2 to that power vanishes in a Fixed, or is
/// too large for a frequency.
Fixed exponent_step(const Fixed& x, const Fixed& y);

}  // namespace detail
POSENC_END_NAMESPACE
