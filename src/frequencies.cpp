#include "frequencies.hpp"

#include <algorithm>
#include <cmath>

namespace posenc {
namespace detail {

FrequencyHandle geometric_frequencies(std::ptrdiff_t pairs, double denominator, double base) {
  const char* function = "Frequencies::geometric";
  if (pairs < 1) fail(function, "pairs", "at least 1", static_cast<long long>(pairs));
  if (!std::isfinite(denominator) || !(denominator > 0)) {
    fail(function, "denominator", "positive and finite", denominator);
  }
  if (!std::isfinite(base) || !(base > 0)) fail(function, "base", "positive and finite", base);
  auto result = std::make_shared<FrequencyVector>();
  for (std::ptrdiff_t i = 0; i < pairs; ++i) {
    result->values.push_back(std::pow(base, -2.0 * static_cast<double>(i) / denominator));
  }
  return result;
}

FrequencyHandle given_frequencies(const double* values, std::ptrdiff_t n) {
  const char* function = "Frequencies::given";
  if (n < 1) fail(function, "frequencies", "at least one", static_cast<long long>(n));
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    if (!(std::fabs(values[i]) < 0x1p40)) {
      fail(function, "frequencies", "finite numbers below 2^40 in magnitude", values[i]);
    }
  }
  auto result = std::make_shared<FrequencyVector>();
  result->values.assign(values, values + n);
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
