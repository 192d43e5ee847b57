// Phasors to their places: by rows or by columns straight into the output where its strides allow,
// else through a small buffer.

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "../kernels/routes.hpp"
#include "../phasors/fill_rows.hpp"
#include "../phasors/phase_sum.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

template <class T>
struct View {
  T* data;
  std::ptrdiff_t row_stride, col_stride;

  T* at(std::ptrdiff_t r, std::ptrdiff_t c) const { return data + r * row_stride + c * col_stride; }
};

/// Rounded once: the sum of two 16-bit numbers in float, as 24 bits are enough for.
template <class T>
T sum_of(T a, T b) {
  return round_to<T>(widen(a) + widen(b));
}

template <class T>
void merge_line(T* to, std::ptrdiff_t to_stride, const T* from, std::ptrdiff_t from_stride,
                std::ptrdiff_t n, Operation operation) {
  if (operation == Operation::write && to_stride == 1 && from_stride == 1) {
    std::copy_n(from, n, to);
  } else if (operation == Operation::write && to_stride == 1 && from_stride == 0) {
    std::fill_n(to, n, *from);
  } else if (operation == Operation::write) {
    for (std::ptrdiff_t k = 0; k < n; ++k) to[k * to_stride] = from[k * from_stride];
  } else if (to_stride == 1 && from_stride == 1) {
    for (std::ptrdiff_t k = 0; k < n; ++k) to[k] = sum_of(to[k], from[k]);
  } else {
    for (std::ptrdiff_t k = 0; k < n; ++k) {
      to[k * to_stride] = sum_of(to[k * to_stride], from[k * from_stride]);
    }
  }
}

/// Copies or adds a small matrix, along the lines that lie closer in the output.
template <class T>
void merge(const View<T>& to, const View<const T>& from, std::ptrdiff_t rows, std::ptrdiff_t cols,
           Operation operation) {
  if (std::abs(to.row_stride) < std::abs(to.col_stride)) {
    for (std::ptrdiff_t c = 0; c < cols; ++c) {
      merge_line(to.at(0, c), to.row_stride, from.at(0, c), from.row_stride, rows, operation);
    }
  } else {
    for (std::ptrdiff_t r = 0; r < rows; ++r) {
      merge_line(to.at(r, 0), to.col_stride, from.at(r, 0), from.col_stride, cols, operation);
    }
  }
}

/// The values of positions r .. r + n - 1 to all rows that stand there.
template <class T>
void merge_repeated(const View<T>& to, const View<const T>& from, const Rows& rows,
                    std::ptrdiff_t r, std::ptrdiff_t n, std::ptrdiff_t cols, Operation operation) {
  for (std::ptrdiff_t outer = 0; outer < rows.outer; ++outer) {
    const std::ptrdiff_t at = outer * (rows.count + rows.skip) + r;
    if (rows.inner == 1) {
      merge<T>({to.at(at, 0), to.row_stride, to.col_stride}, from, n, cols, operation);
      continue;
    }
    for (std::ptrdiff_t k = 0; k < n; ++k) {
      merge<T>({to.at((at + k) * rows.inner, 0), to.row_stride, to.col_stride},
               {from.at(k, 0), 0, from.col_stride}, rows.inner, cols, operation);
    }
  }
}

/// Values that one call makes and puts in their places, at most.
constexpr std::ptrdiff_t kBuffer = 1024;

template <class T>
void raw(const Rows& rows, const Output& out, Operation operation) {
  T buffer[kBuffer];
  const View<T> to = {static_cast<T*>(out.data), out.row_stride, out.col_stride};
  for (std::ptrdiff_t r = 0; r < rows.count; r += kBuffer) {
    const std::ptrdiff_t n = std::min(kBuffer, rows.count - r);
    for (std::ptrdiff_t k = 0; k < n; ++k) {
      buffer[k] = round_to<T>(rows.positions != nullptr ? rows.positions[r + k]
                                                        : static_cast<double>(rows.first + r + k));
    }
    merge_repeated<T>(to, {buffer, 1, 0}, rows, r, n, 1, operation);
  }
}

template <class T>
void sum(const PhasorTable* const* tables, std::ptrdiff_t count, const Placement& at,
         const double* coordinates, std::ptrdiff_t rows, const Output& out, Operation operation) {
  PhaseSum sums;
  alignas(64) T sines[kTile], cosines[kTile];
  const View<T> to = {static_cast<T*>(out.data), out.row_stride, out.col_stride};
  const auto table = [&](std::ptrdiff_t a) -> const PhasorTable& { return *tables[a]; };
  for (std::ptrdiff_t r = 0; r < rows; ++r) {
    const auto coordinate = [&](std::ptrdiff_t a) { return coordinates[r * count + a]; };
    for (std::ptrdiff_t begin = 0; begin < at.sines; begin += kTile) {
      const std::ptrdiff_t pairs = std::min(kTile, at.sines - begin);
      const std::ptrdiff_t kept = std::min(pairs, at.cosines - begin);
      sums.set(count, table, coordinate, begin, pairs);
      sums.write<T>(tables[0]->kernels(), {sines, cosines, 0, 1, pairs, kept});
      const std::ptrdiff_t col_stride = at.step * out.col_stride;
      merge<T>({to.at(r, at.sine + begin * at.step), 0, col_stride}, {sines, 0, 1}, 1, pairs,
               operation);
      merge<T>({to.at(r, at.cosine + begin * at.step), 0, col_stride}, {cosines, 0, 1}, 1, kept,
               operation);
    }
  }
}

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
      // Room for more pairs makes longer streams to memory, and room for more rows shares more
      // anchors: not both on a small stack.
      range ? by_rows<1, 256>() : by_rows<2048, kTile>();
    } else if (out_.row_stride == 1 && range) {
      const std::int64_t negative = rows_.first < 0 ? -rows_.first : 0;
      const auto split = static_cast<std::ptrdiff_t>(std::min<std::int64_t>(negative, rows_.count));
      by_buffer(0, split);
      by_columns(split);
    } else {
      by_buffer(0, rows_.count);
    }
    if (at_.zero_column >= 0) {
      const T zero = round_to<T>(0.0);
      put({&zero, 0, 0}, 0, rows_.count, at_.zero_column, 1, 1);
    }
  }

 private:
  /// At most kMost rows and kPairs pairs at a time; with a range, any number of rows.
  template <std::ptrdiff_t kMost, std::ptrdiff_t kPairs>
  void by_rows() const {
    const std::ptrdiff_t most = rows_.positions != nullptr ? kMost : rows_.count;
    AnchorRoom<kPairs> room;
    for (std::ptrdiff_t r = 0; r < rows_.count; r += most) {
      const std::ptrdiff_t n = std::min(most, rows_.count - r);
      const Order<kMost> order(rows_, r, n);
      for (std::ptrdiff_t i = 0; i < at_.sines; i += kPairs) {
        const std::ptrdiff_t pairs = std::min(kPairs, at_.sines - i);
        Tile tile(table_, i, pairs, room);
        fill_rows<T>(tile, order, 0, n,
                     {out_.at(r, at_.sine + i * at_.step), out_.at(r, at_.cosine + i * at_.step),
                      out_.row_stride, at_.step, pairs, std::min(pairs, at_.cosines - i),
                      operation_, rows_.positions == nullptr && large()});
      }
    }
  }

  /// Larger than the caches, so that the loops ask for memory ahead.
  bool large() const {
    const std::ptrdiff_t cols = at_.sines + at_.cosines;
    return rows_.count >= routes.ask_ahead_from / static_cast<std::ptrdiff_t>(sizeof(T)) / cols;
  }

  /// Rows from `begin` on, at positions that are not negative.
  void by_columns(std::ptrdiff_t begin) const {
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
                 pair_stride, pairs, std::min(pairs, at_.cosines - i), operation_, large()});
        r += count;
      }
    }
  }

  bool tall() const { return std::abs(out_.row_stride) < std::abs(out_.col_stride); }

  /// Rows begin .. end - 1 through a buffer on the stack, a block of so many rows and pairs at a
  /// time.
  void by_buffer(std::ptrdiff_t begin, std::ptrdiff_t end) const {
    constexpr std::ptrdiff_t kPairs = 64;
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
        const std::ptrdiff_t step = interleaved_ ? 2 : 1;
        T* cosine = buffer + (interleaved_ ? 1 : block_pairs);
        const RowTarget<T> target = {buffer, cosine,  2 * block_pairs, step,
                                     pairs,  cosines, Operation::write};
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

  /// Rows r .. r + rows - 1, `cols` columns, to every step-th column of the output from `col` on.
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

/// Given positions that count up by ones are a range.
Rows range_where_possible(Rows rows) {
  const double* p = rows.positions;
  if (p == nullptr || rows.count == 0 || std::floor(p[0]) != p[0]) return rows;
  for (std::ptrdiff_t r = 1; r < rows.count; ++r) {
    if (p[r] - p[r - 1] != 1.0) return rows;
  }
  rows.first = static_cast<std::int64_t>(p[0]);
  rows.positions = nullptr;
  return rows;
}

}  // namespace

void encode(const PhasorTable& table, const Placement& placement, const Rows& given,
            const Output& output, Operation operation) {
  const Rows rows = range_where_possible(given);
  for_scalar(output.scalar, [&](auto scalar) {
    Encoder<decltype(scalar)>(table, placement, rows, output, operation).run();
  });
}

void encode_raw(const Rows& rows, const Output& output, Operation operation) {
  for_scalar(output.scalar, [&](auto scalar) { raw<decltype(scalar)>(rows, output, operation); });
}

void encode_zeros(std::ptrdiff_t rows, const Output& output, Operation operation) {
  const double zero = 0.0;
  encode_raw({&zero, 0, 1, 1, rows}, output, operation);
}

void encode_sum(const PhasorTable* const* tables, std::ptrdiff_t count, const Placement& placement,
                const double* coordinates, std::ptrdiff_t rows, const Output& output,
                Operation operation) {
  for_scalar(output.scalar, [&](auto scalar) {
    sum<decltype(scalar)>(tables, count, placement, coordinates, rows, output, operation);
  });
}

}  // namespace detail
POSENC_END_NAMESPACE
