// Puts a small matrix of values into its places in the output: copied or added, row by row or
// column by column, and as often as its positions repeat.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>

#include <posenc/detail/sinusoidal/encode.hpp>

#include "../kernels/scalars.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

template <class T>
struct View {
  T* data;
  std::ptrdiff_t row_stride, col_stride;

  T* at(std::ptrdiff_t r, std::ptrdiff_t c) const { return data + r * row_stride + c * col_stride; }
};

/// Rounded once: the sum of two 16-bit numbers in float, as 24 bits are enough for.
template <class T>
T sum_of(T a, T b) {
  return round_to<T>(widen(a) + widen(b));
}

template <class T>
void merge_line(T* to, std::ptrdiff_t to_stride, const T* from, std::ptrdiff_t from_stride,
                std::ptrdiff_t n, Operation operation) {
  if (operation == Operation::write && to_stride == 1 && from_stride == 1) {
    std::copy_n(from, n, to);
  } else if (operation == Operation::write && to_stride == 1 && from_stride == 0) {
    std::fill_n(to, n, *from);
  } else if (operation == Operation::write) {
    for (std::ptrdiff_t k = 0; k < n; ++k) to[k * to_stride] = from[k * from_stride];
  } else if (to_stride == 1 && from_stride == 1) {
    for (std::ptrdiff_t k = 0; k < n; ++k) to[k] = sum_of(to[k], from[k]);
  } else {
    for (std::ptrdiff_t k = 0; k < n; ++k) {
      to[k * to_stride] = sum_of(to[k * to_stride], from[k * from_stride]);
    }
  }
}

/// Copies or adds a small matrix, along the lines that lie closer in the output.
template <class T>
void merge(const View<T>& to, const View<const T>& from, std::ptrdiff_t rows, std::ptrdiff_t cols,
           Operation operation) {
  if (std::abs(to.row_stride) < std::abs(to.col_stride)) {
    for (std::ptrdiff_t c = 0; c < cols; ++c) {
      merge_line(to.at(0, c), to.row_stride, from.at(0, c), from.row_stride, rows, operation);
    }
  } else {
    for (std::ptrdiff_t r = 0; r < rows; ++r) {
      merge_line(to.at(r, 0), to.col_stride, from.at(r, 0), from.col_stride, cols, operation);
    }
  }
}

/// Puts the values of positions r .. r + n - 1 into all rows at these positions.
template <class T>
void merge_repeated(const View<T>& to, const View<const T>& from, const Rows& rows,
                    std::ptrdiff_t r, std::ptrdiff_t n, std::ptrdiff_t cols, Operation operation) {
  for (std::ptrdiff_t outer = 0; outer < rows.outer; ++outer) {
    const std::ptrdiff_t at = outer * (rows.count + rows.skip) + r;
    if (rows.inner == 1) {
      merge<T>({to.at(at, 0), to.row_stride, to.col_stride}, from, n, cols, operation);
      continue;
    }
    for (std::ptrdiff_t k = 0; k < n; ++k) {
      merge<T>({to.at((at + k) * rows.inner, 0), to.row_stride, to.col_stride},
               {from.at(k, 0), 0, from.col_stride}, rows.inner, cols, operation);
    }
  }
}

/// The most values that one call computes before it puts them in their places.
constexpr std::ptrdiff_t kBuffer = 1024;

}  // namespace detail
POSENC_END_NAMESPACE
