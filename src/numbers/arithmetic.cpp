// Arithmetic for headers, under the flags of the library.
#include <cmath>

#include <posenc/detail/numbers/arithmetic.hpp>

#include "floating_point.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

double quotient(double a, double b) {
  return a / b;
}

double relative_position(double p, double shift, double whole, double scale) {
  return (p - shift) / whole * scale;
}

double square_root_of_quotient(double a, double b) {
  return std::sqrt(a / b);
}

}  // namespace detail
POSENC_END_NAMESPACE
