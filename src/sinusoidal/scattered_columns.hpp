// Columns at integer positions in any order. Neighbours in the output are made together, so that
// columns are written by whole vectors; only the factors of their anchors lie scattered.
#pragma once

#include <algorithm>
#include <cstdint>

#include "../kernels/scalars.hpp"
#include "../phasors/phasor_table.hpp"
#include "../phasors/row_order.hpp"
#include "merge.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Pairs that are computed together.
constexpr std::ptrdiff_t kScatteredPairs = 2 * kLanes;

/// z(256 k) of the pairs of a walk, for the most recently requested k.
class PrefixCache {
 public:
  PrefixCache(Anchors& walk, std::ptrdiff_t pairs)
      : walk_(walk), numbers_(padded(pairs) / kLanes * kPhasorGroup) {}

  /// Results of `at` from here on stay valid until the next start; at most kScatteredRows calls.
  void start() { in_use_ = 0; }

  /// z(256 k), k > 0.
  const double* at(std::uint64_t k) {
    auto place = static_cast<unsigned>(k % kPlaces);
    while (key_[place] != k && (in_use_ >> place & 1) != 0) place = (place + 1) % kPlaces;
    double* const value = data_ + place * kMostNumbers;
    if (key_[place] != k) {
      std::copy_n(walk_.before_last(k).data, numbers_, value);
      key_[place] = k;
    }
    in_use_ |= std::uint32_t{1} << place;
    return value;
  }

 private:
  static constexpr unsigned kPlaces = 32;
  static constexpr std::ptrdiff_t kMostNumbers = kScatteredPairs / kLanes * kPhasorGroup;
  static_assert(kPlaces >= kScatteredRows, "a free place for every row");

  Anchors& walk_;
  const std::ptrdiff_t numbers_;
  std::uint32_t in_use_ = 0;         // a bit for each place
  std::uint64_t key_[kPlaces] = {};  // 0: empty
  alignas(64) double data_[kPlaces * kMostNumbers];
};

/// Whether scattered_columns can be taken: the positions are integers.
inline bool all_integers(const Rows& rows) {
  return std::all_of(rows.positions, rows.positions + rows.count,
                     [](double p) { return position_of(p).integer; });
}

/// All pairs of rows at integer positions, each row once, into an output whose columns are
/// contiguous.
template <class T>
POSENC_NOINLINE void scattered_columns(const PhasorTable& table, const Placement& at,
                                       const Rows& rows, const View<T>& out, Operation operation) {
  const auto write = of_scalar<T>(table.kernels()).scattered_columns[static_cast<int>(operation)];
  AnchorRoom<kScatteredPairs> room;
  for (std::ptrdiff_t i = 0; i < at.sines; i += kScatteredPairs) {
    const std::ptrdiff_t pairs = std::min(kScatteredPairs, at.sines - i);
    const std::ptrdiff_t cosines = std::min(pairs, at.cosines - i);
    Anchors walk(table, i, pairs, room);
    PrefixCache prefixes(walk, pairs);
    for (std::ptrdiff_t r = 0; r < rows.count; r += kScatteredRows) {
      const std::ptrdiff_t n = std::min(kScatteredRows, rows.count - r);
      ScatteredRow sources[kScatteredRows];
      prefixes.start();
      for (std::ptrdiff_t k = 0; k < n; ++k) {
        const Position p = position_of(rows.positions[r + k]);
        const std::uint64_t block = p.magnitude / kRadix;
        const std::uint64_t upper = block / kRadix;
        const double* const factor = table.factor(1, block % kRadix).from(i).data;
        ScatteredRow& row = sources[k];
        row.prefix = upper == 0 ? factor : prefixes.at(upper);
        row.factor = upper == 0 || block % kRadix == 0 ? nullptr : factor;
        row.digit = static_cast<std::ptrdiff_t>(p.magnitude % kRadix);
        row.sign = p.sign();
      }
      write(sources, n, table.offsets().from(i),
            {out.at(r, at.sine + i * at.step), out.at(r, at.cosine + i * at.step),
             at.step * out.col_stride, pairs, cosines});
    }
  }
}

}  // namespace detail
POSENC_END_NAMESPACE
