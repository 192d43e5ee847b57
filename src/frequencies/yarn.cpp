#include "scaling.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

struct Bounds {
  Fixed low, high;
};

/// The pair that turns r times within the trained length: d ln(L / (2πr)) / (2 ln b).
Fixed pair_of(std::int64_t d, double b, double L, double r) {
  const Fixed turns = log_of(L) - log_two_pi() - log_of(r);
  return integer(d) * (turns / (log_of(b) + log_of(b)));
}

Fixed ceiling(const Fixed& x) {
  return integer(-(-x).floor());
}

Bounds bounds_of(std::int64_t d, double b, const YarnBand& band) {
  const char* function = "scaling::yarn";
  check_rope(function, d, b);
  if (b < 1.001) fail(function, "base", "at least 1.001", b);  // its logarithm is divided by
  check_factor(function, "factor", band.s);
  check_length(function, band.L);
  check_factor(function, "beta_slow", band.slow);
  check_factor(function, "beta_fast", band.fast);
  if (!(band.fast > band.slow)) fail(function, "beta_fast", "above beta_slow", band.fast);
  Fixed low = pair_of(d, b, band.L, band.fast);
  Fixed high = pair_of(d, b, band.L, band.slow);
  if (band.truncate) {
    low = integer(low.floor());
    high = ceiling(high);
  }
  const Fixed last = integer(band.clamp_to_pairs ? d / 2 - 1 : d - 1);
  if (low < Fixed()) low = Fixed();
  if (last < high) high = last;
  if ((high - low).zero()) high = high + Fixed::from_double(0.001);
  if (high < low) {
    fail(function, "original_max_position_embeddings",
         "a length in which some pair turns more than beta_slow times, another less than beta_fast",
         band.L);
  }
  return {low, high};
}

}  // namespace

void yarn_bounds(std::int64_t d, double b, const YarnBand& band, double* low_high) {
  const Bounds bounds = bounds_of(d, b, band);
  low_high[0] = bounds.low.to_double();
  low_high[1] = bounds.high.to_double();
}

FrequencyHandle yarn(std::int64_t d, double b, const YarnBand& band) {
  const char* function = "scaling::yarn";
  const Bounds bounds = bounds_of(d, b, band);
  const Fixed inverse = kOne / Fixed::from_double(band.s);
  const Fixed log_s = log_of(band.s);
  const auto plain =
      geometric_frequencies(static_cast<std::ptrdiff_t>(d / 2), static_cast<double>(d), b);
  auto result = std::make_shared<FrequencyVector>();
  for (std::size_t i = 0; i < plain->radians.size(); ++i) {
    const Fixed& f = plain->radians[i];
    const Fixed at = integer(static_cast<std::int64_t>(i));
    if (!(bounds.low < at)) {
      result->keep(*plain, i);
    } else if (!(at < bounds.high)) {
      add(function, *result, f * inverse, plain->values[i] / band.s);
    } else {
      const Fixed g = (at - bounds.low) / (bounds.high - bounds.low);
      const Fixed factor = band.logarithmic ? exp(-(g * log_s)) : kOne - g + inverse * g;
      add(function, *result, f * factor, plain->values[i] * factor.to_double());
    }
  }
  return result;
}

double yarn_amplitude(double s, double a) {
  const char* function = "scaling::yarn_amplitude";
  check_factor(function, "factor", s);
  if (!(a >= 0.0 && a <= 0x1p20)) fail(function, "mscale", "from 0 to 2^20", a);
  if (s <= 1.0) return 1.0;
  return (kOne + divide(Fixed::from_double(a) * log_of(s), 10)).to_double();
}

}  // namespace detail
POSENC_END_NAMESPACE
