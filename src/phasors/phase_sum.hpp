// Angles that are sums over several coordinates. The kernels take the summed phases for frequencies
// at position 1.
#pragma once

#include <algorithm>

#include "fill_rows.hpp"
#include "phasor_table.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// One row of up to kTile pairs.
class PhaseSum {
 public:
  /// Pairs begin .. begin + n - 1: angle i is the sum over a < count of coordinate(a) times
  /// frequency i of table(a).
  template <class Table, class Coordinate>
  void set(std::ptrdiff_t count, Table&& table, Coordinate&& coordinate, std::ptrdiff_t begin,
           std::ptrdiff_t n) {
    Wide phases[kTile] = {};  // in units of 2^-128 turns: wraps at a turn
    for (std::ptrdiff_t a = 0; a < count; ++a) {
      const Turns turns = table(a).turns();
      const double p = coordinate(a);
      const Magnitude magnitude = magnitude_of(p);
      for (std::ptrdiff_t i = 0; i < n; ++i) {
        const Phase part = real_phase(magnitude, turns, begin + i);
        const Wide wide = {part.hi, part.lo};
        phases[i] = phases[i] + ((p < 0) != (turns.sign[begin + i] < 0) ? -wide : wide);
      }
    }
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      const bool negative = (phases[i].high >> 63) != 0;  // nearer to the turn below
      const Wide phase = negative ? -phases[i] : phases[i];
      sign_[i] = negative ? -1.0 : 1.0;
      bits_[kTile + i] = phase.low;
      bits_[2 * kTile + i] = phase.high;
    }
    std::fill(sign_ + n, sign_ + padded(n), 1.0);
  }

  template <class T>
  void write(const Kernels& kernels, const RowTarget<T>& to) const {
    of_scalar<T>(kernels).real_row[to.interleaved()][static_cast<int>(to.operation)](
        {bits_, kTile, sign_}, {1, 0}, 1.0, to);
  }

 private:
  std::uint64_t bits_[4 * kTile] = {};
  double sign_[kTile];
};

}  // namespace detail
POSENC_END_NAMESPACE
