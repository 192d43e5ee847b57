// The frequencies of n pairs: as fixed point in radians, as formulas give them, and in turns, as
// phasors need them; and as the nearest doubles, for people to read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <posenc/frequencies/rules.hpp>

#include "../numbers/fixed_point.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

class FrequencyVector {
 public:
  FrequencyVector() = default;
  /// Empty, to be filled with the frequencies of another after a rule has changed them.
  static std::shared_ptr<FrequencyVector> after(const FrequencyVector& other) {
    auto result = std::make_shared<FrequencyVector>();
    result->odd_width = other.odd_width;
    return result;
  }

  void add_radians(const Fixed& value) { add(value, value * kTurnsPerRadian); }
  /// Exact in turns: 2π times a whole number goes round a whole number of times.
  void add_turns(const Fixed& value) { add(value * kTwoPi, value); }

  void add(const Fixed& in_radians, const Fixed& in_turns) {
    radians.push_back(in_radians);
    turns.push_back(in_turns);
    values.push_back(in_radians.to_double());
  }

  /// Frequency i of another: the same bits, not only the same number.
  void keep(const FrequencyVector& from, std::size_t i) {
    radians.push_back(from.radians[i]);
    turns.push_back(from.turns[i]);
    values.push_back(from.values[i]);
  }

  /// Below this the nearest double of a Fixed need not be that of its frequency.
  static constexpr Fixed kSmall = Fixed::scaled(1, -64);
  /// The value of the last frequency, where it is small.
  void keep_small(double value) {
    if (radians.back() < kSmall && -radians.back() < kSmall) values.back() = value;
  }

  std::vector<Fixed> radians, turns;  // per position
  std::vector<double> values;         // radians per position; may be far below what a Fixed holds
  std::int64_t odd_width = 0;         // of geometric(width); its last pair has a sine only
};

/// Converts the result of the rules to the public class.
struct FrequencyAccess {
  static Frequencies wrap(FrequencyHandle handle) { return Frequencies(std::move(handle)); }
};
inline Frequencies wrap(FrequencyHandle handle) {
  return FrequencyAccess::wrap(std::move(handle));
}

}  // namespace detail
POSENC_END_NAMESPACE
