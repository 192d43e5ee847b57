#include "frequencies.hpp"

#include <algorithm>
#include <cmath>

namespace posenc {
namespace detail {

namespace {

constexpr double kMaxFrequency = 0x1p40;

}  // namespace

FrequencyHandle geometric_frequencies(std::ptrdiff_t pairs, double denominator, double base) {
  const char* function = "Frequencies::geometric";
  if (pairs < 1) fail(function, "pairs", "at least 1", static_cast<long long>(pairs));
  if (!std::isfinite(denominator) || !(denominator > 0)) {
    fail(function, "denominator", "positive and finite", denominator);
  }
  if (!std::isfinite(base) || !(base > 0)) fail(function, "base", "positive and finite", base);
  auto result = std::make_shared<FrequencyVector>();
  // ω_0 = 1 and ω_(i+1) = ω_i ρ with ρ = base^(-2/denominator).
  const Fixed ratio = exp(-(log_of(base) + log_of(base)) / Fixed::from_double(denominator));
  Fixed frequency = kOne;
  for (std::ptrdiff_t i = 0; i < pairs; ++i) {
    result->add_radians(frequency);
    frequency = frequency * ratio;
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
    result->turns.push_back(Fixed::from_double(values[i]) * kTurnsPerRadian);
    result->values.push_back(values[i]);
  }
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
