// The rules of posenc/frequencies/scaling.hpp that treat each frequency separately, in fixed point.
#include "scaling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <posenc/detail/limits.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

void check_factor(const char* function, const char* argument, double s) {
  if (!(s >= kMinFactor && s <= kMaxFactor)) {
    fail(function, argument, "from 2^-20 to 2^40", s);
  }
}

void check_length(const char* function, double L) {
  if (!(L > 1.0 && L <= kMaxLength)) {
    fail(function, "original_max_position_embeddings", "above 1 and up to 2^53", L);
  }
}

void check_current_length(const char* function, std::int64_t T) {
  if (T < 0 || T > kMaxPosition) {
    fail(function, "length", "from 0 to 2^53", static_cast<long long>(T));
  }
}

void check_rope(const char* function, std::int64_t d, double b, const char* width_argument) {
  if (d < 2 || d % 2 != 0 || d > kMaxWidth) {
    fail(function, width_argument, "an even number from 2 to 2^23", static_cast<long long>(d));
  }
  if (!(b > 1.0 && b <= (std::numeric_limits<double>::max)())) {
    fail(function, "base", "above 1 and finite", b);
  }
}

namespace {

const Fixed& checked(const char* function, const Fixed& radians) {
  if (!(std::fabs(radians.to_double()) < kMaxFrequency)) {
    fail(function, "frequencies", "below 2^40 in magnitude when scaled", radians.to_double());
  }
  return radians;
}

}  // namespace

void add(const char* function, FrequencyVector& to, const Fixed& radians, double value) {
  to.add_radians(checked(function, radians));
  to.keep_small(value);
}

}  // namespace detail

namespace scaling {

using namespace detail;

ScaledFrequencies linear(const Frequencies& frequencies, double s) {
  const char* function = "scaling::linear";
  const FrequencyVector& f = *frequencies.handle();
  check_factor(function, "factor", s);
  const Fixed inverse = kOne / Fixed::from_double(s);
  auto result = FrequencyVector::after(f);
  for (std::size_t i = 0; i < f.radians.size(); ++i) {
    if (s == 1.0) {
      result->keep(f, i);
    } else {
      add(function, *result, f.radians[i] * inverse, f.values[i] / s);
    }
  }
  return wrap(result);
}

ScaledFrequencies mixed_ntk(const Frequencies& frequencies, double s, double power) {
  const FrequencyVector& f = *frequencies.handle();
  const char* function = "scaling::mixed_ntk";
  check_factor(function, "factor", s);
  if (!(power >= 0.0 && power <= 64.0)) fail(function, "power", "from 0 to 64", power);
  const Fixed log_s = log_of(s);
  const Fixed log_n = log_of(static_cast<double>(f.radians.size()));
  auto result = FrequencyVector::after(f);
  for (std::size_t i = 0; i < f.radians.size(); ++i) {
    const Fixed log_share = log_of(static_cast<double>(i + 1)) - log_n;
    const Fixed share = exp(Fixed::from_double(power) * log_share);
    const Fixed factor = exp(-(log_s * share));
    add(function, *result, f.radians[i] * factor, f.values[i] * factor.to_double());
  }
  return wrap(result);
}

ScaledFrequencies llama3(const Frequencies& frequencies, const Llama3& parameters) {
  const FrequencyVector& f = *frequencies.handle();
  const double s = parameters.factor, L = parameters.original_max_position_embeddings;
  const double low = parameters.low_freq_factor, high = parameters.high_freq_factor;
  const char* function = "scaling::llama3";
  check_factor(function, "factor", s);
  check_factor(function, "low_freq_factor", low);
  check_factor(function, "high_freq_factor", high);
  // A narrower band would magnify the error of turns beyond the bound of scaling.hpp; an empty band
  // is a step.
  if (!(high == low || high >= 1.001 * low)) {
    fail(function, "high_freq_factor", "low_freq_factor, or at least 1.001 times as much", high);
  }
  check_length(function, L);
  const Fixed inverse = kOne / Fixed::from_double(s);
  const Fixed least = Fixed::from_double(low), most = Fixed::from_double(high);
  auto result = FrequencyVector::after(f);
  for (std::size_t i = 0; i < f.radians.size(); ++i) {
    // Turns within the trained length: L over the wavelength. A Fixed holds them below 2^63; high
    // is at most 2^40.
    const bool far_above = std::fabs(f.values[i]) * L > 0x1p50;
    Fixed turns = far_above ? most + kOne : f.turns[i] * Fixed::from_double(L);
    if (turns.negative()) turns = -turns;
    if (most < turns) {
      result->keep(f, i);
      continue;
    }
    const Fixed slow = checked(function, f.radians[i] * inverse);
    const bool below = high == low || turns < least;
    const Fixed g = below ? Fixed() : (turns - least) / (most - least);
    result->add_radians(slow + g * (f.radians[i] - slow));
    result->keep_small(f.values[i] * ((kOne - g) * inverse + g).to_double());
  }
  return wrap(result);
}

ScaledFrequencies proportional(Integer head_dim, double fraction, double b) {
  const std::int64_t d = head_dim.value();
  const char* function = "scaling::proportional";
  check_rope(function, d, b, "head_dim");
  if (!(fraction >= 0.0 && fraction <= 1.0)) {
    fail(function, "partial_rotary_factor", "from 0 to 1", fraction);
  }
  const auto live = static_cast<std::ptrdiff_t>(fraction * static_cast<double>(d) / 2.0);
  if (live < 1 && fraction != 0.0) {
    fail(function, "partial_rotary_factor", "0, or enough for one pair", fraction);
  }
  auto result = std::make_shared<FrequencyVector>();
  const Frequencies ladder =
      Frequencies::with_denominator(std::max(live, std::ptrdiff_t{1}), static_cast<double>(d), b);
  const FrequencyVector& turning = *ladder.handle();
  for (std::size_t i = 0; i < static_cast<std::size_t>(d / 2); ++i) {
    if (i < static_cast<std::size_t>(live)) {
      result->keep(turning, i);
    } else {
      result->add_radians(Fixed());
    }
  }
  return wrap(result);
}

}  // namespace scaling
POSENC_END_NAMESPACE
