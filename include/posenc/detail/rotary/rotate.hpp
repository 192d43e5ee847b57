// Heads of tokens, and their rotation in place.
#pragma once

#include <cstddef>
#include <cstdint>

#include <posenc/detail/rotary/rotary_table.hpp>
#include <posenc/detail/view.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Heads of tokens: channel c of head h of token t is data[t * token_stride + h * head_stride +
/// c * channel_stride].
struct HeadView {
  void* data;
  ScalarType scalar;
  std::ptrdiff_t tokens, heads;
  std::ptrdiff_t token_stride, head_stride, channel_stride;
};

/// Channels of a head that rotate: pair i is (u + i * step, v + i * step), i < pairs.
struct HeadPairs {
  std::ptrdiff_t u, v, step, pairs;
};

/// Token t stands at position[t + a * axis_stride] on axis a; where positions is null, at first + t
/// on every axis.
struct TokenPositions {
  const double* positions;
  std::ptrdiff_t axis_stride;
  std::int64_t first;
};

/// Factors of the sines and of the cosines. At position p on axis 0, those of a table with growth
/// are also multiplied by 2^(growth (p - centre) rate) with the rate of the pair.
struct Factors {
  double sine, cosine;
  double growth = 1.0, centre = 0.0;
};

/// (u, v) <- (u c - v s, v c + u s) with s and c the sine and cosine of each token and pair, times
/// the factors. All arguments are checked already.
void rotate(const RotaryTable& table, const HeadView& x, const HeadPairs& pairs,
            const TokenPositions& at, const Factors& factors);

/// The same with all tokens at the position of the first.
void rotate_all(const RotaryTable& table, const HeadView& x, const HeadPairs& pairs,
                const TokenPositions& at, const Factors& factors);

/// The most numbers (sines, and as many cosines), pairs and rows of a tile.
constexpr std::ptrdiff_t kTileNumbers = 1024;
constexpr std::ptrdiff_t kTilePairs = 64;
constexpr std::ptrdiff_t kTileRows = 64;

}  // namespace detail
POSENC_END_NAMESPACE
