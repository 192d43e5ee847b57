// The phasors of a rotary embedding, axis by axis.
#pragma once

#include <cstddef>
#include <vector>

#include <posenc/detail/rotary/rotary_table.hpp>

#include "../phasors/phasor_table.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// One phasor table for each axis, of the frequencies of its pairs; pairs of an axis in ascending
/// order. Dense: every pair is on every axis, and its angle is the sum over them.
class RotaryTable {
 public:
  struct Axis {
    PhasorHandle phasors;  // null where no pair is on this axis
    std::vector<std::ptrdiff_t> pairs;
  };

  const Kernels* kernels;
  std::ptrdiff_t pairs;
  std::ptrdiff_t rotating;  // pairs up to the last whose frequency is not zero
  std::vector<Axis> axes;
  bool dense;
  std::vector<double> growth;  // octaves a position for each pair; empty where none grows
};

}  // namespace detail
POSENC_END_NAMESPACE
