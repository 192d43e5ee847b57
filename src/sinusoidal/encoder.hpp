// Puts phasors in their places: by rows or by columns straight into the output where its strides
// allow, else through a small buffer. Each route keeps its buffers in its own stack frame, so that
// they share the stack.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include <posenc/detail/limits.hpp>

#include "../kernels/routes.hpp"
#include "../phasors/fill_rows.hpp"
#include "merge.hpp"
#include "real_columns.hpp"
#include "scattered_columns.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// One call of encode for one scalar type.
template <class T>
class Encoder {
 public:
  Encoder(const PhasorTable& table, const Placement& at, const Rows& rows, const Output& out,
          Operation operation)
      : table_(table),
        at_(at),
        rows_(rows),
        out_{static_cast<T*>(out.data), out.row_stride, out.col_stride},
        operation_(operation),
        interleaved_(at.step == 2 && at.cosine == at.sine + 1) {}

  void run() const {
    const bool range = rows_.positions == nullptr;
    if (at_.amplitude != 1 || rows_.outer * rows_.inner != 1) {
      by_buffer(0, rows_.count);
    } else if (out_.col_stride == 1 && (interleaved_ || at_.step == 1)) {
      by_rows();
    } else if (out_.row_stride == 1 && range) {
      const std::int64_t negative = rows_.first < 0 ? -rows_.first : 0;
      const auto split = static_cast<std::ptrdiff_t>(std::min<std::int64_t>(negative, rows_.count));
      by_buffer(0, split);
      by_columns(split);
    } else if (out_.row_stride == 1 && routes.scattered_columns && all_integers(rows_)) {
      scattered_columns<T>(table_, at_, rows_, out_, operation_);
    } else {
      by_real_columns();
    }
    if (at_.zero_column >= 0) {
      const T zero = round_to<T>(0.0);
      put({&zero, 0, 0}, 0, rows_.count, at_.zero_column, 1, 1);
    }
  }

 private:
  /// Pairs i .. i + pairs - 1 from row r on, straight to the output.
  RowTarget<T> row_target(std::ptrdiff_t r, std::ptrdiff_t i, std::ptrdiff_t pairs) const {
    return {out_.at(r, at_.sine + i * at_.step),
            out_.at(r, at_.cosine + i * at_.step),
            out_.row_stride,
            at_.step,
            pairs,
            std::min(pairs, at_.cosines - i),
            operation_,
            rows_.positions == nullptr && large()};
  }

  void by_rows() const {
    const bool range = rows_.positions == nullptr;
    if (range && rows_.count == 1 &&
        fill_single_row<T>(table_, 0, position_of(rows_.first), row_target(0, 0, at_.sines))) {
      return;
    }
    if (range) {
      by_tiles<kLevels>(Order<1>(rows_, 0, rows_.count), 0, rows_.count);
    } else {
      by_given_rows();
    }
  }

  /// Positions and their order lie on the stack already: less room for anchors.
  POSENC_NOINLINE void by_given_rows() const {
    for (std::ptrdiff_t r = 0; r < rows_.count; r += kRowChunk) {
      const std::ptrdiff_t n = std::min(kRowChunk, rows_.count - r);
      by_tiles<3>(Order<kRowChunk>(rows_, r, n), r, n);
    }
  }

  /// n rows from row r on, many pairs at a time, which make long streams to memory.
  template <int kPlaces, class Order>
  POSENC_NOINLINE void by_tiles(const Order& order, std::ptrdiff_t r, std::ptrdiff_t n) const {
    constexpr std::ptrdiff_t kPairs = 256;
    AnchorRoom<kPairs, kPlaces> room;
    for (std::ptrdiff_t i = 0; i < at_.sines; i += kPairs) {
      const std::ptrdiff_t pairs = std::min(kPairs, at_.sines - i);
      Tile tile(table_, i, pairs, room);
      fill_rows<T>(tile, order, 0, n, row_target(r, i, pairs));
    }
  }

  /// Larger than the caches, so that the loops ask for memory ahead.
  bool large() const {
    const std::ptrdiff_t row_bytes =
        (at_.sines + at_.cosines) * static_cast<std::ptrdiff_t>(sizeof(T));
    return rows_.count * row_bytes >= routes.ask_ahead_from;
  }

  /// Rows from `begin` on, at positions that are not negative.
  POSENC_NOINLINE void by_columns(std::ptrdiff_t begin) const {
    constexpr std::ptrdiff_t kBlocks = 64;
    alignas(64) double anchors[kBlocks * kPhasorGroup];
    AnchorRoom<kLanes> room;
    for (std::ptrdiff_t i = 0; i < at_.sines; i += kLanes) {
      const std::ptrdiff_t pairs = std::min(kLanes, at_.sines - i);
      Anchors walk(table_, i, pairs, room);
      OffsetColumn offsets[kLanes];
      for (std::ptrdiff_t k = 0; k < pairs; ++k) offsets[k].set(table_.offsets().from(i), k);
      for (std::ptrdiff_t r = begin; r < rows_.count;) {
        const auto p = static_cast<std::uint64_t>(rows_.first + r);
        const auto digit = static_cast<int>(p % kRadix);
        const std::ptrdiff_t count = std::min(rows_.count - r, kBlocks * kRadix - digit);
        walk.put_many(p / kRadix, (digit + count + kRadix - 1) / kRadix, anchors);
        const std::ptrdiff_t pair_stride = at_.step * out_.col_stride;
        of_scalar<T>(table_.kernels())
            .columns[static_cast<int>(operation_)](
                anchors, offsets, digit, count,
                {out_.at(r, at_.sine + i * at_.step), out_.at(r, at_.cosine + i * at_.step),
                 pair_stride, pairs, std::min(pairs, at_.cosines - i), large()});
        r += count;
      }
    }
  }

  /// Given positions: 16 rows at a time where they are real, the others through the buffer.
  POSENC_NOINLINE void by_real_columns() const {
    std::ptrdiff_t done = 0;
    if (has_real_columns<T>(table_) && rows_.positions != nullptr) {
      for (std::ptrdiff_t r = 0; r < rows_.count; r += kRadix) {
        const std::ptrdiff_t n = std::min<std::ptrdiff_t>(kRadix, rows_.count - r);
        if (!real_and_cheap<T>(table_, rows_.positions + r, n)) continue;
        by_buffer(done, r);
        real_columns<T>(table_, at_, rows_.positions + r, n, out_, r, operation_, !tall());
        done = r + n;
      }
    }
    by_buffer(done, rows_.count);
  }

  bool tall() const { return std::abs(out_.row_stride) < std::abs(out_.col_stride); }

  /// Rows begin .. end - 1 through a buffer on the stack, a block of rows and pairs at a time.
  POSENC_NOINLINE void by_buffer(std::ptrdiff_t begin, std::ptrdiff_t end) const {
    constexpr std::ptrdiff_t kPairs = 64;
    const std::ptrdiff_t width = table_.kernels().width;
    const std::ptrdiff_t block_pairs = !tall() ? kPairs : rows_.outer > 1 ? kLanes : 32;
    const std::ptrdiff_t block_rows = kBuffer / (2 * block_pairs);
    alignas(64) T buffer[kBuffer];
    AnchorRoom<kPairs> room;
    if (begin == end) return;
    const std::ptrdiff_t most = rows_.positions != nullptr ? block_rows : end - begin;
    for (std::ptrdiff_t from = begin; from < end; from += most) {
      const std::ptrdiff_t n = std::min(most, end - from);
      const Order<kBuffer / (2 * kLanes)> order(rows_, from, n);
      for (std::ptrdiff_t i = 0; i < at_.sines; i += block_pairs) {
        const std::ptrdiff_t pairs = std::min(block_pairs, at_.sines - i);
        const std::ptrdiff_t cosines = std::min(pairs, at_.cosines - i);
        const std::ptrdiff_t filled = (pairs + width - 1) / width * width;  // by whole vectors
        const std::ptrdiff_t step = interleaved_ ? 2 : 1;
        T* cosine = buffer + (interleaved_ ? 1 : block_pairs);
        const RowTarget<T> target = {buffer, cosine, 2 * block_pairs, step,
                                     filled, filled, Operation::write};
        Tile tile(table_, i, pairs, room);
        for (std::ptrdiff_t k = 0; k < n; k += block_rows) {
          const std::ptrdiff_t count = std::min(block_rows, n - k);
          fill(tile, order, k, count, target);
          const std::ptrdiff_t r = from + k;
          const View<const T> sines = {buffer, target.row_stride, 1};
          if (interleaved_) {
            put(sines, r, count, at_.sine + 2 * i, 1, pairs + cosines);
          } else {
            put(sines, r, count, at_.sine + i * at_.step, at_.step, pairs);
            put({cosine, target.row_stride, 1}, r, count, at_.cosine + i * at_.step, at_.step,
                cosines);
          }
        }
      }
    }
  }

  /// n rows of a tile, times the amplitude: the double, multiplied and rounded.
  template <class Order>
  POSENC_NOINLINE void fill(Tile& tile, const Order& order, std::ptrdiff_t begin, std::ptrdiff_t n,
                            const RowTarget<T>& target) const {
    if (at_.amplitude == 1) return fill_rows<T>(tile, order, begin, begin + n, target);
    alignas(64) double values[kBuffer];
    T* const buffer = target.sine;
    fill_rows<double>(tile, order, begin, begin + n,
                      {values, values + (target.cosine - buffer), target.row_stride,
                       target.pair_stride, target.sines, target.cosines, Operation::write});
    const auto scale = [&](std::ptrdiff_t at) {
      buffer[at] = round_to<T>(at_.amplitude * values[at]);
    };
    for (std::ptrdiff_t k = 0; k < n * target.row_stride; k += target.row_stride) {
      for (std::ptrdiff_t i = 0; i < target.sines; ++i) scale(k + i * target.pair_stride);
      const std::ptrdiff_t cosine = k + (target.cosine - buffer);
      for (std::ptrdiff_t i = 0; i < target.cosines; ++i) scale(cosine + i * target.pair_stride);
    }
  }

  /// Puts rows r .. r + rows - 1 of `cols` columns into every step-th column of the output from
  /// `col` on.
  POSENC_NOINLINE void put(const View<const T>& from, std::ptrdiff_t r, std::ptrdiff_t rows,
                           std::ptrdiff_t col, std::ptrdiff_t step, std::ptrdiff_t cols) const {
    const View<T> to = {out_.at(0, col), out_.row_stride, step * out_.col_stride};
    if (rows_.outer == 1 || !tall()) {
      merge_repeated<T>(to, from, rows_, r, rows, cols, operation_);
      return;
    }
    alignas(64) T columns[kBuffer];  // transposed once, copied as often as they repeat
    merge<T>({columns, 1, rows}, from, rows, cols, Operation::write);
    merge_repeated<T>(to, {columns, 1, rows}, rows_, r, rows, cols, operation_);
  }

  const PhasorTable& table_;
  const Placement& at_;
  const Rows& rows_;
  const View<T> out_;
  const Operation operation_;
  const bool interleaved_;
};

}  // namespace detail
POSENC_END_NAMESPACE
