// Phasors of any integer position as a product of factors, each a fixed function of its own digit:
// with p = 16^5 h + 16^4 e + ... + 16 b + a,
//
//   z(p) = ((z(16^5 h) z(16^4 e)) ... z(16 b)) z(a).
//
// The lower factors are tables of 16, computed once; z(16^5 h) is computed where it is needed.
// Above the last digit, factors of zero digits are left out. So the bits of an entry depend only on
// its frequency and its position.
#pragma once

#include <cstdint>
#include <memory>

#include <posenc/detail/frequencies/frequencies.hpp>
#include <posenc/detail/phasors/phasor_table.hpp>

#include "../frequencies/frequency_vector.hpp"
#include "../kernels/kernels.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

constexpr int kLevels = 5;
static_assert(kLevels - 1 <= AnchorFactors::kMost, "room for all that are stored");

class PhasorTable {
 public:
  explicit PhasorTable(const FrequencyVector& frequencies);

  const Kernels& kernels() const { return *kernels_; }
  Turns turns() const { return {bits_.get(), stride_, sign_, hi_, lo_, most_, digits_}; }

  /// z(digit * 16^level) of all pairs. The lowest level is stored group by group, for rows that
  /// share an anchor; the others digit by digit.
  Phasors factor(int level, std::uint64_t digit) const {
    const MutablePhasors place = place_of(level, digit);
    return {place.data, place.group};
  }
  Offsets offsets() const { return {split_, plain_, single_}; }

  /// The factors of z(16 block) from pair `begin` on, a multiple of kLanes; none where one of them
  /// is not stored.
  AnchorFactors anchor_factors(std::uint64_t block, std::ptrdiff_t begin) const {
    AnchorFactors result;
    if (block >> (4 * (kLevels - 1)) != 0) return result;
    int level = 1;
    for (; block >= kRadix; block /= kRadix, ++level) {
      if (block % kRadix != 0) result.add(factor(level, block % kRadix).from(begin).data);
    }
    result.add(factor(level, block).from(begin).data);
    return result;
  }

 private:
  MutablePhasors place_of(int level, std::uint64_t digit) const {
    const auto d = static_cast<std::ptrdiff_t>(digit);
    if (level == 0) return {split_ + d * kPhasorGroup, kSplitGroup};
    return {factors_ + ((level - 1) * kRadix + d) * 4 * stride_, kPhasorGroup};
  }

  std::ptrdiff_t stride_;  // the number of pairs, padded, so that every array is aligned
  const Kernels* kernels_;
  std::unique_ptr<std::uint64_t[]> bits_;
  std::uint64_t* digits_;  // in bits_, after the limbs
  std::unique_ptr<double[]> storage_;
  std::unique_ptr<float[]> singles_;
  double *split_, *plain_, *factors_, *sign_, *hi_, *lo_;  // in storage_
  float* single_;                                          // in singles_
  double most_ = 0.0;
};

/// Most pairs that are worked on at a time.
constexpr std::ptrdiff_t kTile = 128;

/// Room for the anchors of kPairs pairs, on the stack of the caller: 32 bytes a pair for each
/// place. Each level has its own place, or the highest levels share the last one.
template <std::ptrdiff_t kPairs, int kPlaces = kLevels>
struct AnchorRoom {
  static constexpr std::ptrdiff_t kOfLevel = 4 * padded(kPairs);
  alignas(64) double data[kPlaces * kOfLevel];
};

/// The product of all factors but the last, for one tile of pairs after the other and block after
/// block of 16 positions. Factors that neighbouring blocks share are kept.
class Anchors {
 public:
  /// Pairs begin .. begin + n - 1, n <= kPairs.
  template <std::ptrdiff_t kPairs, int kPlaces>
  Anchors(const PhasorTable& table, std::ptrdiff_t begin, std::ptrdiff_t n,
          AnchorRoom<kPairs, kPlaces>& room)
      : Anchors(table, begin, n, room.data, room.kOfLevel, kPlaces) {}

  /// z(16 block) of the tile's pairs.
  Phasors at(std::uint64_t block) { return prefix(1, block); }
  /// z(256 k).
  Phasors before_last(std::uint64_t k) { return prefix(2, k); }
  /// z(16 block), z(16 (block + 1)), ..., `count` of them, of at most kLanes pairs: a group each.
  void put_many(std::uint64_t block, std::ptrdiff_t count, double* out);

 private:
  struct Slot {
    double* data = nullptr;
    std::uint64_t key = ~std::uint64_t{0};
    Phasors value = {nullptr, 0};  // in data, or where it is stored already
  };

  Anchors(const PhasorTable& table, std::ptrdiff_t begin, std::ptrdiff_t n, double* room,
          std::ptrdiff_t room_of_level, int places);

  /// z(16^level k).
  Phasors prefix(int level, std::uint64_t k);

  const PhasorTable& table_;
  std::ptrdiff_t begin_, n_;
  Slot slots_[kLevels];  // of levels 1 .. kLevels
};

}  // namespace detail
POSENC_END_NAMESPACE
