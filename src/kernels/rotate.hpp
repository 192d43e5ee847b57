// The loops that rotate vectors in place, once for every instruction set (rotary.inl), and what
// they are given.
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

/// Many short lines of n pairs: u of pair i of line (r, h) is u[r * row_stride + h * head_stride +
/// i], or [... + 2 i] where v is right after u.
template <class T>
struct Lines {
  T* u;
  T* v;
  std::ptrdiff_t n, rows, row_stride, heads, head_stride;
};

/// Sine and cosine of pair i of row r: sine[r * stride + i] and cosine[r * stride + i].
template <class C>
struct Turn {
  const C* sine;
  const C* cosine;
  std::ptrdiff_t stride;
};

template <class T>
struct LineKernels {
  /// Pairs (u[i], v[i]).
  void (*halves)(const Lines<T>& lines, const Turn<Computing<T>>& turn);
  /// Pairs (u[2i], u[2i + 1]).
  void (*adjacent)(const Lines<T>& lines, const Turn<Computing<T>>& turn);
};

struct RotaryKernels {
  LineKernels<double> float64;
  LineKernels<float> float32;
  LineKernels<Half> float16;
  LineKernels<BFloat16> bfloat16;
};

}  // namespace detail
POSENC_END_NAMESPACE
