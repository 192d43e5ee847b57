// The sines and cosines of a rotary embedding, as tables.
#pragma once

#include <posenc/detail/rotary/rotate.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Sines and cosines of tokens and pairs, times the factors, into two matrices of one scalar.
void write_sin_cos(const RotaryTable& table, std::ptrdiff_t tokens, const TokenPositions& at,
                   const Factors& factors, const Output& sine, const Output& cosine);

}  // namespace detail
POSENC_END_NAMESPACE
