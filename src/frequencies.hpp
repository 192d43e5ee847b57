// The frequencies of n pairs: in turns as fixed point, which is what the phasors are made from, and
// in radians as the nearest doubles, which is what people read.
#pragma once

#include <vector>

#include <posenc/detail/library.hpp>

#include "fixed_point.hpp"

namespace posenc {
namespace detail {

class FrequencyVector {
 public:
  void add_radians(const Fixed& radians) {
    turns.push_back(radians * kTurnsPerRadian);
    values.push_back(radians.to_double());
  }

  std::vector<Fixed> turns;    // turns per position
  std::vector<double> values;  // radians per position
};

}  // namespace detail
}  // namespace posenc
