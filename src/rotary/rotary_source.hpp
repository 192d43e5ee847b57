// The source of sines and cosines: those of some pairs of a rotary embedding, row by row.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <posenc/detail/rotary/rotate.hpp>

#include "../phasors/fill_rows.hpp"
#include "../phasors/phase_sum.hpp"
#include "rotary_table.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// 2^x in plain operations, the same bits everywhere; relative error below 2^-51, and 2^-1075
/// absolute where x < -1000. Taylor series of e^y, |y| <= ln(2)/2: y^14/14! < 2^-57.
inline double power_of_two(double x) {
  const double bounded = std::max(-2000.0, std::min(2000.0, x));
  const double whole = std::floor(bounded + 0.5);
  const double y = (bounded - whole) * 0x1.62e42fefa39efp-1;
  double sum = 1.0;
  for (int k = 13; k >= 1; --k) sum = 1.0 + sum * y / k;
  return std::ldexp(sum, static_cast<int>(whole));
}

/// Sines and cosines of pairs begin .. begin + n - 1, n <= kTilePairs, in the numbers of type C.
/// Its room for anchors is 10 KiB of the caller's stack.
template <class C>
class RotarySource {
 public:
  RotarySource(const RotaryTable& table, const TokenPositions& at, std::ptrdiff_t tokens,
               std::ptrdiff_t begin, std::ptrdiff_t n, const Factors& factors)
      : table_(table), at_(at), tokens_(tokens), begin_(begin), n_(n), factors_(factors) {
    if (table.axes.size() == 1) tile_.emplace(*table.axes[0].phasors, begin, n, room_);
  }

  /// Rows r .. r + rows - 1, at most kTileRows, to sine[row * n + i] and cosine[row * n + i].
  void fill(std::ptrdiff_t r, std::ptrdiff_t rows, C* sine, C* cosine) {
    if (tile_) {
      fill_tile(r, rows, sine, cosine);
    } else if (table_.dense) {
      fill_sums(r, rows, sine, cosine);
    } else {
      for (const RotaryTable::Axis& axis : table_.axes) fill_axis(axis, r, rows, sine, cosine);
    }
    scale(sine, rows * n_, factors_.sine);
    scale(cosine, rows * n_, factors_.cosine);
    if (!table_.growth.empty()) grow(r, rows, sine, cosine);
  }

  /// How many of `rows` rows the first tile takes, so that the next one starts at a multiple of 16
  /// if the positions count up.
  std::ptrdiff_t first_rows(std::ptrdiff_t rows) const {
    if (at_.positions != nullptr) return rows;
    return rows - static_cast<std::ptrdiff_t>(((at_.first % kRadix) + kRadix) % kRadix);
  }

 private:
  Rows positions(std::ptrdiff_t axis) const {
    const double* of_axis = at_.positions;
    if (of_axis != nullptr) of_axis += axis * at_.axis_stride;
    return {of_axis, at_.first, tokens_};
  }

  double position(std::ptrdiff_t r, std::ptrdiff_t axis) const {
    if (at_.positions == nullptr) return static_cast<double>(at_.first + r);
    return at_.positions[axis * at_.axis_stride + r];
  }

  void fill_tile(std::ptrdiff_t r, std::ptrdiff_t rows, C* sine, C* cosine) {
    const RowTarget<C> target = {sine, cosine, n_, 1, n_, n_};
    if (rows == 1 &&
        fill_single_row<C>(tile_->table, begin_, position_of(position(r, 0)), target)) {
      return;
    }
    const Rows at = positions(0);
    fill_rows<C>(*tile_, Order<kTileRows>(at, r, rows), 0, rows, target);
  }

  /// The pairs of one axis by a buffer, whose first pair is a multiple of kLanes in its table.
  POSENC_NOINLINE void fill_axis(const RotaryTable::Axis& axis, std::ptrdiff_t r,
                                 std::ptrdiff_t rows, C* sine, C* cosine) {
    const auto lower = std::lower_bound(axis.pairs.begin(), axis.pairs.end(), begin_);
    const auto upper = std::lower_bound(lower, axis.pairs.end(), begin_ + n_);
    if (lower == upper) return;
    const std::ptrdiff_t from = (lower - axis.pairs.begin()) / kLanes * kLanes;
    const std::ptrdiff_t skipped = lower - axis.pairs.begin() - from;
    const std::ptrdiff_t count = upper - axis.pairs.begin() - from;
    constexpr std::ptrdiff_t kStride = kTilePairs + kLanes, kRowsAtOnce = 4;
    C sines[kRowsAtOnce * kStride], cosines[kRowsAtOnce * kStride];
    Tile tile(*axis.phasors, from, count, room_);
    const Rows at = positions(&axis - table_.axes.data());
    for (std::ptrdiff_t k = 0; k < rows; k += kRowsAtOnce) {
      const std::ptrdiff_t some = std::min(kRowsAtOnce, rows - k);
      fill_rows<C>(tile, Order<kRowsAtOnce>(at, r + k, some), 0, some,
                   {sines, cosines, kStride, 1, count, count});
      for (std::ptrdiff_t row = 0; row < some; ++row) {
        for (std::ptrdiff_t i = skipped; i < count; ++i) {
          const std::ptrdiff_t to = (k + row) * n_ + lower[i - skipped] - begin_;
          sine[to] = sines[row * kStride + i];
          cosine[to] = cosines[row * kStride + i];
        }
      }
    }
  }

  POSENC_NOINLINE void fill_sums(std::ptrdiff_t r, std::ptrdiff_t rows, C* sine, C* cosine) const {
    PhaseSum sums;
    const auto table = [&](std::ptrdiff_t a) -> const PhasorTable& {
      return *table_.axes[static_cast<std::size_t>(a)].phasors;
    };
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
      const auto coordinate = [&](std::ptrdiff_t a) { return position(r + row, a); };
      sums.set(static_cast<std::ptrdiff_t>(table_.axes.size()), table, coordinate, begin_, n_);
      sums.write<C>(*table_.kernels, {sine + row * n_, cosine + row * n_, 0, 1, n_, n_});
    }
  }

  /// The product in double, rounded to C.
  static void scale(C* x, std::ptrdiff_t n, double factor) {
    if (factor == 1.0) return;
    for (std::ptrdiff_t i = 0; i < n; ++i) x[i] = round_to<C>(widen(x[i]) * factor);
  }

  void grow(std::ptrdiff_t r, std::ptrdiff_t rows, C* sine, C* cosine) const {
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
      const double distance = factors_.growth * (position(r + row, 0) - factors_.centre);
      for (std::ptrdiff_t i = 0; i < n_; ++i) {
        const std::ptrdiff_t at = row * n_ + i;
        const double factor =
            power_of_two(distance * table_.growth[static_cast<std::size_t>(begin_ + i)]);
        sine[at] = round_to<C>(widen(sine[at]) * factor);
        cosine[at] = round_to<C>(widen(cosine[at]) * factor);
      }
    }
  }

  const RotaryTable& table_;
  const TokenPositions& at_;
  const std::ptrdiff_t tokens_, begin_, n_;
  const Factors factors_;
  std::optional<Tile> tile_;
  AnchorRoom<kTilePairs + kLanes> room_;  // of one axis after the other
};

}  // namespace detail
POSENC_END_NAMESPACE
