// From one pairing to the other: the same numbers in another order, inside each head.
//
// n pairs, i the pair; adjacent (2i, 2i + 1), halves (i, i + n).
#pragma once

#include <Eigen/Core>
#include <limits>
#include <type_traits>
#include <utility>

#include <posenc/rotary/head.hpp>

POSENC_BEGIN_NAMESPACE

/// The matrix P that takes channels in the order of `from` to the order of `to`: P v for a column
/// of channels, P W for the projection that computes them (P b for its bias), x P^T for tokens in
/// rows. Its inverse, P^T, converts back. Scores do not change if queries and keys are converted
/// together. Channels that do not rotate stay where they are.
/// Shapes: (heads * from.width(), heads * from.width()).
/// Throws: std::invalid_argument unless heads >= 1, the width of all is below 2^31, and `to` is one
/// of the enumerators.
Eigen::PermutationMatrix<Eigen::Dynamic> pairing_permutation(const RotaryHead& from, Pairing to,
                                                             Integer heads = 1);

/// Reorders the columns of x in place, by swaps, without allocation: a cache of tokens x (heads *
/// width), or rows that are heads. Where rows are channels, as in a projection, pass x.transpose().
/// Throws: std::invalid_argument unless the columns are whole heads and `to` is one of the
/// enumerators.
template <class X>
void convert_pairing(X&& x, const RotaryHead& from, Pairing to);

// -------------------------------------------------------------------------------------------------

namespace detail {

/// Where column c of n pairs comes from.
inline Index pairing_source(Pairing to, Index n, Index c) {
  if (to == Pairing::halves) return c < n ? 2 * c : 2 * (c - n) + 1;
  return c % 2 == 0 ? c / 2 : n + c / 2;
}

}  // namespace detail

inline Eigen::PermutationMatrix<Eigen::Dynamic> pairing_permutation(const RotaryHead& from,
                                                                    Pairing to, Integer heads) {
  detail::check_pairing("pairing_permutation", "to", to);
  if (heads.value() < 1) {
    detail::fail("pairing_permutation", "heads", "at least 1",
                 static_cast<long long>(heads.value()));
  }
  const Index width = from.width();
  const auto count = heads.index();
  constexpr Index most = (std::numeric_limits<int>::max)();
  if (count > most / width) {
    detail::fail("pairing_permutation", "heads", "heads * width below 2^31",
                 static_cast<long long>(count));
  }
  Eigen::PermutationMatrix<Eigen::Dynamic> result(width * count);
  result.setIdentity();
  if (from.pairing() == to) return result;
  for (Index h = 0; h < count; ++h) {
    const Index start = h * width + from.start();
    for (Index c = 0; c < from.rotated_width(); ++c) {
      result.indices()[start + detail::pairing_source(to, from.pairs(), c)] =
          static_cast<int>(start + c);
    }
  }
  return result;
}

template <class X>
void convert_pairing(X&& x, const RotaryHead& from, Pairing to) {
  static_assert(!std::is_same<std::decay_t<X>, HeadRows>::value,
                "posenc: convert_pairing takes the matrix itself, whose rows may be heads");
  detail::check_pairing("convert_pairing", "to", to);
  detail::head_view("convert_pairing", std::forward<X>(x), from.width());
  if (from.pairing() == to || x.rows() == 0) return;
  const Index n = from.pairs();
  // Each cycle is walked once, from its smallest column.
  for (Index least = 0; least < 2 * n; ++least) {
    Index c = detail::pairing_source(to, n, least);
    while (c > least) c = detail::pairing_source(to, n, c);
    if (c < least) continue;
    for (Index next; (next = detail::pairing_source(to, n, c)) != least; c = next) {
      for (Index start = from.start(); start < x.cols(); start += from.width()) {
        x.col(start + c).swap(x.col(start + next));
      }
    }
  }
}

POSENC_END_NAMESPACE
