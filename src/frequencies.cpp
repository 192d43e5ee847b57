#include "frequencies.hpp"

#include <algorithm>
#include <cmath>

namespace posenc {
namespace detail {

namespace {

// --- Checks --------------------------------------------------------------------------------------

constexpr double kMaxFrequency = 0x1p40;
constexpr double kMaxLog2 = 40;

void check_pairs(const char* function, std::ptrdiff_t pairs) {
  if (pairs < 1) fail(function, "pairs", "at least 1", static_cast<long long>(pairs));
}

void check_positive(const char* function, const char* argument, double value) {
  if (!std::isfinite(value) || !(value > 0)) fail(function, argument, "positive and finite", value);
}

void check_magnitude(const char* function, const char* argument, double value) {
  if (!(std::fabs(value) < kMaxFrequency)) {
    fail(function, argument, "finite and below 2^40 in magnitude", value);
  }
}

// --- Powers of two -------------------------------------------------------------------------------

/// Exact for a power of two; else error below 2^-178.
Fixed log2_of(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);  // in [1/2, 1)
  if (mantissa == 0.5) return Fixed::from_integer(exponent - 1);
  return Fixed::from_integer(exponent) + log_of(mantissa) * (kOne / kLn2);
}

/// 2^x for x <= 40, exact for an integer; else relative error below 2^-182, absolute below 2^-182
/// for x < 0.
Fixed exp2(const Fixed& x) {
  const std::int64_t whole = x.floor();
  return shifted(exp((x - Fixed::from_integer(whole)) * kLn2), static_cast<int>(whole));
}

Fixed times(const Fixed& x, std::ptrdiff_t n) {
  return x * Fixed::from_integer(n);
}

/// x / y for y >= 2^-60, kept within 2^12 in magnitude: 2 to that power vanishes in a Fixed, or is
/// no frequency.
Fixed exponent_step(const Fixed& x, const Fixed& y) {
  constexpr double limit = 0x1p12;
  const double estimate = x.to_double() / y.to_double();
  if (std::fabs(estimate) >= limit) return Fixed::from_double(std::copysign(limit, estimate));
  int exponent = 0;
  std::frexp(y.to_double(), &exponent);
  const Fixed quotient = x / shifted(y, -exponent);
  return quotient.negative() ? -shifted(-quotient, -exponent) : shifted(quotient, -exponent);
}

// --- Progressions --------------------------------------------------------------------------------

/// ω_i = 2^(first + i step), by multiplication from the fastest down, so that errors shrink.
FrequencyHandle geometric_progression(const char* function, std::ptrdiff_t pairs,
                                      const Fixed& first, const Fixed& step) {
  const bool rising = !step.negative() && !step.zero();
  const Fixed fastest = rising ? first + times(step, pairs - 1) : first;
  if (!(fastest.to_double() < kMaxLog2)) {
    fail(function, "frequencies", "all of them below 2^40", std::exp2(fastest.to_double()));
  }
  const Fixed ratio = exp2(rising ? -step : step);
  std::vector<Fixed> frequencies(static_cast<std::size_t>(pairs));
  Fixed frequency = exp2(fastest);
  for (Fixed& each : frequencies) {
    each = frequency;
    frequency = frequency * ratio;
  }
  if (rising) std::reverse(frequencies.begin(), frequencies.end());
  auto result = std::make_shared<FrequencyVector>();
  for (const Fixed& each : frequencies) result->add_radians(each);
  return result;
}

/// The step of a progression whose last of n members is `difference` away; 0 where n is 1.
Fixed closed_step(const Fixed& difference, std::ptrdiff_t n) {
  return n == 1 ? Fixed() : divide(difference, static_cast<std::uint64_t>(n - 1));
}

}  // namespace

// --- The rules -----------------------------------------------------------------------------------

FrequencyHandle geometric_frequencies(std::ptrdiff_t pairs, double denominator, double base) {
  const char* function = "Frequencies::geometric";
  check_pairs(function, pairs);
  if (!(denominator >= 0x1p-60 && denominator <= 0x1p60)) {
    fail(function, "denominator", "from 2^-60 to 2^60", denominator);
  }
  check_positive(function, "base", base);
  const Fixed log_base = log2_of(base);
  return geometric_progression(
      function, pairs, Fixed(),
      exponent_step(-(log_base + log_base), Fixed::from_double(denominator)));
}

FrequencyHandle closed_frequencies(std::ptrdiff_t pairs, double base) {
  const char* function = "Frequencies::closed";
  check_pairs(function, pairs);
  check_positive(function, "base", base);
  return geometric_progression(function, pairs, Fixed(), closed_step(-log2_of(base), pairs));
}

FrequencyHandle shifted_frequencies(std::ptrdiff_t pairs, double shift, double base) {
  const char* function = "Frequencies::shifted";
  check_pairs(function, pairs);
  check_magnitude(function, "shift", shift);
  const Fixed denominator = Fixed::from_integer(pairs) - Fixed::from_double(shift);
  if (!(denominator.to_double() >= 0x1p-60)) {
    fail(function, "shift", "less than the number of pairs", shift);
  }
  check_positive(function, "base", base);
  return geometric_progression(function, pairs, Fixed(),
                               exponent_step(-log2_of(base), denominator));
}

FrequencyHandle range_frequencies(std::ptrdiff_t pairs, double high, double low) {
  const char* function = "Frequencies::range";
  check_pairs(function, pairs);
  check_positive(function, "high", high);
  check_positive(function, "low", low);
  const Fixed first = log2_of(high);
  return geometric_progression(function, pairs, first, closed_step(log2_of(low) - first, pairs));
}

FrequencyHandle tensor2tensor_frequencies(std::ptrdiff_t pairs, double min_timescale,
                                          double max_timescale) {
  const char* function = "Frequencies::tensor2tensor_timescales";
  check_pairs(function, pairs);
  check_positive(function, "min_timescale", min_timescale);
  check_positive(function, "max_timescale", max_timescale);
  const Fixed first = log2_of(min_timescale);
  return geometric_progression(function, pairs, first,
                               closed_step(first - log2_of(max_timescale), pairs));
}

FrequencyHandle timescale_frequencies(std::ptrdiff_t pairs, double shortest, double longest,
                                      bool closed) {
  const char* function = "Frequencies::timescales";
  check_pairs(function, pairs);
  check_positive(function, "shortest", shortest);
  check_positive(function, "longest", longest);
  const Fixed first = -log2_of(shortest);
  const Fixed difference = -log2_of(longest) - first;
  return geometric_progression(function, pairs, first,
                               closed_step(difference, closed ? pairs : pairs + 1));
}

FrequencyHandle octave_frequencies(std::ptrdiff_t pairs, double first, double last) {
  const char* function = "Frequencies::octaves";
  check_pairs(function, pairs);
  check_magnitude(function, "first", first);
  check_magnitude(function, "last", last);
  const Fixed exponent = Fixed::from_double(first);
  return geometric_progression(function, pairs, exponent,
                               closed_step(Fixed::from_double(last) - exponent, pairs));
}

FrequencyHandle increasing_frequencies(std::ptrdiff_t pairs, double base) {
  const char* function = "Frequencies::increasing";
  check_pairs(function, pairs);
  check_positive(function, "base", base);
  return geometric_progression(function, pairs, Fixed(), closed_step(log2_of(base), pairs + 1));
}

FrequencyHandle linear_frequencies(std::ptrdiff_t pairs, double first, double last) {
  const char* function = "Frequencies::linear";
  constexpr std::ptrdiff_t most = std::ptrdiff_t{1} << 22;  // 2^41 * 2^22 still fits a Fixed
  if (pairs < 1 || pairs > most) {
    fail(function, "pairs", "from 1 to 2^22", static_cast<long long>(pairs));
  }
  check_magnitude(function, "first", first);
  check_magnitude(function, "last", last);
  const Fixed difference = Fixed::from_double(last) - Fixed::from_double(first);
  auto result = std::make_shared<FrequencyVector>();
  for (std::ptrdiff_t i = 0; i < pairs; ++i) {
    result->add_radians(Fixed::from_double(first) + closed_step(times(difference, i), pairs));
  }
  return result;
}

FrequencyHandle given_frequencies(const double* values, std::ptrdiff_t n) {
  const char* function = "Frequencies::given";
  if (n < 1) fail(function, "frequencies", "at least one", static_cast<long long>(n));
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    if (!(std::fabs(values[i]) < kMaxFrequency)) {
      fail(function, "frequencies", "finite numbers below 2^40 in magnitude", values[i]);
    }
  }
  auto result = std::make_shared<FrequencyVector>();
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    result->add_radians(Fixed::from_double(values[i]));
    result->values.back() = values[i];  // below 2^-139 a Fixed has fewer bits than a double
  }
  return result;
}

// --- A factor ahead ------------------------------------------------------------------------------

namespace {

/// `unit` is what a factor of 1 stands for.
void check_factor(const char* function, const FrequencyVector& frequencies, double factor,
                  double unit) {
  check_magnitude(function, "factor", factor);
  for (const double value : frequencies.values) {
    if (!(std::fabs(value * factor * unit) < kMaxFrequency)) {
      fail(function, "factor", "one that keeps every frequency below 2^40 in magnitude", factor);
    }
  }
}

}  // namespace

FrequencyHandle multiply_frequencies(const FrequencyVector& frequencies, double factor) {
  check_factor("Frequencies::times", frequencies, factor, 1.0);
  const Fixed by = Fixed::from_double(factor);
  auto result = std::make_shared<FrequencyVector>();
  for (std::size_t i = 0; i < frequencies.turns.size(); ++i) {
    result->add(frequencies.radians[i] * by, frequencies.turns[i] * by);
  }
  return result;
}

FrequencyHandle multiply_frequencies_by_pi(const FrequencyVector& frequencies, double factor) {
  check_factor("Frequencies::times_pi", frequencies, factor, 3.1416);
  const Fixed half = Fixed::from_double(factor) * Fixed::scaled(1, -1);
  auto result = std::make_shared<FrequencyVector>();
  for (const Fixed& radians : frequencies.radians) result->add_turns(radians * half);
  return result;
}

std::ptrdiff_t frequency_count(const FrequencyVector& frequencies) {
  return static_cast<std::ptrdiff_t>(frequencies.values.size());
}

void frequency_values(const FrequencyVector& frequencies, double* values) {
  std::copy(frequencies.values.begin(), frequencies.values.end(), values);
}

}  // namespace detail
}  // namespace posenc
