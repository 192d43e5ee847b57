// Code that exists once for each scalar type.
#pragma once

#include <type_traits>

#include <posenc/detail/view.hpp>

#include "../numbers/small_floats.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// The member for T of a struct that has one for each scalar type.
template <class T, class Each>
const auto& of_scalar(const Each& each) {
  if constexpr (std::is_same<T, double>::value) {
    return each.float64;
  } else if constexpr (std::is_same<T, float>::value) {
    return each.float32;
  } else if constexpr (std::is_same<T, Half>::value) {
    return each.float16;
  } else {
    static_assert(std::is_same<T, BFloat16>::value, "one of the four");
    return each.bfloat16;
  }
}

/// Calls f with a value of the type that `scalar` names.
template <class F>
void for_scalar(ScalarType scalar, F&& f) {
  switch (scalar) {
    case ScalarType::float64: return f(double());
    case ScalarType::float32: return f(float());
    case ScalarType::float16: return f(Half());
    case ScalarType::bfloat16: return f(BFloat16());
  }
}

}  // namespace detail
POSENC_END_NAMESPACE
