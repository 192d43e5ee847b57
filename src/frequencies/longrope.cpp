#include "scaling.hpp"

#include <cmath>
#include <string>

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

const char* const kFunction = "scaling::longrope";

void check_factors(const char* argument, const double* factors, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    check_factor(kFunction, (argument + ("[" + std::to_string(i) + "]")).c_str(), factors[i]);
  }
}

}  // namespace

FrequencyHandle longrope(const FrequencyVector& f, const double* short_factor,
                         const double* long_factor, double L, std::int64_t T) {
  const std::size_t n = f.radians.size();
  check_length(kFunction, L);
  check_current_length(kFunction, T);
  check_factors("short_factor", short_factor, n);
  check_factors("long_factor", long_factor, n);
  const double* factors = static_cast<double>(T) <= L ? short_factor : long_factor;
  auto result = std::make_shared<FrequencyVector>();
  for (std::size_t i = 0; i < n; ++i) {
    if (factors[i] == 1.0) {
      result->keep(f, i);
    } else {
      add(kFunction, *result, f.radians[i] * (kOne / Fixed::from_double(factors[i])),
          f.values[i] / factors[i]);
    }
  }
  return result;
}

double longrope_amplitude(double s, double L) {
  const char* function = "scaling::longrope_amplitude";
  check_factor(function, "factor", s);
  check_length(function, L);
  if (s <= 1.0) return 1.0;
  return std::sqrt((kOne + log_of(s) / log_of(L)).to_double());
}

}  // namespace detail
POSENC_END_NAMESPACE
