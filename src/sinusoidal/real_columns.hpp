// Columns at real positions, 16 rows at a time, straight from the angles.
#pragma once

#include <algorithm>
#include <cmath>

#include "../kernels/routes.hpp"
#include "../kernels/scalars.hpp"
#include "../phasors/phasor_table.hpp"
#include "../phasors/row_order.hpp"
#include "merge.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

template <class T>
bool has_real_columns(const PhasorTable& table) {
  return of_scalar<T>(table.kernels()).real_columns[0] != nullptr && routes.real_columns;
}

/// Whether real_columns can be taken: no position is an integer, and no angle too large.
template <class T>
bool real_and_cheap(const PhasorTable& table, const double* positions, std::ptrdiff_t n) {
  double most = 0.0;
  bool real = true;
  for (std::ptrdiff_t k = 0; k < n; ++k) {
    most = std::max(most, std::fabs(positions[k]));
    real = real && !position_of(positions[k]).integer;
  }
  return real && cheap_enough<T>(table.turns(), most);
}

/// All pairs of n rows, at most 16, from row r of the output on.
template <class T>
POSENC_NOINLINE void real_columns(const PhasorTable& table, const Placement& at,
                                  const double* positions, std::ptrdiff_t n, const View<T>& out,
                                  std::ptrdiff_t r, Operation operation, bool ask_ahead) {
  double sixteen[kRadix];
  for (std::ptrdiff_t k = 0; k < kRadix; ++k) sixteen[k] = positions[std::min(k, n - 1)];
  of_scalar<T>(table.kernels())
      .real_columns[static_cast<int>(operation)](
          table.turns(), sixteen, n, out.row_stride,
          {out.at(r, at.sine), out.at(r, at.cosine), at.step * out.col_stride, at.sines, at.cosines,
           ask_ahead});
}

}  // namespace detail
POSENC_END_NAMESPACE
