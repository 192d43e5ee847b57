// The rules of posenc/frequencies/scaling.hpp that change the base, in fixed point.
#include "scaling.hpp"

#include <cmath>

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

/// The nearest double of e^x, at any magnitude.
double exp_to_double(const Fixed& x) {
  const std::int64_t k = (x * kPerLn2).floor();
  if (k < -2000) return 0.0;
  return std::ldexp(exp(x - kLn2 * integer(k)).to_double(), static_cast<int>(k));
}

/// (b')^(-2i/d) / after, i < d/2, from ln b' > 0 and ln after.
Frequencies with_log_base(const char* function, const Fixed& log_base, std::int64_t d,
                          const Fixed& log_after = Fixed()) {
  if (log_base.negative() || log_base.zero()) {
    fail(function, "base", "above 1 when scaled", std::exp(log_base.to_double()));
  }
  const Fixed log_ratio = -divide(log_base + log_base, static_cast<std::uint64_t>(d));
  const Fixed ratio = exp(log_ratio), first = exp(-log_after);
  auto result = std::make_shared<FrequencyVector>();
  Fixed f = kOne;
  for (std::int64_t i = 0; i < d / 2; ++i) {
    const Fixed each = f * first;
    const bool small = each < FrequencyVector::kSmall;
    add(function, *result, each, small ? exp_to_double(log_ratio * integer(i) - log_after) : 0.0);
    f = f * ratio;
  }
  return wrap(result);
}

/// b s^power instead of b; then all frequencies are divided by s^(2 after / d).
Frequencies changed_base(const char* function, std::int64_t d, double b, double s,
                         double power_numerator, double power_denominator, int after) {
  check_rope(function, d, b);
  check_factor(function, "factor", s);
  if (power_denominator <= 0.0) {
    fail(function, "width", "at least 4", static_cast<long long>(d));
  }
  const Fixed log_s = log_of(s);
  const Fixed power = Fixed::from_double(power_numerator) / Fixed::from_double(power_denominator);
  const Fixed log_after = divide(log_s + log_s, static_cast<std::uint64_t>(d)) * integer(after);
  return with_log_base(function, log_of(b) + power * log_s, d, log_after);
}

}  // namespace

}  // namespace detail

namespace scaling {

using namespace detail;

ScaledFrequencies ntk_aware(Integer width, double base, double factor) {
  const auto d = static_cast<double>(width.value());
  return changed_base("scaling::ntk_aware", width.value(), base, factor, d, d - 2.0, 0);
}

ScaledFrequencies dynamic_ntk(Integer width, double b, double s, double L, Integer length) {
  const std::int64_t d = width.value(), T = length.value();
  const char* function = "scaling::dynamic_ntk";
  check_rope(function, d, b);
  check_factor(function, "factor", s);
  check_length(function, L);
  check_current_length(function, T);
  if (static_cast<double>(T) <= L) {
    return Frequencies::geometric(width, b);
  }
  if (d < 4) fail(function, "width", "at least 4", static_cast<long long>(d));
  if (!(s * ((static_cast<double>(T) - L) / L) < 0x1p60)) {  // a Fixed holds less than 2^63
    fail(function, "length", "at most 2^60 original_max_position_embeddings / factor",
         static_cast<long long>(T));
  }
  // s T/L - (s - 1) = 1 + s (T - L) / L
  const Fixed trained = Fixed::from_double(L);
  const Fixed inner = kOne + Fixed::from_double(s) * ((integer(T) - trained) / trained);
  const Fixed power = divide(integer(d), static_cast<std::uint64_t>(d - 2));
  return with_log_base(function, log_of(b) + power * log(inner), d);
}

ScaledFrequencies base_change(Integer width, double base, double factor) {
  return changed_base("scaling::base_change", width.value(), base, factor, 1.0, 1.0, 0);
}

ScaledFrequencies fixed_ntk(Integer width, double base, double factor) {
  return changed_base("scaling::fixed_ntk", width.value(), base, factor, 1.0, 1.0, 1);
}

ScaledFrequencies theta_scale(Integer width, double b, double s, double L) {
  const std::int64_t d = width.value();
  const char* function = "scaling::theta_scale";
  check_rope(function, d, b);
  check_factor(function, "factor", s);
  if (!(L >= 7.0 && L <= kMaxLength)) {
    fail(function, "original_max_position_embeddings", "from 7 (above 2 pi) to 2^53", L);
  }
  const Fixed trained = log_of(L) - log_two_pi();
  return with_log_base(function, log_of(b) * ((trained + log_of(s)) / trained), d);
}

}  // namespace scaling
POSENC_END_NAMESPACE
