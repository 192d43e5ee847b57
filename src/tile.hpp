// The values of a tile of pairs, row by row: what every operation starts from.
#pragma once

#include <algorithm>
#include <cmath>

#include "phasor_table.hpp"
#include "rounding.hpp"

namespace posenc {
namespace detail {

/// A row's position.
struct Position {
  bool negative, integer;
  std::uint64_t magnitude;  // where integer
  Magnitude real;           // where not
};

inline Position position_of(std::int64_t p) {
  const bool negative = p < 0;
  return {negative, true, static_cast<std::uint64_t>(negative ? -p : p), {0, 0}};
}

/// |p| <= 2^53.
inline Magnitude magnitude_of(double p) {
  const double magnitude = std::fabs(p);
  const auto whole = static_cast<std::uint64_t>(magnitude);
  if (static_cast<double>(whole) == magnitude) return {whole, 0};
  int exponent = 0;
  const double mantissa = std::frexp(magnitude, &exponent);
  return {static_cast<std::uint64_t>(std::ldexp(mantissa, 53)), 53 - exponent};
}
inline Position position_of(double p) {
  const auto whole = static_cast<std::int64_t>(p);
  if (static_cast<double>(whole) == p) return position_of(whole);
  return {p < 0, false, 0, magnitude_of(p)};
}

inline Position position_at(const Rows& rows, std::ptrdiff_t r) {
  return rows.positions != nullptr ? position_of(rows.positions[r]) : position_of(rows.first + r);
}

/// Number of rows from r on, at most `most`, whose positions count up by ones within one block of
/// 16 and on one side of zero.
inline int run_length(const Rows& rows, std::ptrdiff_t r, const Position& p, std::ptrdiff_t most) {
  const auto digit = static_cast<std::ptrdiff_t>(p.magnitude % kRadix);
  const std::ptrdiff_t rest = std::min(most, p.negative ? digit + 1 : kRadix - digit);
  std::ptrdiff_t run = 1;
  if (rows.positions == nullptr) {
    run = rest;
  } else {
    while (run < rest && rows.positions[r + run] - rows.positions[r + run - 1] == 1.0) ++run;
  }
  if (p.negative && static_cast<std::uint64_t>(run) > p.magnitude) --run;  // zero is not negative
  return static_cast<int>(run);
}

template <class T>
const ScalarKernels<T>& kernels_for(const Kernels& kernels);
template <>
inline const ScalarKernels<double>& kernels_for(const Kernels& kernels) {
  return kernels.float64;
}
template <>
inline const ScalarKernels<float>& kernels_for(const Kernels& kernels) {
  return kernels.float32;
}
template <>
inline const ScalarKernels<Half>& kernels_for(const Kernels& kernels) {
  return kernels.float16;
}
template <>
inline const ScalarKernels<BFloat16>& kernels_for(const Kernels& kernels) {
  return kernels.bfloat16;
}

/// Pairs of a tile, and the object that holds their anchors.
struct Tile {
  const PhasorTable& table;
  std::ptrdiff_t begin;
  Anchors anchors;

  Tile(const PhasorTable& t, std::ptrdiff_t first, std::ptrdiff_t n)
      : table(t), begin(first), anchors(t, first, n) {}
};

/// Rows begin .. end - 1 into target, whose row 0 is row `begin`.
template <class T>
void fill_rows(Tile& tile, const Rows& rows, std::ptrdiff_t begin, std::ptrdiff_t end,
               RowTarget<T> target) {
  const ScalarKernels<T>& kernels = kernels_for<T>(tile.table.kernels());
  const Offsets offsets = tile.table.offsets().from(tile.begin);
  for (std::ptrdiff_t r = begin; r < end;) {
    const Position p = position_at(rows, r);
    const double sign = p.negative ? -1.0 : 1.0;
    std::ptrdiff_t run = 1;
    if (!p.integer) {
      kernels.real_row(tile.table.turns().from(tile.begin), p.real, sign, target);
    } else {
      run = run_length(rows, r, p, end - r);
      auto digit = static_cast<int>(p.magnitude % kRadix);
      RowTarget<T> to = target;
      if (p.negative) {  // magnitudes fall: from the last row backwards
        digit -= static_cast<int>(run) - 1;
        to.sine += (run - 1) * to.row_stride;
        to.cosine += (run - 1) * to.row_stride;
        to.row_stride = -to.row_stride;
      }
      kernels.rows(tile.anchors.at(p.magnitude / kRadix), offsets, digit, static_cast<int>(run),
                   sign, to);
    }
    target.sine += run * target.row_stride;
    target.cosine += run * target.row_stride;
    r += run;
  }
}

}  // namespace detail
}  // namespace posenc
