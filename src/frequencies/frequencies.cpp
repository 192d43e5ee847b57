// Frequencies that are given, joined, selected or multiplied; and their values.
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

namespace {

/// `unit` is the multiple that a factor of 1 means.
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

}  // namespace detail

using namespace detail;

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
