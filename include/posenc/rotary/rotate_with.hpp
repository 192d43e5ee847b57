// Rotation by given tables: the operator RotaryEmbedding of ONNX opset 23.
//
// w the width of a head, n pairs, i the pair, (u, v) the two channels of a pair, t the token.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <type_traits>
#include <utility>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/rotary/rotate_with.hpp>
#include <posenc/detail/sinusoidal/encode.hpp>
#include <posenc/integer.hpp>
#include <posenc/rotary/head.hpp>

POSENC_BEGIN_NAMESPACE

/// Rotates x by given tables, which need not lie on the unit circle.
/// Formula: (u, v) <- (u c - v s, v c + u s), c = cos(t, i), s = sin(t, i) for token t and pair i,
/// each rounded to the computing type of x (float for half and bfloat16).
/// Shapes: cos and sin are tokens x head.pairs(); x as in RotaryEmbedding.
/// Error: at most 3 ε (|u c| + |v s|) for u, ε as in RotaryEmbedding, and 2 ε where the tables are
/// numbers of the computing type; half an ulp more for half and bfloat16.
/// Throws: std::invalid_argument before anything is written, if shapes do not fit.
template <class X, class Cos, class Sin>
void rotate_with(X&& x, const Eigen::DenseBase<Cos>& cos, const Eigen::DenseBase<Sin>& sin,
                 const RotaryHead& head);

/// The same, using row rows[t] of the tables for token t.
/// Throws: also if a row is not in the tables.
template <class X, class Cos, class Sin, class Rows>
void rotate_with(X&& x, const Eigen::DenseBase<Cos>& cos, const Eigen::DenseBase<Sin>& sin,
                 const RotaryHead& head, const Eigen::DenseBase<Rows>& rows);

// -------------------------------------------------------------------------------------------------

namespace detail {

/// Whether a table lies in memory as columns of numbers of type C.
template <class Table, class C>
inline constexpr bool has_columns_of = !Table::IsRowMajor && has_data<const Table> &&
                                       (expression_flags<Table> & Eigen::DirectAccessBit) != 0 &&
                                       std::is_same<typename Table::Scalar, C>::value;

/// Copies tokens x pairs of a table, from row row_of(t) and pair `begin` on, in the order in which
/// the table lies in memory.
template <class C, class Table, class RowOf>
void copy_tile(const Table& table, Index begin, Index tokens, Index pairs, C* to, RowOf&& row_of) {
  if constexpr (Table::IsRowMajor) {
    for (Index t = 0; t < tokens; ++t) {
      Eigen::Map<Eigen::Matrix<C, 1, Eigen::Dynamic>>(to + t * pairs, pairs) =
          table.row(row_of(t)).segment(begin, pairs).matrix().template cast<C>();
    }
  } else {
    if constexpr (has_columns_of<Table, C>) {
      bool in_order = table.innerStride() == 1;
      for (Index t = 1; t < tokens; ++t) in_order = in_order && row_of(t) == row_of(0) + t;
      if (in_order) {
        const C* const from = table.data() + row_of(0) + begin * table.outerStride();
        return rows_of_columns(from, table.outerStride(), tokens, pairs, to);
      }
    }
    for (Index i = 0; i < pairs; ++i) {
      for (Index t = 0; t < tokens; ++t) {
        to[t * pairs + i] = static_cast<C>(table.coeff(row_of(t), begin + i));
      }
    }
  }
}

/// Tile by tile, through buffers of the computing type C on the stack; row_of(t) is the row of
/// token t.
template <class C, class Cos, class Sin, class RowOf>
void rotate_with(const HeadView& x, const RotaryHead& head, const Cos& cos, const Sin& sin,
                 RowOf&& row_of) {
  C c[kTileNumbers], s[kTileNumbers];
  const HeadPairs all = head_pairs(head);
  const Index most_pairs =
      (std::min)(all.pairs, Cos::IsRowMajor && Sin::IsRowMajor ? kTilePairs : kTilePairs / 4);
  const Index most_tokens = kTileNumbers / most_pairs;
  for (Index t = 0; t < x.tokens; t += most_tokens) {
    const Index tokens = (std::min)(most_tokens, x.tokens - t);
    const auto row = [&](Index k) { return row_of(t + k); };
    for (Index begin = 0; begin < all.pairs; begin += most_pairs) {
      const Index n = (std::min)(most_pairs, all.pairs - begin);
      copy_tile(cos, begin, tokens, n, c, row);
      copy_tile(sin, begin, tokens, n, s, row);
      rotate_with(skip_tokens(x, t, tokens),
                  {all.u + begin * all.step, all.v + begin * all.step, all.step, n}, s, c);
    }
  }
}

template <class Cos, class Sin, class RowOf>
void rotate_with(const HeadView& x, const RotaryHead& head, const Cos& cos, const Sin& sin,
                 RowOf&& row_of) {
  if (x.scalar == ScalarType::float64) return rotate_with<double>(x, head, cos, sin, row_of);
  rotate_with<float>(x, head, cos, sin, row_of);
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
