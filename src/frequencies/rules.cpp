// The rules of posenc/frequencies/rules.hpp, evaluated in fixed point.
#include <posenc/frequencies/rules.hpp>

#include <algorithm>
#include <cmath>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/limits.hpp>

#include "../numbers/powers.hpp"
#include "frequency_vector.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

// --- Checks --------------------------------------------------------------------------------------

constexpr int kMaxOctaves = 40;  // kMaxFrequency is 2^40

void check_pairs(const char* function, std::ptrdiff_t pairs) {
  if (pairs < 1 || pairs > kMaxPairs) {
    fail(function, "pairs", "from 1 to 2^22", static_cast<long long>(pairs));
  }
}

std::ptrdiff_t checked_pairs(const char* function, Integer pairs) {
  check_pairs(function, pairs.index());
  return pairs.index();
}

void check_magnitude(const char* function, const char* argument, double value) {
  if (!(std::fabs(value) < kMaxFrequency)) {
    fail(function, argument, "finite and below 2^40 in magnitude", value);
  }
}

// --- Progressions --------------------------------------------------------------------------------

/// ω_i = 2^(first + i step), by multiplication from the fastest down, so that errors shrink.
Frequencies geometric_progression(const char* function, std::ptrdiff_t pairs, const Fixed& first,
                                  const Fixed& step, std::int64_t odd_width = 0) {
  const bool rising = !step.negative() && !step.zero();
  const Fixed fastest = rising ? first + step * Fixed::from_integer(pairs - 1) : first;
  if (!(fastest.to_double() < kMaxOctaves)) {
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
  result->odd_width = odd_width;
  for (std::ptrdiff_t i = 0; i < pairs; ++i) {
    const Fixed& each = frequencies[static_cast<std::size_t>(i)];
    result->add_radians(each);
    if (each < FrequencyVector::kSmall)
      result->values.back() = exp2_to_double(first + step * Fixed::from_integer(i));
  }
  return wrap(result);
}

/// The step of a progression whose last of n members is `difference` away; 0 where n is 1.
Fixed closed_step(const Fixed& difference, std::ptrdiff_t n) {
  return n == 1 ? Fixed() : divide(difference, static_cast<std::uint64_t>(n - 1));
}

/// ω_i = base^(-2i / denominator).
Frequencies open_progression(const char* function, std::ptrdiff_t pairs, double denominator,
                             double base, std::int64_t odd_width = 0) {
  check_positive(function, "base", base);
  const Fixed log_base = log2_of(base);
  return geometric_progression(
      function, pairs, Fixed(),
      exponent_step(-(log_base + log_base), Fixed::from_double(denominator)), odd_width);
}

/// 1 / (shortest (longest / shortest)^(i / n)), or i / (n-1).
Frequencies inverse_progression(const char* function, std::ptrdiff_t pairs, double shortest,
                                double longest, Spacing spacing) {
  check_pairs(function, pairs);
  check_positive(function, "shortest", shortest);
  check_positive(function, "longest", longest);
  check_enumerator(function, "spacing", spacing, Spacing::closed);
  const Fixed first = -log2_of(shortest);
  const Fixed difference = -log2_of(longest) - first;
  return geometric_progression(
      function, pairs, first,
      closed_step(difference, spacing == Spacing::closed ? pairs : pairs + 1));
}

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

Frequencies given_frequencies(const char* function, const double* values, std::ptrdiff_t n) {
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
  return wrap(result);
}

Frequencies concatenated(const FrequencyVector* const* parts, std::ptrdiff_t n) {
  auto result = std::make_shared<FrequencyVector>();
  for (std::ptrdiff_t k = 0; k < n; ++k) {
    for (std::size_t i = 0; i < parts[k]->turns.size(); ++i) result->keep(*parts[k], i);
  }
  return wrap(result);
}

Frequencies selected(const Frequencies& f, const std::ptrdiff_t* order, std::ptrdiff_t n) {
  auto result = std::make_shared<FrequencyVector>();
  for (std::ptrdiff_t k = 0; k < n; ++k)
    result->keep(*f.handle(), static_cast<std::size_t>(order[k]));
  return wrap(result);
}

Frequencies difference_of(const Frequencies& a, const Frequencies& b) {
  const FrequencyVector &x = *a.handle(), &y = *b.handle();
  auto result = std::make_shared<FrequencyVector>();
  for (std::size_t i = 0; i < x.radians.size(); ++i) {
    result->add(x.radians[i] - y.radians[i], x.turns[i] - y.turns[i]);
  }
  return wrap(result);
}

}  // namespace detail

using namespace detail;

// --- The rules -----------------------------------------------------------------------------------

Frequencies Frequencies::geometric(Integer width, double base) {
  const char* function = "Frequencies::geometric";
  const std::int64_t d = width.value();
  if (d < 1 || d > kMaxWidth) {
    fail(function, "width", "from 1 to 2^23", static_cast<long long>(d));
  }
  return open_progression(function, static_cast<std::ptrdiff_t>(d / 2 + d % 2),
                          static_cast<double>(d), base, d % 2 != 0 ? d : 0);
}

Frequencies Frequencies::with_denominator(Integer pairs, double denominator, double base) {
  const char* function = "Frequencies::with_denominator";
  check_pairs(function, pairs.index());
  if (!(denominator >= 0x1p-60 && denominator <= 0x1p60)) {
    fail(function, "denominator", "from 2^-60 to 2^60", denominator);
  }
  return open_progression(function, pairs.index(), denominator, base);
}

Frequencies Frequencies::closed(Integer pairs, double base) {
  const char* function = "Frequencies::closed";
  const std::ptrdiff_t n = checked_pairs(function, pairs);
  check_positive(function, "base", base);
  return geometric_progression(function, n, Fixed(), closed_step(-log2_of(base), n));
}

Frequencies Frequencies::shifted(Integer pairs, double shift, double base) {
  const char* function = "Frequencies::shifted";
  const std::ptrdiff_t n = checked_pairs(function, pairs);
  check_magnitude(function, "shift", shift);
  const Fixed denominator = Fixed::from_integer(n) - Fixed::from_double(shift);
  if (!(denominator.to_double() >= 0x1p-60)) {
    fail(function, "shift", "less than the number of pairs", shift);
  }
  check_positive(function, "base", base);
  return geometric_progression(function, n, Fixed(), exponent_step(-log2_of(base), denominator));
}

Frequencies Frequencies::range(Integer pairs, double high, double low) {
  const char* function = "Frequencies::range";
  const std::ptrdiff_t n = checked_pairs(function, pairs);
  check_positive(function, "high", high);
  check_positive(function, "low", low);
  const Fixed first = log2_of(high);
  return geometric_progression(function, n, first, closed_step(log2_of(low) - first, n));
}

Frequencies Frequencies::tensor2tensor_timescales(Integer pairs, double min_timescale,
                                                  double max_timescale) {
  const char* function = "Frequencies::tensor2tensor_timescales";
  const std::ptrdiff_t n = checked_pairs(function, pairs);
  check_positive(function, "min_timescale", min_timescale);
  check_positive(function, "max_timescale", max_timescale);
  const Fixed first = log2_of(min_timescale);
  return geometric_progression(function, n, first, closed_step(first - log2_of(max_timescale), n));
}

Frequencies Frequencies::timescales(Integer pairs, double shortest, double longest,
                                    Spacing spacing) {
  const char* function = "Frequencies::timescales";
  return inverse_progression(function, checked_pairs(function, pairs), shortest, longest, spacing);
}

Frequencies Frequencies::periods(Integer pairs, double shortest, double longest, Spacing spacing) {
  const char* function = "Frequencies::periods";
  const Frequencies turns =
      inverse_progression(function, checked_pairs(function, pairs), shortest, longest, spacing);
  // ω below 2^40
  if (!(shortest > 0x1p-37)) fail(function, "shortest", "above 2^-37", shortest);
  if (!(longest > 0x1p-37)) fail(function, "longest", "above 2^-37", longest);
  return turns.times_pi(2.0);
}

Frequencies Frequencies::octaves(Integer pairs, double first, double last) {
  const char* function = "Frequencies::octaves";
  const std::ptrdiff_t n = checked_pairs(function, pairs);
  check_magnitude(function, "first", first);
  check_magnitude(function, "last", last);
  const Fixed exponent = Fixed::from_double(first);
  return geometric_progression(function, n, exponent,
                               closed_step(Fixed::from_double(last) - exponent, n));
}

Frequencies Frequencies::octaves(Integer pairs) {
  const std::int64_t n = pairs.value();
  if (n < 1 || n > kMaxOctaves) {
    fail("Frequencies::octaves", "pairs", "from 1 to 40", static_cast<long long>(n));
  }
  return octaves(pairs, 0.0, static_cast<double>(n - 1));
}

Frequencies Frequencies::increasing(Integer pairs, double base) {
  const char* function = "Frequencies::increasing";
  const std::ptrdiff_t n = checked_pairs(function, pairs);
  check_positive(function, "base", base);
  return geometric_progression(function, n, Fixed(), closed_step(log2_of(base), n + 1));
}

Frequencies Frequencies::linear(Integer pairs, double first, double last) {
  const char* function = "Frequencies::linear";
  const std::ptrdiff_t n = checked_pairs(function, pairs);
  check_magnitude(function, "first", first);
  check_magnitude(function, "last", last);
  // Ends below 1 are scaled up to it for the sake of values(), which may be below 2^-192.
  int exponent = 0;
  std::frexp(std::max(std::fabs(first), std::fabs(last)), &exponent);
  exponent = std::min(exponent, 0);
  const Fixed begin = Fixed::from_double(std::ldexp(first, -exponent));
  const Fixed difference = Fixed::from_double(std::ldexp(last, -exponent)) - begin;
  auto result = std::make_shared<FrequencyVector>();
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    const Fixed each = begin + closed_step(difference * Fixed::from_integer(i), n);
    result->add_radians(signed_shift(each, exponent));
    result->values.back() = std::ldexp(each.to_double(), exponent);
  }
  result->values.front() = first;
  if (n > 1) result->values.back() = last;
  return wrap(result);
}

// --- A factor ahead ------------------------------------------------------------------------------

Frequencies Frequencies::times(double factor) const {
  const FrequencyVector& frequencies = *handle_;
  check_multiple("Frequencies::times", frequencies, factor, 1.0);
  auto result = FrequencyVector::after(frequencies);
  for (std::size_t i = 0; i < frequencies.turns.size(); ++i) {
    result->add(detail::times(frequencies.radians[i], factor),
                detail::times(frequencies.turns[i], factor));
    result->keep_small(frequencies.values[i] * factor);
  }
  return wrap(result);
}

Frequencies Frequencies::times_pi(double factor) const {
  const FrequencyVector& frequencies = *handle_;
  check_multiple("Frequencies::times_pi", frequencies, factor, 3.1416);
  constexpr double pi = 3.141592653589793;
  auto result = FrequencyVector::after(frequencies);
  for (std::size_t i = 0; i < frequencies.radians.size(); ++i) {
    result->add_turns(detail::times(frequencies.radians[i], 0.5 * factor));
    result->keep_small(frequencies.values[i] * factor * pi);
  }
  return wrap(result);
}

// --- Values --------------------------------------------------------------------------------------

Index Frequencies::size() const {
  return static_cast<Index>(handle_->values.size());
}

Index Frequencies::width() const {
  return handle_->odd_width != 0 ? static_cast<Index>(handle_->odd_width) : 2 * size();
}

void Frequencies::copy_values(double* to) const {
  std::copy(handle_->values.begin(), handle_->values.end(), to);
}

POSENC_END_NAMESPACE
