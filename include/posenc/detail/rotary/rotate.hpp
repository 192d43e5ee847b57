// Heads of tokens, and their rotation in place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include <posenc/detail/frequencies/frequencies.hpp>
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

/// Channels of a head that turn: pair i is (u + i * step, v + i * step), i < pairs.
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

/// 2^(sign (p - centre) rate[i]) for pair i at position p on axis 0; rate may be null for 1.
struct Growth {
  const double* rate;
  double sign, centre;
};

/// What the phasors are multiplied by: sine and cosine each by a factor of its own.
struct Factors {
  double sine, cosine;
  Growth growth = {nullptr, 0.0, 0.0};
};

class RotaryTable;  // immutable, shared
using RotaryHandle = std::shared_ptr<const RotaryTable>;

/// Term k turns pair k mod pairs with frequency k by the coordinate on axis axis_of_term[k]. There
/// is one term for each pair, or one for each pair on each axis: then the angle is their sum.
RotaryHandle make_rotary_table(const Frequencies& frequencies, const std::ptrdiff_t* axis_of_term,
                               std::ptrdiff_t axes, std::ptrdiff_t pairs);

/// (u, v) <- (u c - v s, v c + u s) with s and c the sine and cosine of each token and pair, times
/// the factors. All arguments are checked already.
void rotate(const RotaryTable& table, const HeadView& x, const HeadPairs& pairs,
            const TokenPositions& at, const Factors& factors);

/// The same with all tokens at the position of the first.
void rotate_all(const RotaryTable& table, const HeadView& x, const HeadPairs& pairs,
                const TokenPositions& at, const Factors& factors);

/// A tile: kTileNumbers sines, and as many cosines, of at most kTilePairs pairs.
constexpr std::ptrdiff_t kTileNumbers = 1024;
constexpr std::ptrdiff_t kTilePairs = 64;

/// The same for a tile, with the caller's numbers: sine of token t and pair i is
/// sine[t * pairs.pairs + i]. Those of a double are doubles, of another scalar floats. NaNs among
/// them may lose their payload.
void rotate_with(const HeadView& x, const HeadPairs& pairs, double* sine, double* cosine);
void rotate_with(const HeadView& x, const HeadPairs& pairs, float* sine, float* cosine);

/// log2 of xPos's ζ_i = (2i + 0.4 d) / (1.4 d), d = 2n, i < n.
void xpos_log2_zeta(std::ptrdiff_t n, double* log2_zeta);

/// Sines and cosines of tokens and pairs, times the factors, into two matrices of one scalar.
void write_sin_cos(const RotaryTable& table, std::ptrdiff_t tokens, const TokenPositions& at,
                   const Factors& factors, const Output& sine, const Output& cosine);

}  // namespace detail
POSENC_END_NAMESPACE
