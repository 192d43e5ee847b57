// The rules of posenc/frequencies/rules.hpp, evaluated in fixed point.
#include <posenc/frequencies/rules.hpp>

#include <algorithm>
#include <cmath>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/limits.hpp>

#include "../numbers/powers.hpp"
#include "frequency_vector.hpp"
#include "progression.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

constexpr int kMaxOctaves = 40;  // kMaxFrequency is 2^40

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
  check_positive(function, "shortest", shortest);
  check_positive(function, "longest", longest);
  check_enumerator(function, "spacing", spacing, Spacing::closed);
  const Fixed first = -log2_of(shortest);
  const Fixed difference = -log2_of(longest) - first;
  return geometric_progression(
      function, pairs, first,
      closed_step(difference, spacing == Spacing::closed ? pairs : pairs + 1));
}

}  // namespace

}  // namespace detail

using namespace detail;

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
  const std::ptrdiff_t n = checked_pairs(function, pairs);
  if (!(denominator >= 0x1p-60 && denominator <= 0x1p60)) {
    fail(function, "denominator", "from 2^-60 to 2^60", denominator);
  }
  return open_progression(function, n, denominator, base);
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

POSENC_END_NAMESPACE
