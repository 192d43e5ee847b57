// The cheap phasor of the narrow types against MPFR: its bound in docs/exactness.md.
#include "../src/kernels/kernels.hpp"

#include "test.hpp"

#include "../src/numbers/compiler.hpp"

#if POSENC_HAS_WIDE_KERNELS
#include <immintrin.h>

POSENC_BEGIN_NAMESPACE
namespace detail {
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif
namespace avx2 {
namespace {
#define POSENC_LANES 4
#include "cheap_phasor.inl"
#undef POSENC_LANES
}  // namespace
}  // namespace avx2
#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq"))), apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq")
#endif
namespace avx512 {
namespace {
#define POSENC_LANES 8
#include "cheap_phasor.inl"
#undef POSENC_LANES
}  // namespace
}  // namespace avx512
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
}  // namespace detail
POSENC_END_NAMESPACE

namespace posenc_test {
namespace cheap_phasor_test {

/// From p and ω/2π = hi + lo, the sine and the cosine of pω, hi and lo each.
using Cheap = void (*)(double p, double hi, double lo, double* parts);

/// The worst error of many; points of the circle are 2π/points apart.
double worst_error(Cheap cheap, double most_turns, int points) {
  const double most = most_turns * 6.283185307179586;
  Random random(12);
  double worst = 0.0;
  for (int n = 0; n < 20000; ++n) {
    // ω times a position: up to the last turn for which it is used, often where the rest ends.
    const double w = std::fabs(random.real(static_cast<int>(random.below(12)) - 6));
    double p = random.real(static_cast<int>(random.below(60)) - 20);
    if (n % 2 == 0) p = random.integer(10) * 3.1415926535897931 / points / w;
    if (n % 4 == 1) p = most / w * (1.0 - std::fabs(random.real(-1)));
    if (!(std::fabs(p * w) < most)) continue;
    Phasor exact;
    exact.turn(std::fabs(p), Real(w));
    Real turns(w), rest(0.0), two_pi(0.0);
    mpfr_const_pi(two_pi.get(), MPFR_RNDN);
    mpfr_mul_ui(two_pi.get(), two_pi.get(), 2, MPFR_RNDN);
    mpfr_div(turns.get(), turns.get(), two_pi.get(), MPFR_RNDN);
    const double hi = mpfr_get_d(turns.get(), MPFR_RNDN);
    mpfr_sub_d(rest.get(), turns.get(), hi, MPFR_RNDN);
    double z[4];
    cheap(std::fabs(p), hi, mpfr_get_d(rest.get(), MPFR_RNDN), z);
    worst =
        (std::max)({worst, distance(z[0], z[1], exact.sine), distance(z[2], z[3], exact.cosine)});
  }
  return worst;
}

void expect_bound(double worst, double bound) {
  ::testing::Test::RecordProperty("worst", std::to_string(worst / bound));
  EXPECT_LE(worst, bound);
  EXPECT_GE(worst, bound / 16);  // a bound that nothing comes near would say little
}

constexpr double kNarrowBound = 6 * 0x1p-54, kDoubleBound = 18 * 0x1p-78;

TEST(CheapPhasor, OfFourLanesIsWithinItsBounds) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) GTEST_SKIP();
  namespace kernel = posenc::detail::avx2;
  expect_bound(worst_error(kernel::cheap, posenc::detail::kCheapTurns, 4), kNarrowBound);
  expect_bound(worst_error(kernel::cheap_double, posenc::detail::kCheapDoubleTurns, 512),
               kDoubleBound);
}

TEST(CheapPhasor, OfEightLanesIsWithinItsBounds) {
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq")) GTEST_SKIP();
  namespace kernel = posenc::detail::avx512;
  expect_bound(worst_error(kernel::cheap, posenc::detail::kCheapTurns, 16), kNarrowBound);
  expect_bound(worst_error(kernel::cheap_double, posenc::detail::kCheapDoubleTurns, 512),
               kDoubleBound);
}

/// What the margins of the rounding test are made of, in units of 2^-78.
TEST(CheapPhasor, MarginsHoldBothErrors) {
  EXPECT_GE(posenc::detail::kDirectMargin / 0x1p-78, 18 + 8.2);
  EXPECT_GE(posenc::detail::kProductMargin / 0x1p-78, 18 + 68.2);
}

}  // namespace cheap_phasor_test
}  // namespace posenc_test

#endif
