// The loops that rotate vectors in place, once for every instruction set (rotate.inl), and their
// arguments.
#pragma once

#include <cstddef>

#include "../numbers/small_floats.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// The type in which T is rotated.
template <class T>
struct ComputingType {
  using Type = float;
};
template <>
struct ComputingType<double> {
  using Type = double;
};
template <class T>
using Computing = typename ComputingType<T>::Type;

/// Pairs of a tile in x: u of pair i in row r and head h is u[r * row_stride + h * head_stride +
/// i], or [... + 2 i] where v is right after u.
template <class T>
struct HeadRowsOf {
  T* u;
  T* v;
  std::ptrdiff_t pairs, rows, row_stride, heads, head_stride;
};

/// Sine and cosine of pair i of row r: sine[r * stride + i] and cosine[r * stride + i].
template <class C>
struct SinCosRows {
  const C* sine;
  const C* cosine;
  std::ptrdiff_t stride;
};

template <class T>
struct RotateKernels {
  using Rotate = void (*)(const HeadRowsOf<T>& x, const SinCosRows<Computing<T>>& by);
  Rotate halves;    // pairs (u[i], v[i])
  Rotate adjacent;  // pairs (u[2i], u[2i + 1])
};

struct RotaryKernels {
  RotateKernels<double> float64;
  RotateKernels<float> float32;
  RotateKernels<Half> float16;
  RotateKernels<BFloat16> bfloat16;
  /// Copies columns that lie `stride` numbers apart to contiguous rows: to[r * cols + c] =
  /// from[c * stride + r].
  void (*rows_of_columns64)(const double* from, std::ptrdiff_t stride, std::ptrdiff_t rows,
                            std::ptrdiff_t cols, double* to);
  void (*rows_of_columns32)(const float* from, std::ptrdiff_t stride, std::ptrdiff_t rows,
                            std::ptrdiff_t cols, float* to);
};

}  // namespace detail
POSENC_END_NAMESPACE
