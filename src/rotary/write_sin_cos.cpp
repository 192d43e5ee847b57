// The sines and cosines of a rotary embedding, as tables.
#include <posenc/detail/rotary/write_sin_cos.hpp>

#include <algorithm>
#include <type_traits>

#include "rotary_source.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

template <class T, class C>
void put(const Output& to, std::ptrdiff_t r, std::ptrdiff_t i, C value) {
  T& entry = static_cast<T*>(to.data)[r * to.row_stride + i * to.col_stride];
  if constexpr (std::is_same_v<T, C>) {
    entry = value;
  } else {
    entry = round_to<T>(value);
  }
}

/// Through numbers of type C, rounded to T.
template <class T, class C>
void write_tables(const RotaryTable& table, std::ptrdiff_t tokens, const TokenPositions& at,
                  const Factors& factors, const Output& sine, const Output& cosine) {
  constexpr std::ptrdiff_t kRows = kTileNumbers / kTilePairs;
  C sines[kTileNumbers], cosines[kTileNumbers];
  for (std::ptrdiff_t begin = 0; begin < table.pairs; begin += kTilePairs) {
    const std::ptrdiff_t n = std::min(kTilePairs, table.pairs - begin);
    RotarySource<C> source(table, at, tokens, begin, n, factors);
    for (std::ptrdiff_t r = 0; r < tokens; r += kRows) {
      const std::ptrdiff_t rows = std::min(kRows, tokens - r);
      source.fill(r, rows, sines, cosines);
      for (std::ptrdiff_t k = 0; k < rows; ++k) {
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          put<T>(sine, r + k, begin + i, sines[k * n + i]);
          put<T>(cosine, r + k, begin + i, cosines[k * n + i]);
        }
      }
    }
  }
}

}  // namespace

void write_sin_cos(const RotaryTable& table, std::ptrdiff_t tokens, const TokenPositions& at,
                   const Factors& factors, const Output& sine, const Output& cosine) {
  const bool unscaled = factors.sine == 1.0 && factors.cosine == 1.0 && table.growth.empty();
  for_scalar(sine.scalar, [&](auto scalar) {
    using T = decltype(scalar);
    if (unscaled) {
      write_tables<T, T>(table, tokens, at, factors, sine, cosine);
    } else {
      write_tables<T, double>(table, tokens, at, factors, sine, cosine);
    }
  });
}

}  // namespace detail
POSENC_END_NAMESPACE
