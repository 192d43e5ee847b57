// Axes of a grid, in their order: the number of values 0, 1, ... or an Eigen vector of values.
#pragma once

#include <initializer_list>
#include <string>
#include <type_traits>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/outputs.hpp>
#include <posenc/detail/sinusoidal/encode.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

template <class Axis>
constexpr bool is_size = std::is_integral<Axis>::value;

/// As readable; a size stays as it is.
template <class Axis>
decltype(auto) readable_axis(const Axis& axis) {
  static_assert(is_size<Axis> || decltype(is_dense(&axis))::value,
                "posenc: an axis must be a number of values, an integer, or an Eigen vector");
  if constexpr (is_size<Axis>) {
    return static_cast<const Axis&>(axis);
  } else {
    return readable(axis);
  }
}

/// Number of values of axis a. Throws unless all are valid.
template <class Axis>
Index checked_axis(const char* function, Index a, const Axis& axis) {
  Index size = 0;
  if constexpr (is_size<Axis>) {
    size = Integer(axis).index();
  } else {
    size = axis.size();
  }
  const std::string name = "axes[" + std::to_string(a) + "]";
  if (size < 0) fail(function, name.c_str(), "at least 0", static_cast<long long>(size));
  if constexpr (is_size<Axis>) {
    check_range(function, 0, size, name.c_str());
  } else {
    check_positions(function, axis, size, {name.c_str()});
  }
  return size;
}

/// Calls f(rows, number of output rows before them) for all values of an axis.
template <class Axis, class F>
void for_each_value(const char* function, const Axis& axis, Index outer, Index inner, F&& f) {
  if constexpr (is_size<Axis>) {
    f(Rows{nullptr, 0, static_cast<Index>(axis), outer, inner, 0}, Index{0});
  } else {
    for_each_chunk(function, axis, [&](const double* chunk, Index n, Index begin) {
      f(Rows{chunk, 0, n, outer, inner, axis.size() - n}, begin * inner);
    });
  }
}

/// Number of points of a grid of `coordinates` axes.
template <class... Axes>
Index grid_rows(const char* function, Index coordinates, const Axes&... axes) {
  if (static_cast<Index>(sizeof...(axes)) != coordinates) {
    fail_size(function, "axes", coordinates, sizeof...(axes));
  }
  Index rows = 1, a = 0;
  for (const Index size : {checked_axis(function, a++, axes)...}) {
    if (size > 0) check_size(function, rows, size, sizeof(double), "axes");
    rows *= size;
  }
  return rows;
}

/// Calls f(coordinate, rows, number of output rows before them) for all values of all axes.
template <class F, class... Axes>
void for_each_axis(const char* function, Index points, F&& f, const Axes&... axes) {
  if (points == 0) return;
  Index coordinate = 0;
  Index outer = 1;
  const auto visit = [&](const auto& axis) {
    const Index size = checked_axis(function, coordinate, axis);
    const Index inner = points / outer / size;
    for_each_value(function, axis, outer, inner,
                   [&](const Rows& rows, Index ahead) { f(coordinate, rows, ahead); });
    outer *= size;
    ++coordinate;
  };
  (visit(axes), ...);
}

}  // namespace detail
POSENC_END_NAMESPACE
