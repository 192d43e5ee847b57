// The values of a tile of pairs, row by row: every operation starts from these.
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

/// Whether a row at an integer position can be computed directly from its angles.
template <class T>
bool has_cheap_angles(const PhasorTable& table, const Position& p) {
  return of_scalar<T>(table.kernels()).cheap_row[0][0] != nullptr &&
         cheap_enough<T>(table.turns(), static_cast<double>(p.magnitude));
}

/// Such a row, from pair `begin` on; groups of kLanes pairs in doubt are computed by their anchor.
template <class T>
POSENC_NOINLINE void fill_from_angles(const PhasorTable& table, std::ptrdiff_t begin,
                                      const Position& p, const RowTarget<T>& to) {
  const ScalarKernels<T>& kernels = of_scalar<T>(table.kernels());
  const int interleaved = to.interleaved(), operation = static_cast<int>(to.operation);
  const Turns turns = table.turns().from(begin);
  const auto position = static_cast<double>(p.magnitude);
  for (std::ptrdiff_t i = 0;; i += kLanes) {
    i = kernels.cheap_row[interleaved][operation](turns, position, kProductMargin, p.sign(), to, i);
    if (i >= to.sines) return;
    AnchorRoom<kLanes> room;
    RowTarget<T> some = to;
    some.sine += i * to.pair_stride;
    some.cosine += i * to.pair_stride;
    some.sines = std::min(kLanes, to.sines - i);
    some.cosines = std::min(some.sines, to.cosines - i);
    Anchors anchors(table, begin + i, some.sines, room);
    kernels.block_rows[interleaved][operation](
        anchors.at(p.magnitude / kRadix), table.offsets().from(begin + i),
        static_cast<int>(p.magnitude % kRadix), 1, p.sign(), some);
  }
}

/// The only row of a call, from pair `begin` on: by its angles if a factor of its anchor is not
/// stored (in double also if there may be four factors), else by these factors. Returns false and
/// writes nothing if neither is possible.
template <class T>
bool fill_single_row(const PhasorTable& table, std::ptrdiff_t begin, const Position& p,
                     const RowTarget<T>& to) {
  if (!p.integer || !routes.single_rows) return false;
  constexpr int levels = std::is_same<T, double>::value ? kLevels - 1 : kLevels;
  if (p.magnitude >> (4 * levels) != 0 && has_cheap_angles<T>(table, p)) {
    fill_from_angles<T>(table, begin, p, to);
    return true;
  }
  const AnchorFactors anchor = table.anchor_factors(p.magnitude / kRadix, begin);
  if (anchor.count == 0) return false;
  of_scalar<T>(table.kernels())
      .single_row[to.interleaved()][static_cast<int>(to.operation)](
          anchor, table.offsets().from(begin), static_cast<int>(p.magnitude % kRadix), p.sign(),
          to);
  return true;
}

/// Whether row k, which no other follows directly, is better computed from its angles: no
/// neighbouring row in this order shares its anchor or, in double, all factors of it but one.
template <class T, class Order>
POSENC_NOINLINE bool is_single(const Tile& tile, const Order& order, std::ptrdiff_t begin,
                               std::ptrdiff_t k, std::ptrdiff_t end, const Position& p) {
  constexpr std::uint64_t span = std::is_same<T, double>::value ? kRadix * kRadix : kRadix;
  if (p.magnitude < span * kRadix || !routes.single_rows || !has_cheap_angles<T>(tile.table, p)) {
    return false;
  }
  const auto shares = [&](std::ptrdiff_t other) {
    if (other < begin || other >= end) return false;
    const Position q = order.position(other);
    return q.integer && q.magnitude / span == p.magnitude / span;
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
    RowTarget<T> to = target;
    to.sine += (order.row(k) - begin) * to.row_stride;
    to.cosine += (order.row(k) - begin) * to.row_stride;
    std::ptrdiff_t run = 1;
    if (!p.integer) {
      kernels.real_row[to.interleaved()][static_cast<int>(to.operation)](
          tile.table.turns().from(tile.begin), p.real, p.sign(), to);
    } else {
      run = order.run_length(k, p, end - k);
      if (run == 1 && is_single<T>(tile, order, begin, k, end, p)) {
        fill_from_angles<T>(tile.table, tile.begin, p, to);
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
          tile.anchors.at(p.magnitude / kRadix), offsets, digit, static_cast<int>(run), p.sign(),
          to);
    }
    k += run;
  }
}

}  // namespace detail
POSENC_END_NAMESPACE
