// The rule of posenc/frequencies/yarn.hpp, in fixed point.
#include <posenc/frequencies/yarn.hpp>

#include <posenc/detail/numbers/arithmetic.hpp>

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

Bounds bounds_of(std::int64_t d, double b, const scaling::Yarn& band) {
  const char* function = "scaling::yarn";
  check_rope(function, d, b);
  if (b < kMinYarnBase) fail(function, "base", "at least 1.001", b);
  check_factor(function, "factor", band.factor);
  check_length(function, band.original_max_position_embeddings);
  check_factor(function, "beta_slow", band.beta_slow);
  check_factor(function, "beta_fast", band.beta_fast);
  if (!(band.beta_fast >= band.beta_slow)) {
    fail(function, "beta_fast", "at least beta_slow", band.beta_fast);
  }
  Fixed low = pair_of(d, b, band.original_max_position_embeddings, band.beta_fast);
  Fixed high = pair_of(d, b, band.original_max_position_embeddings, band.beta_slow);
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
         band.original_max_position_embeddings);
  }
  return {low, high};
}

}  // namespace

}  // namespace detail

namespace scaling {

using namespace detail;

YarnBounds yarn_bounds(Integer width, double base, const Yarn& parameters) {
  const Bounds bounds = bounds_of(width.value(), base, parameters);
  return {bounds.low.to_double(), bounds.high.to_double()};
}

ScaledFrequencies yarn(Integer width, double b, const Yarn& band) {
  const std::int64_t d = width.value();
  const char* function = "scaling::yarn";
  const Bounds bounds = bounds_of(d, b, band);
  const Fixed inverse = kOne / Fixed::from_double(band.factor);
  const Fixed log_s = log_of(band.factor);
  const Frequencies ladder = Frequencies::geometric(width, b);
  const FrequencyVector& plain = *ladder.handle();
  auto result = std::make_shared<FrequencyVector>();
  for (std::size_t i = 0; i < plain.radians.size(); ++i) {
    const Fixed& f = plain.radians[i];
    const Fixed at = integer(static_cast<std::int64_t>(i));
    if (!(bounds.low < at)) {
      result->keep(plain, i);
    } else if (!(at < bounds.high)) {
      add(function, *result, f * inverse, plain.values[i] / band.factor);
    } else {
      const Fixed g = (at - bounds.low) / (bounds.high - bounds.low);
      const Fixed factor = band.log_blend ? exp(-(g * log_s)) : kOne - g + inverse * g;
      add(function, *result, f * factor, plain.values[i] * factor.to_double());
    }
  }
  // Each is checked, whether or not it has an effect.
  const double above = yarn_amplitude(band.factor, band.mscale.value_or(1.0));
  const double below = yarn_amplitude(band.factor, band.mscale_all_dim.value_or(1.0));
  const Frequencies scaled = wrap(result);
  if (band.attention_factor) return {scaled, *band.attention_factor};
  if (band.mscale && band.mscale_all_dim) return {scaled, quotient(above, below)};
  return {scaled, yarn_amplitude(band.factor)};
}

double yarn_amplitude(double s, double a) {
  const char* function = "scaling::yarn_amplitude";
  check_factor(function, "factor", s);
  if (!(a >= 0.0 && a <= 0x1p20)) fail(function, "mscale", "from 0 to 2^20", a);
  if (s <= 1.0) return 1.0;
  return (kOne + divide(Fixed::from_double(a) * log_of(s), 10)).to_double();
}

}  // namespace scaling
POSENC_END_NAMESPACE
