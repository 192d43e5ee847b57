// The rule of posenc/frequencies/longrope.hpp, in fixed point.
#include <posenc/detail/frequencies/longrope.hpp>

#include <cmath>
#include <string>

#include "scaling.hpp"

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

Frequencies longrope(const Frequencies& frequencies, const double* short_factor,
                     const double* long_factor, double L, std::int64_t T) {
  const FrequencyVector& f = *frequencies.handle();
  const std::size_t n = f.radians.size();
  check_length(kFunction, L);
  check_current_length(kFunction, T);
  check_factors("short_factor", short_factor, n);
  check_factors("long_factor", long_factor, n);
  const double* factors = static_cast<double>(T) <= L ? short_factor : long_factor;
  auto result = FrequencyVector::after(f);
  for (std::size_t i = 0; i < n; ++i) {
    if (factors[i] == 1.0) {
      result->keep(f, i);
    } else {
      add(kFunction, *result, f.radians[i] * (kOne / Fixed::from_double(factors[i])),
          f.values[i] / factors[i]);
    }
  }
  return wrap(result);
}

}  // namespace detail

double scaling::longrope_amplitude(double s, double L) {
  using namespace detail;
  const char* function = "scaling::longrope_amplitude";
  check_factor(function, "factor", s);
  check_length(function, L);
  if (s <= 1.0) return 1.0;
  return std::sqrt((kOne + log_of(s) / log_of(L)).to_double());
}

POSENC_END_NAMESPACE
