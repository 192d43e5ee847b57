// The rules of posenc/frequencies/scaling.hpp, in fixed point.
#include "scaling.hpp"

#include <cmath>
#include <limits>

#include <posenc/detail/limits.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

constexpr auto kMaxLength = static_cast<double>(kMaxPosition);

}  // namespace

void check_factor(const char* function, const char* argument, double s) {
  if (!(s >= kMinFactor && s <= kMaxFactor)) {
    fail(function, argument, "above 0, from 2^-20 to 2^40", s);
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

void check_rope(const char* function, std::int64_t d, double b) {
  if (d < 2 || d % 2 != 0 || d > kMaxWidth) {
    fail(function, "width", "an even number from 2 to 2^23", static_cast<long long>(d));
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

namespace {

/// The nearest double of e^x, at any magnitude.
double exp_to_double(const Fixed& x) {
  const std::int64_t k = (x * kPerLn2).floor();
  if (k < -2000) return 0.0;
  return std::ldexp(exp(x - kLn2 * integer(k)).to_double(), static_cast<int>(k));
}

/// (b')^(-2i/d) / after, i < d/2, from ln b' > 0 and ln after.
Frequencies with_log_base(const char* function, const Fixed& log_base, std::int64_t d,
                          const Fixed& log_after = Fixed()) {
  if (log_base.negative() || log_base.zero()) {
    fail(function, "base", "above 1 when scaled", std::exp(log_base.to_double()));
  }
  const Fixed log_ratio = -divide(log_base + log_base, static_cast<std::uint64_t>(d));
  const Fixed ratio = exp(log_ratio), first = exp(-log_after);
  auto result = std::make_shared<FrequencyVector>();
  Fixed f = kOne;
  for (std::int64_t i = 0; i < d / 2; ++i) {
    const Fixed each = f * first;
    const bool small = each < FrequencyVector::kSmall;
    add(function, *result, each, small ? exp_to_double(log_ratio * integer(i) - log_after) : 0.0);
    f = f * ratio;
  }
  return wrap(result);
}

/// b s^power instead of b, and then everything divided by s^(2 after / d).
Frequencies changed_base(const char* function, std::int64_t d, double b, double s,
                         double power_numerator, double power_denominator, int after) {
  check_rope(function, d, b);
  check_factor(function, "factor", s);
  if (power_denominator <= 0.0) {
    fail(function, "width", "at least 4", static_cast<long long>(d));
  }
  const Fixed log_s = log_of(s);
  const Fixed power = Fixed::from_double(power_numerator) / Fixed::from_double(power_denominator);
  const Fixed log_after = divide(log_s + log_s, static_cast<std::uint64_t>(d)) * integer(after);
  return with_log_base(function, log_of(b) + power * log_s, d, log_after);
}

}  // namespace

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

ScaledFrequencies ntk_aware(Integer width, double base, double factor) {
  const auto d = static_cast<double>(width.value());
  return changed_base("scaling::ntk_aware", width.value(), base, factor, d, d - 2.0, 0);
}

ScaledFrequencies dynamic_ntk(Integer width, double b, double s, double L, Integer length) {
  const std::int64_t d = width.value(), T = length.value();
  const char* function = "scaling::dynamic_ntk";
  check_rope(function, d, b);
  check_factor(function, "factor", s);
  check_length(function, L);
  check_current_length(function, T);
  if (static_cast<double>(T) <= L) {
    return Frequencies::geometric(width, b);
  }
  if (d < 4) fail(function, "width", "at least 4", static_cast<long long>(d));
  if (!(s * ((static_cast<double>(T) - L) / L) < 0x1p60)) {  // a Fixed ends at 2^63
    fail(function, "length", "at most 2^60 original_max_position_embeddings / factor",
         static_cast<long long>(T));
  }
  // s T/L - (s - 1) = 1 + s (T - L) / L
  const Fixed trained = Fixed::from_double(L);
  const Fixed inner = kOne + Fixed::from_double(s) * ((integer(T) - trained) / trained);
  const Fixed power = divide(integer(d), static_cast<std::uint64_t>(d - 2));
  return with_log_base(function, log_of(b) + power * log(inner), d);
}

ScaledFrequencies base_change(Integer width, double base, double factor) {
  return changed_base("scaling::base_change", width.value(), base, factor, 1.0, 1.0, 0);
}

ScaledFrequencies fixed_ntk(Integer width, double base, double factor) {
  return changed_base("scaling::fixed_ntk", width.value(), base, factor, 1.0, 1.0, 1);
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

ScaledFrequencies theta_scale(Integer width, double b, double s, double L) {
  const std::int64_t d = width.value();
  const char* function = "scaling::theta_scale";
  check_rope(function, d, b);
  check_factor(function, "factor", s);
  if (!(L >= 7.0 && L <= kMaxLength)) {
    fail(function, "original_max_position_embeddings", "from 7 (above 2 pi) to 2^53", L);
  }
  const Fixed trained = log_of(L) - log_two_pi();
  return with_log_base(function, log_of(b) * ((trained + log_of(s)) / trained), d);
}

ScaledFrequencies llama3(const Frequencies& frequencies, const Llama3& parameters) {
  const FrequencyVector& f = *frequencies.handle();
  const double s = parameters.factor, L = parameters.original_max_position_embeddings;
  const double low = parameters.low_freq_factor, high = parameters.high_freq_factor;
  const char* function = "scaling::llama3";
  check_factor(function, "factor", s);
  check_factor(function, "low_freq_factor", low);
  check_factor(function, "high_freq_factor", high);
  // A narrower band would magnify the error of turns beyond the bound of scaling.hpp; none at all
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
  check_rope(function, d, b);
  if (!(fraction > 0.0 && fraction <= 1.0)) {
    fail(function, "partial_rotary_factor", "above 0 and at most 1", fraction);
  }
  const auto live = static_cast<std::ptrdiff_t>(fraction * static_cast<double>(d) / 2.0);
  if (live < 1) fail(function, "partial_rotary_factor", "enough for one pair", fraction);
  auto result = std::make_shared<FrequencyVector>();
  const Frequencies ladder = Frequencies::with_denominator(live, static_cast<double>(d), b);
  const FrequencyVector& turning = *ladder.handle();
  for (std::size_t i = 0; i < static_cast<std::size_t>(d / 2); ++i) {
    if (i < turning.radians.size()) {
      result->keep(turning, i);
    } else {
      result->add_radians(Fixed());
    }
  }
  return wrap(result);
}

}  // namespace scaling
POSENC_END_NAMESPACE
