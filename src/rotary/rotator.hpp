// The rotator: sines and cosines of a tile on the stack, then all heads of its rows.
#pragma once

#include <algorithm>
#include <cstddef>

#include "rotary_source.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// One call for one scalar type.
template <class T>
class Rotator {
 public:
  using C = Computing<T>;

  Rotator(const Kernels& kernels, const HeadView& x, const HeadPairs& pairs)
      : kernels_(of_scalar<T>(kernels.rotary)), x_(x), at_(pairs) {}

  /// Pairs of a tile, at most.
  std::ptrdiff_t tile_pairs() const { return down_columns() ? kTilePairs / 4 : kTilePairs; }

  /// All tokens at the positions of the table; all_alike: at the first.
  void rotate(const RotaryTable& table, const TokenPositions& at, const Factors& factors,
              bool all_alike) const {
    alignas(64) C sine[kTileNumbers], cosine[kTileNumbers];
    const bool unscaled = factors.cosine == 1.0 && table.growth.empty();
    const std::ptrdiff_t rotating = unscaled ? std::min(table.rotating, at_.pairs) : at_.pairs;
    for (std::ptrdiff_t begin = 0; begin < rotating; begin += tile_pairs()) {
      const std::ptrdiff_t n = std::min(tile_pairs(), rotating - begin);
      const std::ptrdiff_t most_rows = std::min(kTileRows, kTileNumbers / n);
      RotarySource<C> source(table, at, all_alike ? 1 : x_.tokens, begin, n, factors);
      if (all_alike) {
        source.fill(0, 1, sine, cosine);
        rotate_tile(0, x_.tokens, begin, n, {sine, cosine, 0});
        continue;
      }
      for (std::ptrdiff_t t = 0; t < x_.tokens;) {
        const std::ptrdiff_t rows =
            std::min(x_.tokens - t, t == 0 ? source.first_rows(most_rows) : most_rows);
        source.fill(t, rows, sine, cosine);
        rotate_tile(t, rows, begin, n, {sine, cosine, n});
        t += rows;
      }
    }
  }

  /// Tokens t .. t + rows - 1, pairs begin .. begin + n - 1.
  void rotate_tile(std::ptrdiff_t t, std::ptrdiff_t rows, std::ptrdiff_t begin, std::ptrdiff_t n,
                   const SinCosRows<C>& by) const {
    if (along_rows()) {
      const HeadRowsOf<T> x = {u(t, begin), v(t, begin),   n, rows, x_.token_stride,
                               x_.heads,    x_.head_stride};
      (at_.step == 1 ? kernels_.halves : kernels_.adjacent)(x, by);
    } else if (down_columns()) {
      by_columns(t, rows, begin, n, by);
    } else {
      by_buffer(t, rows, begin, n, by);
    }
  }

 private:
  T* at(std::ptrdiff_t t, std::ptrdiff_t channel) const {
    return static_cast<T*>(x_.data) + t * x_.token_stride + channel * x_.channel_stride;
  }
  T* u(std::ptrdiff_t t, std::ptrdiff_t i) const { return at(t, at_.u + i * at_.step); }
  T* v(std::ptrdiff_t t, std::ptrdiff_t i) const { return at(t, at_.v + i * at_.step); }

  bool along_rows() const {
    return x_.channel_stride == 1 && (at_.step == 1 || (at_.step == 2 && at_.v == at_.u + 1));
  }
  bool down_columns() const { return x_.token_stride == 1 && !along_rows(); }

  /// Tokens lie along the two columns of a pair: the tile is transposed, some rows at a time.
  POSENC_NOINLINE void by_columns(std::ptrdiff_t t, std::ptrdiff_t rows, std::ptrdiff_t begin,
                                  std::ptrdiff_t n, const SinCosRows<C>& by) const {
    constexpr std::ptrdiff_t kNumbers = kTileNumbers / 2;
    alignas(64) C sine[kNumbers], cosine[kNumbers];
    const std::ptrdiff_t most = kNumbers / n;
    for (std::ptrdiff_t r = 0; r < rows; r += most) {
      const std::ptrdiff_t count = std::min(most, rows - r);
      if (r == 0 || by.stride != 0) {
        for (std::ptrdiff_t k = 0; k < count; ++k) {
          for (std::ptrdiff_t i = 0; i < n; ++i) {
            sine[i * most + k] = by.sine[(r + k) * by.stride + i];
            cosine[i * most + k] = by.cosine[(r + k) * by.stride + i];
          }
        }
      }
      kernels_.halves({u(t + r, begin), v(t + r, begin), count, n, at_.step * x_.channel_stride,
                       x_.heads, x_.head_stride},
                      {sine, cosine, most});
    }
  }

  /// Any strides: one head after the other, gathered and scattered.
  POSENC_NOINLINE void by_buffer(std::ptrdiff_t t, std::ptrdiff_t rows, std::ptrdiff_t begin,
                                 std::ptrdiff_t n, const SinCosRows<C>& by) const {
    T us[2 * kTilePairs];
    T* vs = us + kTilePairs;
    const std::ptrdiff_t step = at_.step * x_.channel_stride;
    for (std::ptrdiff_t r = 0; r < rows; ++r) {
      for (std::ptrdiff_t h = 0; h < x_.heads; ++h) {
        T* from_u = u(t + r, begin) + h * x_.head_stride;
        T* from_v = v(t + r, begin) + h * x_.head_stride;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          us[i] = from_u[i * step];
          vs[i] = from_v[i * step];
        }
        kernels_.halves({us, vs, n, 1, 0, 1, 0},
                        {by.sine + r * by.stride, by.cosine + r * by.stride, 0});
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          from_u[i * step] = us[i];
          from_v[i * step] = vs[i];
        }
      }
    }
  }

  const RotateKernels<T>& kernels_;
  const HeadView& x_;
  const HeadPairs& at_;
};

}  // namespace detail
POSENC_END_NAMESPACE
