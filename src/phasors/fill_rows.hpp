// The values of a tile of pairs, row by row: what every operation starts from.
#pragma once

#include <algorithm>
#include <type_traits>

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

/// One row at the integer position p by the cheap phasor, and what is in doubt by its anchor's.
template <class T>
POSENC_NOINLINE void fill_row_alone(const Tile& tile, const Position& p, double sign,
                                    const RowTarget<T>& to) {
  const ScalarKernels<T>& kernels = of_scalar<T>(tile.table.kernels());
  const int interleaved = to.interleaved(), operation = static_cast<int>(to.operation);
  const Turns turns = tile.table.turns().from(tile.begin);
  const auto position = static_cast<double>(p.magnitude);
  for (std::ptrdiff_t i = 0;; i += kLanes) {
    i = kernels.cheap_row[interleaved][operation](turns, position, kProductMargin, sign, to, i);
    if (i >= to.sines) return;
    AnchorRoom<kLanes> room;
    RowTarget<T> some = to;
    some.sine += i * to.pair_stride;
    some.cosine += i * to.pair_stride;
    some.sines = std::min(kLanes, to.sines - i);
    some.cosines = std::min(some.sines, to.cosines - i);
    Anchors anchors(tile.table, tile.begin + i, some.sines, room);
    kernels.block_rows[interleaved][operation](
        anchors.at(p.magnitude / kRadix), tile.table.offsets().from(tile.begin + i),
        static_cast<int>(p.magnitude % kRadix), 1, sign, some);
  }
}

/// Whether row k, which no other follows directly, is better made without an anchor: it would need
/// several factors, and no row beside it in this order shares them.
template <class T, class Order>
POSENC_NOINLINE bool better_alone(const Tile& tile, const Order& order, std::ptrdiff_t begin,
                                  std::ptrdiff_t k, std::ptrdiff_t end, const Position& p) {
  constexpr std::uint64_t least =
      std::is_same<T, double>::value ? kRadix * kRadix * kRadix : kRadix * kRadix;
  if (of_scalar<T>(tile.table.kernels()).cheap_row[0][0] == nullptr || p.magnitude < least ||
      !routes.rows_without_anchor ||
      !cheap_enough<T>(tile.table.turns(), static_cast<double>(p.magnitude))) {
    return false;
  }
  const auto shares = [&](std::ptrdiff_t other) {
    if (other < begin || other >= end) return false;
    const Position q = order.position(other);
    return q.integer && q.magnitude / kRadix == p.magnitude / kRadix;
  };
  return !shares(k - 1) && !shares(k + 1);
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
      if (run == 1 && better_alone<T>(tile, order, begin, k, end, p)) {
        fill_row_alone<T>(tile, p, sign, to);
        ++k;
        continue;
      }
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
