// Which channels of a head rotate together, and where the heads lie in a matrix.
//
// w the width of a head in channels, r how many of them rotate, n = r / 2 pairs, i the pair.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/outputs.hpp>
#include <posenc/detail/rotary/rotate.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE

/// Which two of the rotated channels are pair i. Each checkpoint needs one of the two; with the
/// other it writes fluent nonsense.
enum class Pairing {
  adjacent,  ///< (2i, 2i + 1): Su et al. 2021 (RoFormer), GPT-J, Llama as Meta publishes it
  halves,    ///< (i, i + n):   GPT-NeoX, Llama and most others as Hugging Face stores them
};

/// The channels of a head that rotate; the rest pass untouched. There is no default pairing:
/// guessing it is the most common mistake.
class RotaryHead {
 public:
  /// All of them.
  /// Throws: std::invalid_argument unless head_dim is even and at least 2.
  RotaryHead(Integer head_dim, Pairing pairing);

  /// The r channels from `start` on.
  /// Throws: std::invalid_argument unless r is even and at least 2, start >= 0 and
  /// start + r <= head_dim.
  RotaryHead(Integer head_dim, Pairing pairing, Integer rotated_width, Integer start = 0);

  Index width() const { return width_; }
  Pairing pairing() const { return pairing_; }
  Index rotated_width() const { return rotated_width_; }
  Index start() const { return start_; }
  Index pairs() const { return rotated_width_ / 2; }

  /// The two channels of pair i.
  std::pair<Index, Index> channels(Index i) const;

 private:
  Pairing pairing_;
  Index width_, rotated_width_, start_;
};

/// How many channels rotate when a model gives a fraction of its head: int(width fraction), as in
/// the models' code.
/// Throws: std::invalid_argument unless 0 < fraction <= 1 and the result is even and at least 2.
Index partial_rotary_width(Integer head_dim, double partial_rotary_factor);

/// A matrix whose rows are heads, not tokens; or a sequence of a tensor (heads_of_sequence in
/// rotary/tensor.hpp). It can replace a matrix of tokens x (heads * head_dim) in every call. It
/// points into the matrix or tensor; nothing is copied.
class HeadRows;

/// Row t * heads + h of x, (tokens * heads) x head_dim, is head h of token t.
/// Throws: std::invalid_argument unless heads >= 1 and the rows are a multiple of it.
template <class X>
HeadRows heads_within_tokens(X&& x, Integer heads);

/// Row h * tokens + t of x is head h of token t.
template <class X>
HeadRows tokens_within_heads(X&& x, Integer heads);

// -------------------------------------------------------------------------------------------------

namespace detail {

inline void check_pairs_of_head(const char* argument, std::int64_t width) {
  if (width < 2 || width % 2 != 0) {
    fail("RotaryHead", argument, "an even number, at least 2", static_cast<long long>(width));
  }
}

inline void check_pairing(const char* function, const char* argument, Pairing pairing) {
  if (pairing != Pairing::adjacent && pairing != Pairing::halves) {
    fail(function, argument, "one of the enumerators", static_cast<long long>(pairing));
  }
}

/// The heads of x, `width` channels each.
template <class X>
HeadView head_view(const char* function, X&& x, Index width);

}  // namespace detail

inline RotaryHead::RotaryHead(Integer head_dim, Pairing pairing)
    : RotaryHead((detail::check_pairs_of_head("head_dim", head_dim.value()), head_dim), pairing,
                 head_dim) {}

inline RotaryHead::RotaryHead(Integer head_dim, Pairing pairing, Integer rotated_width,
                              Integer start)
    : pairing_(pairing),
      width_(head_dim.index()),
      rotated_width_(rotated_width.index()),
      start_(start.index()) {
  constexpr auto check = [](bool right, const char* argument, const char* expected, Index got) {
    if (!right) detail::fail("RotaryHead", argument, expected, static_cast<long long>(got));
  };
  check(width_ >= 2, "head_dim", "at least 2", width_);
  detail::check_pairs_of_head("rotated_width", rotated_width_);
  check(rotated_width_ <= width_, "rotated_width", "at most the width of the head", rotated_width_);
  check(start_ >= 0, "start", "at least 0", start_);
  check(start_ <= width_ - rotated_width_, "start",
        "room for the rotated width after it in the head", start_);
  detail::check_pairing("RotaryHead", "pairing", pairing_);
}

inline std::pair<Index, Index> RotaryHead::channels(Index i) const {
  if (pairing_ == Pairing::adjacent) return {start_ + 2 * i, start_ + 2 * i + 1};
  return {start_ + i, start_ + pairs() + i};
}

inline Index partial_rotary_width(Integer head_dim, double partial_rotary_factor) {
  const double width = static_cast<double>(head_dim.value());
  detail::check_interval("partial_rotary_width", "partial_rotary_factor", "above 0 and at most 1",
                         partial_rotary_factor, 0.0, 1.0);
  detail::check_interval("partial_rotary_width", "head_dim", "above 1 and up to 2^53", width, 1.0,
                         0x1p53);
  const auto result = static_cast<Index>(width * partial_rotary_factor);
  if (result < 2 || result % 2 != 0) {
    detail::fail("partial_rotary_width", "head_dim * partial_rotary_factor",
                 "an even number, at least 2", static_cast<long long>(result));
  }
  return result;
}

/// Points into the matrix or tensor; only the functions that return it can construct it.
class HeadRows {
 public:
  /// Channels of a row, which is a head.
  Index width() const { return width_; }

 private:
  HeadRows(Index width, const detail::HeadView& view) : width_(width), view_(view) {}
  HeadRows(const char* function, const detail::Output& x, Index rows, Index width, Integer heads,
           bool tokens_outermost)
      : width_(width) {
    const std::int64_t n = heads.value();
    if (n < 1) detail::fail(function, "heads", "at least 1", static_cast<long long>(n));
    if (rows % n != 0) {
      detail::fail(function, "rows of x", "a multiple of the number of heads",
                   static_cast<long long>(rows));
    }
    // Without rows there is nothing to step over, however many heads a token has.
    const Index count = rows == 0 ? 1 : static_cast<Index>(n);
    const Index tokens = rows / count;
    view_ = {x.data,
             x.scalar,
             tokens,
             count,
             x.row_stride * (tokens_outermost ? count : 1),
             x.row_stride * (tokens_outermost ? 1 : tokens),
             x.col_stride};
  }

  template <class X>
  friend HeadRows heads_within_tokens(X&& x, Integer heads);
  template <class X>
  friend HeadRows tokens_within_heads(X&& x, Integer heads);
  template <class Tensor>
  friend HeadRows heads_of_sequence(Tensor&& x, Integer b);
  template <class X>
  friend detail::HeadView detail::head_view(const char* function, X&& x, Index width);

  Index width_;
  detail::HeadView view_;
};

namespace detail {

template <class X>
HeadView head_view(const char* function, X&& x, Index width) {
  if constexpr (std::is_same<std::decay_t<X>, HeadRows>::value) {
    if (x.width() != width && x.width() != 0) {
      fail(function, "columns of x", "the width of a head", static_cast<long long>(x.width()));
    }
    HeadView view = x.view_;
    if (x.width() == 0) view.heads = 0;
    return view;
  } else {
    const Output out = output_view(std::forward<X>(x));
    // No columns mean no heads, as no rows mean no tokens: nothing is rotated.
    if (x.cols() % width != 0) {
      fail(function, "columns of x", "whole heads, a multiple of their width",
           static_cast<long long>(x.cols()));
    }
    return {out.data,         out.scalar,     x.rows(),
            x.cols() / width, out.row_stride, width * out.col_stride,
            out.col_stride};
  }
}

inline HeadView skip_tokens(HeadView x, Index tokens, Index count) {
  x.data = static_cast<char*>(x.data) + tokens * x.token_stride * scalar_bytes(x.scalar);
  x.tokens = count;
  return x;
}

inline HeadPairs head_pairs(const RotaryHead& head) {
  const Index step = head.pairing() == Pairing::adjacent ? 2 : 1;
  return {head.channels(0).first, head.channels(0).second, step, head.pairs()};
}

}  // namespace detail

template <class X>
HeadRows heads_within_tokens(X&& x, Integer heads) {
  const detail::Output view = detail::output_view(std::forward<X>(x));
  return {"heads_within_tokens", view, x.rows(), x.cols(), heads, true};
}

template <class X>
HeadRows tokens_within_heads(X&& x, Integer heads) {
  const detail::Output view = detail::output_view(std::forward<X>(x));
  return {"tokens_within_heads", view, x.rows(), x.cols(), heads, false};
}

POSENC_END_NAMESPACE
