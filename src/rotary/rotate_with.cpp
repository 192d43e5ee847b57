// Rotation of a tile by the caller's sines and cosines.
#include <posenc/detail/rotary/rotate_with.hpp>

#include <limits>
#include <type_traits>

#include "rotator.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

/// The kernels of 16-bit types take the low bits of a NaN to be zero.
void make_nans_plain(float* x, std::ptrdiff_t n) {
  for (std::ptrdiff_t k = 0; k < n; ++k) {
    x[k] = x[k] != x[k] ? std::numeric_limits<float>::quiet_NaN() : x[k];
  }
}

template <class T>
void rotate_tile(const HeadView& x, const HeadPairs& pairs, Computing<T>* sine,
                 Computing<T>* cosine) {
  if constexpr (!std::is_same_v<T, Computing<T>>) {
    make_nans_plain(sine, x.tokens * pairs.pairs);
    make_nans_plain(cosine, x.tokens * pairs.pairs);
  }
  Rotator<T>(chosen_kernels(), x, pairs)
      .rotate_tile(0, x.tokens, 0, pairs.pairs, {sine, cosine, pairs.pairs});
}

}  // namespace

void rotate_with(const HeadView& x, const HeadPairs& pairs, double* sine, double* cosine) {
  rotate_tile<double>(x, pairs, sine, cosine);
}

void rotate_with(const HeadView& x, const HeadPairs& pairs, float* sine, float* cosine) {
  switch (x.scalar) {
    case ScalarType::float16: return rotate_tile<Half>(x, pairs, sine, cosine);
    case ScalarType::bfloat16: return rotate_tile<BFloat16>(x, pairs, sine, cosine);
    default: return rotate_tile<float>(x, pairs, sine, cosine);
  }
}

void rows_of_columns(const double* from, std::ptrdiff_t stride, std::ptrdiff_t rows,
                     std::ptrdiff_t cols, double* to) {
  chosen_kernels().rotary.rows_of_columns64(from, stride, rows, cols, to);
}

void rows_of_columns(const float* from, std::ptrdiff_t stride, std::ptrdiff_t rows,
                     std::ptrdiff_t cols, float* to) {
  chosen_kernels().rotary.rows_of_columns32(from, stride, rows, cols, to);
}

}  // namespace detail
POSENC_END_NAMESPACE
