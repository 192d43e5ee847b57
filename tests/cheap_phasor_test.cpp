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
namespace {

double distance(double value, const Real& exact) {
  Real off(value);
  mpfr_sub(off.get(), off.get(), exact.get(), MPFR_RNDN);
  return std::fabs(mpfr_get_d(off.get(), MPFR_RNDA));
}

/// Sine and cosine of 2π p (hi + lo).
using Cheap = void (*)(double p, double hi, double lo, double* sine_and_cosine);

void expect_right_to_fifty_one_bits(Cheap cheap) {
  constexpr double kBound = 6 * 0x1p-54;
  constexpr double kMost = posenc::detail::kCheapTurns * 6.283185307179586;
  Random random(12);
  double worst = 0.0;
  for (int n = 0; n < 20000; ++n) {
    // ω times a position: up to the last turn for which it is used, often next to a sixteenth of
    // one, where a polynomial ends.
    const double w = std::fabs(random.real(static_cast<int>(random.below(12)) - 6));
    double p = random.real(static_cast<int>(random.below(60)) - 20);
    if (n % 2 == 0) p = random.integer(10) * 0.39269908169872414 / w;
    if (n % 4 == 1) p = kMost / w * (1.0 - std::fabs(random.real(-1)));
    if (!(std::fabs(p * w) < kMost)) continue;
    Phasor exact;
    exact.turn(std::fabs(p), Real(w));
    Real turns(w), hi_part(0.0), two_pi(0.0);
    mpfr_const_pi(two_pi.get(), MPFR_RNDN);
    mpfr_mul_ui(two_pi.get(), two_pi.get(), 2, MPFR_RNDN);
    mpfr_div(turns.get(), turns.get(), two_pi.get(), MPFR_RNDN);
    const double hi = mpfr_get_d(turns.get(), MPFR_RNDZ);  // the table cuts off
    mpfr_sub_d(hi_part.get(), turns.get(), hi, MPFR_RNDN);
    const double lo = mpfr_get_d(hi_part.get(), MPFR_RNDZ);
    double z[2];
    cheap(std::fabs(p), hi, lo, z);
    worst = (std::max)({worst, distance(z[0], exact.sine), distance(z[1], exact.cosine)});
  }
  ::testing::Test::RecordProperty("worst", std::to_string(worst / 0x1p-54));
  EXPECT_LE(worst, kBound);
  EXPECT_GE(worst, kBound / 8);  // a bound that nothing comes near would say little
}

TEST(CheapPhasor, OfFourLanesIsRightToFiftyOneBits) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) GTEST_SKIP();
  expect_right_to_fifty_one_bits(posenc::detail::avx2::cheap);
}

TEST(CheapPhasor, OfEightLanesIsRightToFiftyOneBits) {
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq")) GTEST_SKIP();
  expect_right_to_fifty_one_bits(posenc::detail::avx512::cheap);
}

}  // namespace
}  // namespace posenc_test

#endif
