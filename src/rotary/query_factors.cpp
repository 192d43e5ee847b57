// The factor of queries that grows with the position.
#include <posenc/detail/rotary/query_factors.hpp>

#include <posenc/detail/errors.hpp>

#include "../numbers/fixed_point.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

void check_attn_scale(const char* function, double attn_scale) {
  if (!(attn_scale >= 0.0 && attn_scale <= 0x1p20)) {
    fail(function, "attn_scale", "from 0 to 2^20", attn_scale);
  }
}

double query_factor(std::int64_t steps, double scale) {
  const double count = static_cast<double>(steps) + 1.0;
  return (kOne + Fixed::from_double(scale) * log_of(count)).to_double();
}

}  // namespace detail
POSENC_END_NAMESPACE
