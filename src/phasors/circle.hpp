// Sine and cosine of k/512 turns, each split in two: the high part is a multiple of 2^-26, the low
// part the nearest double of the rest.
#pragma once

#include <posenc/version.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

constexpr int kCircleBits = 9;
constexpr int kCirclePoints = 1 << kCircleBits;

struct CirclePoint {
  double sin_hi, sin_lo, cos_hi, cos_lo;
};

struct Circle {
  CirclePoint point[kCirclePoints];
};

extern const Circle kCircle;

}  // namespace detail
POSENC_END_NAMESPACE
