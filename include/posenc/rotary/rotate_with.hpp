// Rotation by tables of the caller's: the operator RotaryEmbedding of ONNX opset 23.
//
// w the width of a head, n pairs, i the pair, (u, v) the two channels of a pair, t the token.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <type_traits>
#include <utility>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/rotary/rotate.hpp>
#include <posenc/detail/sinusoidal/encode.hpp>
#include <posenc/integer.hpp>
#include <posenc/rotary/head.hpp>

POSENC_BEGIN_NAMESPACE

/// Turns x by tables of the caller's, which need not lie on the unit circle.
/// Formula: (u, v) <- (u c - v s, v c + u s), c = cos(t, i), s = sin(t, i) for token t and pair i,
/// each rounded to the computing type of x (float for half and bfloat16).
/// Shapes: cos and sin are tokens x head.pairs(); x as in RotaryEmbedding.
/// Error: at most 3 ε (|u c| + |v s|) for u, ε as in RotaryEmbedding, and 2 ε where the tables are
/// numbers of the computing type; half an ulp more for half and bfloat16.
/// Throws: std::invalid_argument before anything is written, where shapes do not fit.
template <class X, class Cos, class Sin>
void rotate_with(X&& x, const Eigen::DenseBase<Cos>& cos, const Eigen::DenseBase<Sin>& sin,
                 const RotaryHead& head);

/// The same by row rows[t] of the tables for token t.
/// Throws: also where a row is not in the tables.
template <class X, class Cos, class Sin, class Rows>
void rotate_with(X&& x, const Eigen::DenseBase<Cos>& cos, const Eigen::DenseBase<Sin>& sin,
                 const RotaryHead& head, const Eigen::DenseBase<Rows>& rows);

// -------------------------------------------------------------------------------------------------

namespace detail {

/// Token by token, tile by tile of pairs, through a buffer on the stack; row_of(t) is its row.
template <class Cos, class Sin, class RowOf>
void rotate_with(const HeadView& x, const RotaryHead& head, const Cos& cos, const Sin& sin,
                 RowOf&& row_of) {
  constexpr Index kPairs = 64;
  double c[kPairs], s[kPairs];
  const HeadPairs all = head_pairs(head);
  for (Index t = 0; t < x.tokens; ++t) {
    const Index row = row_of(t);
    for (Index begin = 0; begin < all.pairs; begin += kPairs) {
      const HeadPairs pairs = {all.u + begin * all.step, all.v + begin * all.step, all.step,
                               (std::min)(kPairs, all.pairs - begin)};
      for (Index i = 0; i < pairs.pairs; ++i) {
        c[i] = static_cast<double>(cos.coeff(row, begin + i));
        s[i] = static_cast<double>(sin.coeff(row, begin + i));
      }
      rotate_with(skip_tokens(x, t, 1), pairs, s, c);
    }
  }
}

}  // namespace detail

template <class X, class Cos, class Sin>
void rotate_with(X&& x, const Eigen::DenseBase<Cos>& cos, const Eigen::DenseBase<Sin>& sin,
                 const RotaryHead& head) {
  const detail::HeadView view = detail::head_view("rotate_with", std::forward<X>(x), head.width());
  const Index n = head.pairs();
  if (cos.rows() != view.tokens || cos.cols() != n) {
    detail::fail_shape("rotate_with", "cos", view.tokens, n, cos.rows(), cos.cols());
  }
  if (sin.rows() != view.tokens || sin.cols() != n) {
    detail::fail_shape("rotate_with", "sin", view.tokens, n, sin.rows(), sin.cols());
  }
  detail::rotate_with(view, head, detail::readable(cos), detail::readable(sin),
                      [](Index t) { return t; });
}

template <class X, class Cos, class Sin, class Rows>
void rotate_with(X&& x, const Eigen::DenseBase<Cos>& cos, const Eigen::DenseBase<Sin>& sin,
                 const RotaryHead& head, const Eigen::DenseBase<Rows>& rows) {
  static_assert(Rows::IsVectorAtCompileTime && std::is_integral<typename Rows::Scalar>::value,
                "posenc: rows must be an Eigen vector of integers");
  const detail::HeadView view = detail::head_view("rotate_with", std::forward<X>(x), head.width());
  const Index n = head.pairs();
  if (cos.cols() != n) {
    detail::fail_shape("rotate_with", "cos", cos.rows(), n, cos.rows(), cos.cols());
  }
  if (sin.rows() != cos.rows() || sin.cols() != n) {
    detail::fail_shape("rotate_with", "sin", cos.rows(), n, sin.rows(), sin.cols());
  }
  if (rows.size() != view.tokens) {
    detail::fail_size("rotate_with", "rows", view.tokens, rows.size());
  }
  const auto& read = detail::readable(rows);
  const auto row_of = [&](Index t) { return Integer(read.coeff(t)).index(); };
  for (Index t = 0; t < view.tokens; ++t) {
    if (row_of(t) < 0 || row_of(t) >= cos.rows()) {
      detail::fail("rotate_with", "rows", "row numbers of the tables",
                   static_cast<long long>(row_of(t)));
    }
  }
  detail::rotate_with(view, head, detail::readable(cos), detail::readable(sin), row_of);
}

POSENC_END_NAMESPACE
