#include <posenc/detail/library.hpp>

#include "floating_point.hpp"

namespace posenc {
namespace detail {

double relative_position(double p, double shift, double whole, double scale) {
  return (p - shift) / whole * scale;
}

}  // namespace detail
}  // namespace posenc
