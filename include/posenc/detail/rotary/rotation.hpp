// One call of rotate, unrotate or shift: checks, then chunks of positions.
#pragma once

#include <Eigen/Core>
#include <utility>

#include <posenc/detail/coordinates.hpp>
#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/rotary/rotate.hpp>
#include <posenc/integer.hpp>
#include <posenc/rotary/head.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Token t at position first + t.
template <class X>
void rotate_tokens(const char* function, X&& x, const RotaryHead& head, const RotaryTable& table,
                   Integer first, const Factors& factors) {
  const HeadView view = head_view(function, std::forward<X>(x), head.width());
  check_range(function, first.value(), view.tokens);
  rotate(table, view, head_pairs(head), {nullptr, 0, first.value()}, factors);
}

/// Each token at its own position, on this many axes.
template <class X, class Positions>
void rotate_tokens(const char* function, X&& x, const RotaryHead& head, const RotaryTable& table,
                   const Eigen::DenseBase<Positions>& positions, Index axes, const Factors& factors,
                   const char* argument = "positions") {
  const HeadView view = head_view(function, std::forward<X>(x), head.width());
  const auto& read = readable(positions);
  check_coordinates(function, read, view.tokens, axes, argument);
  for_each_coordinates(
      function, read, axes, [&](const TokenPositions& chunk, Index count, Index begin) {
        rotate(table, skip_tokens(view, begin, count), head_pairs(head), chunk, factors);
      });
}

/// All tokens by the same number.
template <class X>
void rotate_all_tokens(const char* function, X&& x, const RotaryHead& head,
                       const RotaryTable& table, double delta, const Factors& factors) {
  const HeadView view = head_view(function, std::forward<X>(x), head.width());
  check_position(function, "delta", delta);
  rotate_all(table, view, head_pairs(head), {&delta, 0, 0}, factors);
}

}  // namespace detail
POSENC_END_NAMESPACE
