// The table of the circle, made by the compiler.
#include "circle.hpp"

#include "../numbers/fixed_point.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

constexpr int kOctant = kCirclePoints / 8;
constexpr int kQuadrant = kCirclePoints / 4;

struct ExactPoint {
  Fixed sin, cos;
};

/// Taylor series at one step of the circle.
constexpr ExactPoint first_step() {
  const Fixed x = divide(kTwoPi, kCirclePoints);
  ExactPoint z{Fixed(), Fixed()};
  Fixed term = kOne;  // x^n / n!
  for (std::uint64_t n = 0; !term.zero(); ++n) {
    Fixed& sum = n % 2 == 0 ? z.cos : z.sin;
    sum = n % 4 < 2 ? sum + term : sum - term;
    term = divide(term * x, n + 1);
  }
  return z;
}

constexpr void split(const Fixed& x, double& hi, double& lo) {
  const Fixed grid = Fixed::from_limbs(std::uint64_t{1} << 26, 0, 0, 0);
  const std::int64_t nearest = (x * grid + Fixed::scaled(1, -1)).floor();
  hi = static_cast<double>(nearest) / (1 << 26);
  lo = (x - divide(Fixed::from_integer(nearest), std::uint64_t{1} << 26)).to_double();
}

/// A quarter turn takes (sin, cos) to (cos, -sin).
constexpr CirclePoint quarter_further(const CirclePoint& p) {
  return {p.cos_hi, p.cos_lo, 0.0 - p.sin_hi, 0.0 - p.sin_lo};
}

/// An octant by angle addition; the rest of the circle by symmetry.
constexpr Circle make_circle() {
  Circle circle{};
  const ExactPoint step = first_step();
  ExactPoint z{Fixed(), kOne};
  for (int k = 0; k <= kOctant; ++k) {
    CirclePoint& p = circle.point[k];
    split(z.sin, p.sin_hi, p.sin_lo);
    split(z.cos, p.cos_hi, p.cos_lo);
    circle.point[kQuadrant - k] = {p.cos_hi, p.cos_lo, p.sin_hi, p.sin_lo};
    z = {z.sin * step.cos + z.cos * step.sin, z.cos * step.cos - z.sin * step.sin};
  }
  for (int k = kQuadrant; k < kCirclePoints; ++k) {
    circle.point[k] = quarter_further(circle.point[k - kQuadrant]);
  }
  return circle;
}

}  // namespace

constexpr Circle kCircle = make_circle();

}  // namespace detail
POSENC_END_NAMESPACE
