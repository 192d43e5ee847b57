// Arithmetic under the library's compiler flags, whatever those of the program are.
#pragma once

#include <posenc/version.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// a / b.
double quotient(double a, double b);
/// (p - shift) / whole * scale.
double relative_position(double p, double shift, double whole, double scale);
double square_root_of_quotient(double a, double b);

}  // namespace detail
POSENC_END_NAMESPACE
