// Axes of a grid: the number of values 0, 1, ... or an Eigen vector of values.
#pragma once

#include <initializer_list>
#include <type_traits>

#include <posenc/detail/arguments.hpp>

namespace posenc {
namespace detail {

template <class Axis>
constexpr bool is_size = std::is_integral<Axis>::value;

/// Number of values of an axis, valid ones.
template <class Axis>
std::int64_t checked_axis(const char* function, const Axis& axis) {
  if constexpr (is_size<Axis>) {
    const std::int64_t size = Integer(axis).value();
    if (size < 1) fail(function, "axis", "at least 1 value", static_cast<long long>(size));
    check_range(function, 0, static_cast<Index>(size), "axis");
    return size;
  } else {
    if (axis.size() < 1) fail(function, "axis", "at least 1 value", 0LL);
    check_positions(function, axis, axis.size(), {"axis"});
    return axis.size();
  }
}

/// Calls f(rows, rows of the output that are ahead) until all values of an axis had their turn.
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
  Index rows = 1;
  for (const std::int64_t size : {checked_axis(function, axes)...}) {
    check_size(function, rows, static_cast<Index>(size), sizeof(double));
    rows *= static_cast<Index>(size);
  }
  return rows;
}

/// Calls f(coordinate, rows, rows of the output that are ahead) until all values of all axes had
/// their turn.
template <class F, class... Axes>
void for_each_axis(const char* function, Index points, F&& f, const Axes&... axes) {
  Index coordinate = 0;
  Index outer = 1;
  const auto visit = [&](const auto& axis) {
    const auto size = static_cast<Index>(checked_axis(function, axis));
    const Index inner = points / outer / size;
    for_each_value(function, axis, outer, inner,
                   [&](const Rows& rows, Index ahead) { f(coordinate, rows, ahead); });
    outer *= size;
    ++coordinate;
  };
  (visit(axes), ...);
}

}  // namespace detail
}  // namespace posenc
