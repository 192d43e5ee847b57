// The values of a tile of pairs, row by row: what every operation starts from.
#pragma once

#include "../kernels/routes.hpp"
#include "../kernels/scalars.hpp"
#include "phasor_table.hpp"
#include "row_order.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Pairs of a tile, and the object that holds their anchors.
struct Tile {
  const PhasorTable& table;
  std::ptrdiff_t begin;
  Anchors anchors;

  template <class Room>
  Tile(const PhasorTable& t, std::ptrdiff_t first, std::ptrdiff_t n, Room& room)
      : table(t), begin(first), anchors(t, first, n, room) {}
};

/// One row at an integer position without a tile, pairs `begin` and on; false, and nothing is
/// written, where a factor of its anchor is not stored.
template <class T>
bool fill_single_row(const PhasorTable& table, std::ptrdiff_t begin, std::int64_t position,
                     const RowTarget<T>& target) {
  const double sign = position < 0 ? -1.0 : 1.0;
  const auto magnitude = static_cast<std::uint64_t>(position < 0 ? -position : position);
  const AnchorFactors anchor = table.anchor_factors(magnitude / kRadix, begin);
  if (anchor.count == 0 || !routes.single_row) return false;
  of_scalar<T>(table.kernels())
      .single_row[target.interleaved()][static_cast<int>(target.operation)](
          anchor, table.offsets().from(begin), static_cast<int>(magnitude % kRadix), sign, target);
  return true;
}

/// Rows begin .. end - 1 of this order into target, whose row 0 is row `begin`.
template <class T, class Order>
void fill_rows(Tile& tile, const Order& order, std::ptrdiff_t begin, std::ptrdiff_t end,
               const RowTarget<T>& target) {
  const ScalarKernels<T>& kernels = of_scalar<T>(tile.table.kernels());
  const Offsets offsets = tile.table.offsets().from(tile.begin);
  for (std::ptrdiff_t k = begin; k < end;) {
    const Position p = order.position(k);
    const double sign = p.negative ? -1.0 : 1.0;
    RowTarget<T> to = target;
    to.sine += (order.row(k) - begin) * to.row_stride;
    to.cosine += (order.row(k) - begin) * to.row_stride;
    std::ptrdiff_t run = 1;
    if (!p.integer) {
      kernels.real_row[to.interleaved()][static_cast<int>(to.operation)](
          tile.table.turns().from(tile.begin), p.real, sign, to);
    } else {
      run = order.run_length(k, p, end - k);
      auto digit = static_cast<int>(p.magnitude % kRadix);
      if (p.negative) {  // magnitudes fall: from the last row backwards
        digit -= static_cast<int>(run) - 1;
        to.sine += (run - 1) * to.row_stride;
        to.cosine += (run - 1) * to.row_stride;
        to.row_stride = -to.row_stride;
      }
      kernels.block_rows[to.interleaved()][static_cast<int>(to.operation)](
          tile.anchors.at(p.magnitude / kRadix), offsets, digit, static_cast<int>(run), sign, to);
    }
    k += run;
  }
}

}  // namespace detail
POSENC_END_NAMESPACE
