// Geometric progressions, as powers of two and products in fixed point.
#include "progression.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/limits.hpp>

#include "../numbers/powers.hpp"
#include "frequency_vector.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

constexpr double kMaxLog2 = 40;  // of kMaxFrequency

}  // namespace

std::ptrdiff_t checked_pairs(const char* function, Integer pairs) {
  if (pairs.value() < 1 || pairs.value() > kMaxPairs) {
    fail(function, "pairs", "from 1 to 2^22", static_cast<long long>(pairs.value()));
  }
  return pairs.index();
}

void check_magnitude(const char* function, const char* argument, double value) {
  if (!(std::fabs(value) < kMaxFrequency)) {
    fail(function, argument, "finite and below 2^40 in magnitude", value);
  }
}

// By multiplication from the fastest down, so that errors shrink.
Frequencies geometric_progression(const char* function, std::ptrdiff_t pairs, const Fixed& first,
                                  const Fixed& step, std::int64_t odd_width) {
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
  result->odd_width = odd_width;
  for (std::ptrdiff_t i = 0; i < pairs; ++i) {
    const Fixed& each = frequencies[static_cast<std::size_t>(i)];
    result->add_radians(each);
    if (each < FrequencyVector::kSmall)
      result->values.back() = exp2_to_double(first + step * Fixed::from_integer(i));
  }
  return wrap(result);
}

Fixed closed_step(const Fixed& difference, std::ptrdiff_t n) {
  return n == 1 ? Fixed() : divide(difference, static_cast<std::uint64_t>(n - 1));
}

}  // namespace detail
POSENC_END_NAMESPACE
