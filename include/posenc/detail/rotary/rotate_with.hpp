// Rotation of a tile by the caller's sines and cosines.
#pragma once

#include <posenc/detail/rotary/rotate.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// At most kTileNumbers sines and as many cosines, of at most kTilePairs pairs: the sine of token t
/// and pair i is sine[t * pairs.pairs + i]. Those of a double are doubles, of another scalar
/// floats. NaNs among them may lose their payload.
void rotate_with(const HeadView& x, const HeadPairs& pairs, double* sine, double* cosine);
void rotate_with(const HeadView& x, const HeadPairs& pairs, float* sine, float* cosine);

}  // namespace detail
POSENC_END_NAMESPACE
