// Rotation of a tile by the caller's sines and cosines.
#pragma once

#include <posenc/detail/rotary/rotate.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// At most kTileNumbers sines and as many cosines, of at most kTilePairs pairs: the sine of token t
/// and pair i is sine[t * pairs.pairs + i]. They are doubles where x is double, else floats. NaNs
/// among them may lose their payload.
void rotate_with(const HeadView& x, const HeadPairs& pairs, double* sine, double* cosine);
void rotate_with(const HeadView& x, const HeadPairs& pairs, float* sine, float* cosine);

/// Copies columns that lie `stride` numbers apart to contiguous rows: to[r * cols + c] =
/// from[c * stride + r].
void rows_of_columns(const double* from, std::ptrdiff_t stride, std::ptrdiff_t rows,
                     std::ptrdiff_t cols, double* to);
void rows_of_columns(const float* from, std::ptrdiff_t stride, std::ptrdiff_t rows,
                     std::ptrdiff_t cols, float* to);

}  // namespace detail
POSENC_END_NAMESPACE
