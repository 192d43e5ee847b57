// The rule of LongRoPE, with its factors as plain arrays.
#pragma once

#include <cstdint>

#include <posenc/frequencies/scaling.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// f_i / short_factor[i] where the length T is up to L, f_i / long_factor[i] beyond.
Frequencies longrope(const Frequencies& f, const double* short_factor, const double* long_factor,
                     double L, std::int64_t T);

/// Throws unless s is from 2^-20 to 2^40.
void check_factor(const char* function, const char* argument, double s);

}  // namespace detail
POSENC_END_NAMESPACE
