// The loops over vectors, once for every instruction set (kernels.cpp), and what they are given.
#pragma once

#include <cstddef>
#include <cstdint>

#include "phase.hpp"

namespace posenc {
namespace detail {

/// n phasors, sine and cosine each as high part (a multiple of 2^-26) plus low part:
/// at[component * stride + i], components in the order sin_hi, sin_lo, cos_hi, cos_lo.
template <class Number>
struct PhasorArray {
  Number* at;
  std::ptrdiff_t stride;

  Number* component(int k) const {
    return at + k * stride;
  }
  PhasorArray from(std::ptrdiff_t i) const {
    return {at + i, stride};
  }
};
using Phasors = PhasorArray<const double>;
using MutablePhasors = PhasorArray<double>;

/// Arrays of phasors come in multiples of this many, so that vectors need no tail.
constexpr std::ptrdiff_t kLanes = 8;
constexpr std::ptrdiff_t padded(std::ptrdiff_t n) {
  return (n + kLanes - 1) / kLanes * kLanes;
}

/// Offsets of one block: the phasors of positions 0 .. 15, in two forms.
constexpr int kRadix = 16;
struct Offsets {
  const double* split;  // digit a: Phasors{split + 4 a stride, stride}
  const double* plain;  // digit a: sines at plain + 2 a stride, cosines at plain + (2 a + 1) stride
  std::ptrdiff_t stride;

  Phasors digit(std::ptrdiff_t a) const {
    return {split + 4 * a * stride, stride};
  }
  Offsets from(std::ptrdiff_t i) const {
    return {split + i, plain + i, stride};
  }
};

/// Where the values of some pairs go: sine i of row r to sine[r * row_stride + i * pair_stride].
/// pair_stride is 1, or 2 with cosine == sine + 1.
template <class T>
struct RowTarget {
  T* sine;
  T* cosine;
  std::ptrdiff_t row_stride, pair_stride;
  std::ptrdiff_t sines, cosines;
};

/// The same by columns: sine i of row r to sine[i * pair_stride + r].
template <class T>
struct ColumnTarget {
  T* sine;
  T* cosine;
  std::ptrdiff_t pair_stride;
  std::ptrdiff_t sines, cosines;
};

template <class T>
struct ScalarKernels {
  /// Rows digit .. digit + rows - 1 of the block with this anchor; sines times `sign`.
  void (*rows)(const Phasors& anchor, const Offsets& offsets, int digit, int rows, double sign,
               const RowTarget<T>& target);
  /// `rows` rows from digit `digit` of the first of several blocks; the anchor of block b is
  /// Phasors{anchors.at + 4 b anchors.stride, anchors.stride}.
  void (*columns)(const Phasors& anchors, const Offsets& offsets, int digit, std::ptrdiff_t rows,
                  const ColumnTarget<T>& target);
  /// One row at any position.
  void (*real_row)(const Turns& turns, const Magnitude& position, double sign,
                   const RowTarget<T>& target);
};

struct Half;
struct BFloat16;

struct Kernels {
  const char* name;
  /// out[i] = phasor of p * frequency i, i < n, n a multiple of kLanes.
  void (*direct)(const Turns& turns, std::uint64_t p, std::ptrdiff_t n, const MutablePhasors& out);
  /// out[i] = x[i] y[i], i < n, n a multiple of kLanes.
  void (*multiply)(const Phasors& x, const Phasors& y, std::ptrdiff_t n, const MutablePhasors& out);
  ScalarKernels<double> float64;
  ScalarKernels<float> float32;
  ScalarKernels<Half> float16;
  ScalarKernels<BFloat16> bfloat16;
};

/// The best that this machine can run. For tests, the environment variable POSENC_KERNEL names
/// another: baseline, avx2 or avx512; a name that cannot run here is passed over.
const Kernels& select_kernels();

}  // namespace detail
}  // namespace posenc
