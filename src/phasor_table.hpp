// Phasors of any integer position as a product of four factors, each a fixed function of its own
// digit: with p = 4096 h + 256 c + 16 b + a,
//
//   z(p) = ((z(4096 h) z(256 c)) z(16 b)) z(a).
//
// The three lower factors are tables of 16, made once; z(4096 h) is made where it is needed. So the
// bits of an entry depend on its frequency and its position alone.
#pragma once

#include <cstdint>
#include <memory>

#include <posenc/detail/library.hpp>

#include "frequencies.hpp"
#include "kernels.hpp"

namespace posenc {
namespace detail {

constexpr int kLevels = 3;

class PhasorTable {
 public:
  explicit PhasorTable(const FrequencyVector& frequencies);

  std::ptrdiff_t pairs() const { return pairs_; }
  const Kernels& kernels() const { return *kernels_; }
  Turns turns() const { return {bits_.get(), stride_, sign_}; }

  /// z(digit * 16^level) of all pairs. The lowest level is stored group by group, for rows that
  /// share an anchor; the others digit by digit.
  Phasors factor(int level, std::uint64_t digit) const {
    const auto d = static_cast<std::ptrdiff_t>(digit);
    if (level == 0) return offsets().digit(d);
    return {factors_ + ((level - 1) * kRadix + d) * 4 * stride_, kPhasorGroup};
  }
  Offsets offsets() const { return {split_, plain_}; }

 private:
  std::ptrdiff_t pairs_, stride_;  // stride_: pairs_ padded, so that every array is aligned
  const Kernels* kernels_;
  std::unique_ptr<std::uint64_t[]> bits_;
  std::unique_ptr<double[]> storage_;
  double *split_, *plain_, *factors_, *sign_;
};

/// Most pairs that are worked on at a time.
constexpr std::ptrdiff_t kTile = 128;

/// The product of the upper three factors, for one tile of pairs after the other and block after
/// block of 16 positions. What neighbouring blocks share is kept, on the stack of the caller.
class Anchors {
 public:
  /// Pairs begin .. begin + n - 1, n <= kTile.
  Anchors(const PhasorTable& table, std::ptrdiff_t begin, std::ptrdiff_t n);

  /// z(16 block) of the tile's pairs.
  Phasors at(std::uint64_t block);

 private:
  struct Slot {
    alignas(64) double data[4 * kTile];
    std::uint64_t key = ~std::uint64_t{0};
    MutablePhasors out() { return {data, kPhasorGroup}; }
    Phasors in() const { return {data, kPhasorGroup}; }
  };
  static constexpr std::uint64_t kSlots = 8;

  const PhasorTable& table_;
  std::ptrdiff_t begin_, n_;
  Slot high_[kSlots];  // z(4096 h), h in slot h mod 8
  Slot middle_;        // z(4096 h) z(256 c)
  Slot anchor_;        // and z(16 b)
};

}  // namespace detail
}  // namespace posenc
