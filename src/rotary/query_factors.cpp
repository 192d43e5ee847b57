// The factor of queries that grows with the position.
#include <posenc/detail/rotary/query_factors.hpp>

#include "../numbers/fixed_point.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

double query_factor(std::int64_t steps, double scale) {
  const double count = static_cast<double>(steps) + 1.0;
  return (kOne + Fixed::from_double(scale) * log_of(count)).to_double();
}

}  // namespace detail
POSENC_END_NAMESPACE
