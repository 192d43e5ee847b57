#include "frequency_vector.hpp"

#include <algorithm>
#include <cmath>

#include <posenc/detail/errors.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

// --- Checks --------------------------------------------------------------------------------------

constexpr double kMaxFrequency = 0x1p40;
constexpr double kMaxLog2 = 40;

/// Errors of a progression add up to 2^-160 in so many steps; and 2^41 times it fits a Fixed.
constexpr std::ptrdiff_t kMaxPairs = std::ptrdiff_t{1} << 22;

void check_pairs(const char* function, std::ptrdiff_t pairs) {
  if (pairs < 1 || pairs > kMaxPairs) {
    fail(function, "pairs", "from 1 to 2^22", static_cast<long long>(pairs));
  }
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
  return Fixed::from_integer(exponent) + log_of(mantissa) * kPerLn2;
}

/// 2^x for x <= 40, exact for an integer; else relative error below 2^-182, absolute below 2^-182
/// for x < 0.
Fixed exp2(const Fixed& x) {
  const std::int64_t whole = x.floor();
  return shifted(exp((x - Fixed::from_integer(whole)) * kLn2), static_cast<int>(whole));
}

/// The nearest double of 2^x, at any magnitude.
double exp2_to_double(const Fixed& x) {
  constexpr std::int64_t vanished = -2000;
  if (x.floor() < vanished) return 0.0;
  const auto whole = static_cast<int>(x.floor());
  return std::ldexp(exp2(x - Fixed::from_integer(whole)).to_double(), whole);
}

/// x * 2^exponent of either sign, cut off towards zero.
Fixed signed_shift(const Fixed& x, int exponent) {
  return x.negative() ? -shifted(-x, exponent) : shifted(x, exponent);
}

/// x * by, with all of its bits however small it is.
Fixed times(const Fixed& x, double by) {
  int exponent = 0;
  std::frexp(by, &exponent);
  exponent = std::clamp(exponent, -1000, 0);
  return signed_shift(x * Fixed::from_double(std::ldexp(by, -exponent)), exponent);
}

/// x / y for y >= 2^-60, kept within 2^12 in magnitude: 2 to that power vanishes in a Fixed, or is
/// no frequency.
Fixed exponent_step(const Fixed& x, const Fixed& y) {
  constexpr double limit = 0x1p12;
  const double estimate = x.to_double() / y.to_double();
  if (std::fabs(estimate) >= limit) return Fixed::from_double(std::copysign(limit, estimate));
  int exponent = 0;
  std::frexp(y.to_double(), &exponent);
  return signed_shift(x / shifted(y, -exponent), -exponent);
}

// --- Progressions --------------------------------------------------------------------------------

/// ω_i = 2^(first + i step), by multiplication from the fastest down, so that errors shrink.
FrequencyHandle geometric_progression(const char* function, std::ptrdiff_t pairs,
                                      const Fixed& first, const Fixed& step) {
  const bool rising = !step.negative() && !step.zero();
  const Fixed fastest = rising ? first + step * Fixed::from_integer(pairs - 1) : first;
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
  for (std::ptrdiff_t i = 0; i < pairs; ++i) {
    const Fixed& each = frequencies[static_cast<std::size_t>(i)];
    result->add_radians(each);
    if (each < FrequencyVector::kSmall)
      result->values.back() = exp2_to_double(first + step * Fixed::from_integer(i));
  }
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

namespace {

FrequencyHandle timescales(const char* function, std::ptrdiff_t pairs, double shortest,
                           double longest, bool closed) {
  check_pairs(function, pairs);
  check_positive(function, "shortest", shortest);
  check_positive(function, "longest", longest);
  const Fixed first = -log2_of(shortest);
  const Fixed difference = -log2_of(longest) - first;
  return geometric_progression(function, pairs, first,
                               closed_step(difference, closed ? pairs : pairs + 1));
}

}  // namespace

FrequencyHandle timescale_frequencies(std::ptrdiff_t pairs, double shortest, double longest,
                                      bool closed) {
  return timescales("Frequencies::timescales", pairs, shortest, longest, closed);
}

FrequencyHandle period_frequencies(std::ptrdiff_t pairs, double shortest, double longest,
                                   bool closed) {
  const char* function = "Frequencies::periods";
  const FrequencyHandle turns = timescales(function, pairs, shortest, longest, closed);
  // ω below 2^40
  if (!(shortest > 0x1p-37)) fail(function, "shortest", "above 2^-37", shortest);
  if (!(longest > 0x1p-37)) fail(function, "longest", "above 2^-37", longest);
  return multiply_frequencies_by_pi(*turns, 2.0);
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

FrequencyHandle octave_frequencies(std::ptrdiff_t pairs) {
  if (pairs < 1 || pairs > 40) {
    fail("Frequencies::octaves", "pairs", "from 1 to 40", static_cast<long long>(pairs));
  }
  return octave_frequencies(pairs, 0.0, static_cast<double>(pairs - 1));
}

FrequencyHandle increasing_frequencies(std::ptrdiff_t pairs, double base) {
  const char* function = "Frequencies::increasing";
  check_pairs(function, pairs);
  check_positive(function, "base", base);
  return geometric_progression(function, pairs, Fixed(), closed_step(log2_of(base), pairs + 1));
}

FrequencyHandle linear_frequencies(std::ptrdiff_t pairs, double first, double last) {
  const char* function = "Frequencies::linear";
  check_pairs(function, pairs);
  check_magnitude(function, "first", first);
  check_magnitude(function, "last", last);
  // Ends below 1 are scaled up to it for the sake of values(), which may be below 2^-192.
  int exponent = 0;
  std::frexp(std::max(std::fabs(first), std::fabs(last)), &exponent);
  exponent = std::min(exponent, 0);
  const Fixed begin = Fixed::from_double(std::ldexp(first, -exponent));
  const Fixed difference = Fixed::from_double(std::ldexp(last, -exponent)) - begin;
  auto result = std::make_shared<FrequencyVector>();
  for (std::ptrdiff_t i = 0; i < pairs; ++i) {
    const Fixed each = begin + closed_step(difference * Fixed::from_integer(i), pairs);
    result->add_radians(signed_shift(each, exponent));
    result->values.back() = std::ldexp(each.to_double(), exponent);
  }
  result->values.front() = first;
  if (pairs > 1) result->values.back() = last;
  return result;
}

FrequencyHandle given_frequencies(const char* function, const double* values, std::ptrdiff_t n) {
  if (n < 1 || n > kMaxPairs) {
    fail(function, "frequencies", "from 1 to 2^22 of them", static_cast<long long>(n));
  }
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
void check_multiple(const char* function, const FrequencyVector& frequencies, double factor,
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
  check_multiple("Frequencies::times", frequencies, factor, 1.0);
  auto result = std::make_shared<FrequencyVector>();
  for (std::size_t i = 0; i < frequencies.turns.size(); ++i) {
    result->add(times(frequencies.radians[i], factor), times(frequencies.turns[i], factor));
    result->keep_small(frequencies.values[i] * factor);
  }
  return result;
}

FrequencyHandle multiply_frequencies_by_pi(const FrequencyVector& frequencies, double factor) {
  check_multiple("Frequencies::times_pi", frequencies, factor, 3.1416);
  constexpr double pi = 3.141592653589793;
  auto result = std::make_shared<FrequencyVector>();
  for (std::size_t i = 0; i < frequencies.radians.size(); ++i) {
    result->add_turns(times(frequencies.radians[i], 0.5 * factor));
    result->keep_small(frequencies.values[i] * factor * pi);
  }
  return result;
}

// --- Parts and values ----------------------------------------------------------------------------

FrequencyHandle concatenated(const FrequencyHandle* parts, std::ptrdiff_t n) {
  auto result = std::make_shared<FrequencyVector>();
  for (std::ptrdiff_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < parts[k]->turns.size(); ++i) result->keep(*parts[k], i);
  }
  return result;
}

FrequencyHandle selected(const FrequencyVector& f, const std::ptrdiff_t* order, std::ptrdiff_t n) {
  auto result = std::make_shared<FrequencyVector>();
  for (std::ptrdiff_t k = 0; k < n; ++k) result->keep(f, static_cast<std::size_t>(order[k]));
  return result;
}

std::ptrdiff_t frequency_count(const FrequencyVector& frequencies) {
  return static_cast<std::ptrdiff_t>(frequencies.values.size());
}

void frequency_values(const FrequencyVector& frequencies, double* values) {
  std::copy(frequencies.values.begin(), frequencies.values.end(), values);
}

}  // namespace detail
POSENC_END_NAMESPACE
