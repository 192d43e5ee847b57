// The loops over vectors, once for every instruction set (kernels.cpp), and what they are given.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <posenc/detail/sinusoidal/encode.hpp>

#include "../phasors/phase.hpp"
#include "rotate.hpp"
#include "routes.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Pairs are stored in groups of this many, one cache line for each component; the last group is
/// padded, so that vectors need no tail.
constexpr std::ptrdiff_t kLanes = 8;
constexpr std::ptrdiff_t padded(std::ptrdiff_t n) {
  return (n + kLanes - 1) / kLanes * kLanes;
}

/// Phasors of some pairs, sine and cosine each as high part (a multiple of 2^-26) plus low part:
/// components sin_hi, sin_lo, cos_hi, cos_lo, then the next group `group` numbers further on. The
/// parts of a group that several digits need lie together, which avoids cache-set conflicts.
template <class Number>
struct PhasorArray {
  Number* data;
  std::ptrdiff_t group;

  Number* component(int k, std::ptrdiff_t i) const {
    return data + i / kLanes * group + k * kLanes + i % kLanes;
  }
  /// The same from pair i on, a multiple of kLanes.
  PhasorArray from(std::ptrdiff_t i) const { return {data + i / kLanes * group, group}; }
};
using Phasors = PhasorArray<const double>;
using MutablePhasors = PhasorArray<double>;
constexpr std::ptrdiff_t kPhasorGroup = 4 * kLanes;

/// The phasors of positions 0 .. 15, the offsets in a block, in split form and as plain doubles.
constexpr int kRadix = 16;
// One unused place in each group keeps those of one digit from falling into one set of the cache.
constexpr std::ptrdiff_t kSplitGroup = (kRadix + 1) * kPhasorGroup;
constexpr std::ptrdiff_t kPlainGroup = (kRadix + 1) * 2 * kLanes;
// The plain ones in single precision lie in groups of 16 pairs.
constexpr std::ptrdiff_t kSingles = 16;
constexpr std::ptrdiff_t kSingleGroup = (kRadix + 1) * 2 * kSingles;
struct Offsets {
  const double* split;
  const double* plain;
  const float* single;  // null where the first pair is not the first of its group

  Phasors digit(std::ptrdiff_t a) const { return {split + a * kPhasorGroup, kSplitGroup}; }
  const double* sine(std::ptrdiff_t a, std::ptrdiff_t i) const {
    return plain + i / kLanes * kPlainGroup + 2 * a * kLanes + i % kLanes;
  }
  const double* cosine(std::ptrdiff_t a, std::ptrdiff_t i) const { return sine(a, i) + kLanes; }
  const float* single_sine(std::ptrdiff_t a, std::ptrdiff_t i) const {
    return single + i / kSingles * kSingleGroup + 2 * a * kSingles + i % kSingles;
  }
  Offsets from(std::ptrdiff_t i) const {
    return {split + i / kLanes * kSplitGroup, plain + i / kLanes * kPlainGroup,
            i % kSingles == 0 ? single + i / kSingles * kSingleGroup : nullptr};
  }
};

/// The offsets of one pair, digit after digit.
struct OffsetColumn {
  alignas(64) double sin_hi[kRadix], sin_lo[kRadix], cos_hi[kRadix], cos_lo[kRadix];
  double sin[kRadix], cos[kRadix];

  void set(const Offsets& offsets, std::ptrdiff_t i) {
    for (int a = 0; a < kRadix; ++a) {
      const Phasors p = offsets.digit(a);
      sin_hi[a] = *p.component(0, i);
      sin_lo[a] = *p.component(1, i);
      cos_hi[a] = *p.component(2, i);
      cos_lo[a] = *p.component(3, i);
      sin[a] = sin_hi[a] + sin_lo[a];
      cos[a] = cos_hi[a] + cos_lo[a];
    }
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
  Operation operation = Operation::write;
  bool ask_ahead = false;  // for the lines of the next rows, while these are computed

  bool interleaved() const { return pair_stride == 2; }
};

/// The same by columns: sine i of row r to sine[i * pair_stride + r].
template <class T>
struct ColumnTarget {
  T* sine;
  T* cosine;
  std::ptrdiff_t pair_stride;
  std::ptrdiff_t sines, cosines;
  bool ask_ahead = false;  // for the lines of the next pair
};

/// The phasors whose product is an anchor, from the last to the first; each has its groups one
/// after the other.
struct AnchorFactors {
  static constexpr int kMost = 4;
  const double* factor[kMost];
  int count = 0;

  void add(const double* next) { factor[count++] = next; }
};

/// A row at any integer position. Its anchor is the product of two phasors, or only the first; each
/// is stored as groups of kLanes pairs, one after the other.
struct ScatteredRow {
  const double* prefix;
  const double* factor;  // or null
  std::ptrdiff_t digit;
  double sign;  // of the sines
};
constexpr std::ptrdiff_t kScatteredRows = 16;

/// The loops for one scalar type, compiled once for each order of a row and each operation.
template <class T>
struct ScalarKernels {
  /// Rows digit .. digit + rows - 1 of the block with this anchor; sines times `sign`.
  using BlockRows = void (*)(const Phasors& anchor, const Offsets& offsets, int digit, int rows,
                             double sign, const RowTarget<T>& target);
  /// One row at an integer position, its anchor given by its factors.
  using SingleRow = void (*)(const AnchorFactors& anchor, const Offsets& offsets, int digit,
                             double sign, const RowTarget<T>& target);
  /// One row at any position.
  using RealRow = void (*)(const Turns& turns, const Magnitude& position, double sign,
                           const RowTarget<T>& target);
  /// One row at a position that cheap_enough() allows, from pair `first` on, a multiple of kLanes.
  /// Stops before the first group of kLanes pairs with a value that might round differently than by
  /// split products; the sums hi + lo of those lie within `margin` of the sums here. Returns the
  /// first pair of that group, or at least `sines` if there is none.
  using CheapRow = std::ptrdiff_t (*)(const Turns& turns, double position, double margin,
                                      double sign, const RowTarget<T>& target,
                                      std::ptrdiff_t first);
  /// `rows` rows from digit `digit` of the first of several blocks; `anchors` has the anchors of
  /// the blocks one after the other, one group for each.
  using Columns = void (*)(const double* anchors, const OffsetColumn* offsets, int digit,
                           std::ptrdiff_t rows, const ColumnTarget<T>& target);
  /// n rows, at most kScatteredRows.
  using ScatteredColumns = void (*)(const ScatteredRow* rows, std::ptrdiff_t n,
                                    const Offsets& offsets, const ColumnTarget<T>& target);

  /// The first `rows` rows of those at 16 real positions that cheap_enough() allows, none of
  /// them an integer; sine i of row r to sine[i * pair_stride + r * row_stride].
  using RealColumns = void (*)(const Turns& turns, const double* positions, std::ptrdiff_t rows,
                               std::ptrdiff_t row_stride, const ColumnTarget<T>& target);

  BlockRows block_rows[2][2];             // [interleaved][operation]
  SingleRow single_row[2][2];             // the same
  RealRow real_row[2][2];                 // the same
  CheapRow cheap_row[2][2];               // the same; null where products and sums do not fuse
  Columns columns[2];                     // [operation]
  ScatteredColumns scattered_columns[2];  // [operation]
  RealColumns real_columns[2];            // [operation]; null as cheap_row, and for double
};

/// Margins of cheap rows in double: of positions whose phasors are direct ones, and products.
/// docs/exactness.md has the proof.
constexpr double kDirectMargin = 0x1p-73, kProductMargin = 0x1p-71;

/// Whether angles up to position p are few enough turns for cheap rows.
template <class T>
bool cheap_enough(const Turns& turns, double p) {
  if (turns.hi == nullptr) return false;
  if (std::is_same<T, double>::value) {
    return p * turns.most < kCheapDoubleTurns && routes.cheap_double;
  }
  return p * turns.most < kCheapTurns && routes.cheap_phasor;
}

struct Kernels {
  const char* name;
  std::ptrdiff_t width;  // of its vectors, in doubles
  /// out[i] = phasor of p * frequency i, i < n, n a multiple of kLanes.
  void (*direct)(const Turns& turns, std::uint64_t p, std::ptrdiff_t n, const MutablePhasors& out);
  /// out[i] = x[i] y[i], i < n, n a multiple of kLanes.
  void (*multiply)(const Phasors& x, const Phasors& y, std::ptrdiff_t n, const MutablePhasors& out);
  /// The products of the kLanes pairs of x with `count` groups, the first at y and each y_stride
  /// numbers further on; to `out`, a group each.
  void (*multiply_by_many)(const Phasors& x, const double* y, std::ptrdiff_t y_stride,
                           std::ptrdiff_t count, double* out);
  ScalarKernels<double> float64;
  ScalarKernels<float> float32;
  ScalarKernels<Half> float16;
  ScalarKernels<BFloat16> bfloat16;
  RotaryKernels rotary;
};

/// The best kernels that this machine can run, chosen at the first call in a process. To debug or
/// to test, the environment variable POSENC_KERNEL names others: baseline, avx2 or avx512. Those
/// that cannot run here are ignored.
const Kernels& chosen_kernels();

}  // namespace detail
POSENC_END_NAMESPACE
