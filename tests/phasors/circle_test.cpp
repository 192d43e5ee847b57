// The points of the circle against MPFR.
#include "../src/phasors/circle.hpp"

#include "test.hpp"

namespace posenc_test {
namespace circle_test {

using posenc::detail::CirclePoint;
using posenc::detail::kCircle;
using posenc::detail::kCirclePoints;

/// Low parts are at most half a step of 2^-26, and the nearest doubles.
constexpr double kLow = 0x1p-27, kLowError = 0x1p-81;

void expect_split(double hi, double lo, const Real& exact) {
  EXPECT_EQ(std::nearbyint(hi * 0x1p26), hi * 0x1p26) << "the high part is off the grid";
  EXPECT_LE(std::fabs(lo), kLow);
  Real off(hi);
  mpfr_sub(off.get(), off.get(), exact.get(), MPFR_RNDN);
  mpfr_add_d(off.get(), off.get(), lo, MPFR_RNDN);
  EXPECT_LE(std::fabs(mpfr_get_d(off.get(), MPFR_RNDA)), kLowError);
}

TEST(Circle, PointsAreSplitToTheNearest) {
  Real turn;
  mpfr_const_pi(turn.get(), MPFR_RNDN);
  mpfr_mul_2ui(turn.get(), turn.get(), 1, MPFR_RNDN);
  mpfr_div_ui(turn.get(), turn.get(), kCirclePoints, MPFR_RNDN);
  Phasor phasor;
  for (int k = 0; k < kCirclePoints; ++k) {
    SCOPED_TRACE(k);
    phasor.turn(k, turn);
    const CirclePoint& point = kCircle.point[k];
    expect_split(point.sin_hi, point.sin_lo, phasor.sine);
    expect_split(point.cos_hi, point.cos_lo, phasor.cosine);
  }
}

}  // namespace circle_test
}  // namespace posenc_test
