// The factor of queries that grows with the position.
#pragma once

#include <cstdint>

#include <posenc/version.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Throws unless it is from 0 to 2^20.
void check_attn_scale(const char* function, double attn_scale);

/// 1 + scale ln(1 + steps), for steps >= 0 and a scale from 0 to 2^20.
double query_factor(std::int64_t steps, double scale);

}  // namespace detail
POSENC_END_NAMESPACE
