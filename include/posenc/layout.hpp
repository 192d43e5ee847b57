// Which column holds which sine or cosine.
//
// d channels (columns), n pairs, i the pair, s_i and c_i the sine and cosine of pair i.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <utility>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/limits.hpp>
#include <posenc/detail/outputs.hpp>
#include <posenc/detail/sinusoidal/encode.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE

/// Order of the columns of a table.
enum class Layout {
  interleaved,          ///< s_0 c_0 s_1 c_1 ...       (Vaswani et al. 2017, section 3.5)
  sin_cos,              ///< s_0 s_1 ... c_0 c_1 ...   (tensor2tensor, fairseq)
  cos_sin,              ///< c_0 c_1 ... s_0 s_1 ...   (latent diffusion)
  interleaved_cos_sin,  ///< c_0 s_0 c_1 s_1 ...
};

/// The place of the coordinates themselves among the columns of an encoding of points.
enum class RawInput { none, first, last };

/// What happens to the last of an odd number of columns. Even widths are the same under every rule.
enum class OddWidth {
  reject,            ///< an odd width is an error
  drop_last_cosine,  ///< n = (d + 1) / 2 pairs, the last one without its cosine; under sin_cos the
                     ///< half of sines has one more column
  zero_column,       ///< n = (d - 1) / 2 pairs and a last column of zeros
};

/// Number of pairs that d columns hold: d / 2, rounded as `odd` says.
/// Throws: std::invalid_argument unless width is from 1 to 2^23 and, under OddWidth::reject, even;
/// a width of 1 needs drop_last_cosine, since zero_column would leave no pair.
Index pair_count(Integer width, OddWidth odd = OddWidth::reject);

/// The permutation between two layouts: table(to) = table(from) * P.
/// Shapes: (width, width).
/// Throws: as pair_count, and for interleaved_cos_sin with a cosine to drop.
Eigen::PermutationMatrix<Eigen::Dynamic> layout_permutation(Layout from, Layout to, Integer width,
                                                            OddWidth odd = OddWidth::reject);

/// Reorders the columns of `out`, any rows in layout `from`, to layout `to`, in place. `out` is a
/// writable Eigen expression with direct access. Allocates memory for a few rows.
/// Throws: as layout_permutation, before anything is written.
template <class Out>
void convert_layout(Out&& out, Layout from, Layout to, OddWidth odd = OddWidth::reject);

// -------------------------------------------------------------------------------------------------

namespace detail {

/// A number of channels, checked: the widest table has 2^22 pairs, the most that Frequencies can
/// hold.
inline Index checked_width(const char* function, const char* argument, Integer width) {
  const std::int64_t d = width.value();
  if (d < 1 || d > kMaxWidth) {
    fail(function, argument, "from 1 to 2^23", static_cast<long long>(d));
  }
  return static_cast<Index>(d);
}

/// pair_count, for an argument of `function`.
inline Index pair_count(const char* function, const char* argument, Integer width, OddWidth odd) {
  const Index d = checked_width(function, argument, width);
  check_enumerator(function, "odd", odd, OddWidth::zero_column);
  if (d % 2 != 0 && odd == OddWidth::reject) {
    fail(function, argument, "an even number, or a convention for odd ones (OddWidth)",
         static_cast<long long>(d));
  }
  if (d == 1 && odd == OddWidth::zero_column) {
    fail(function, argument, "at least 2 with OddWidth::zero_column", 1LL);
  }
  return odd == OddWidth::drop_last_cosine ? d / 2 + d % 2 : d / 2;
}

/// The same where the caller cannot choose an OddWidth.
inline Index even_pair_count(const char* function, const char* argument, Integer width) {
  const Index d = checked_width(function, argument, width);
  if (d % 2 != 0) fail(function, argument, "an even number", static_cast<long long>(d));
  return d / 2;
}

/// Columns of the sines and cosines of `pairs` pairs in a table of `width` columns.
inline Placement placement(const char* function, Layout layout, Index pairs, Index width) {
  const Index cosines = (std::min)(pairs, width - pairs);
  const Index zero_column = width > 2 * pairs ? width - 1 : -1;
  switch (layout) {
    case Layout::interleaved: return {0, 1, 2, pairs, cosines, zero_column};
    case Layout::sin_cos: return {0, pairs, 1, pairs, cosines, zero_column};
    case Layout::cos_sin: return {cosines, 0, 1, pairs, cosines, zero_column};
    case Layout::interleaved_cos_sin:
      if (cosines == pairs) return {1, 0, 2, pairs, cosines, zero_column};
      fail(function, "layout", "another layout if a cosine is dropped", "interleaved_cos_sin");
  }
  fail(function, "layout", "one of the enumerators", static_cast<long long>(layout));
}

/// layout_permutation, for the width of an argument of `function`.
inline Eigen::PermutationMatrix<Eigen::Dynamic> layout_permutation(const char* function,
                                                                   const char* argument,
                                                                   Layout from, Layout to,
                                                                   Integer width, OddWidth odd) {
  const Index pairs = pair_count(function, argument, width, odd);
  const auto d = width.index();
  const Placement a = placement(function, from, pairs, d);
  const Placement b = placement(function, to, pairs, d);
  Eigen::PermutationMatrix<Eigen::Dynamic> permutation(d);
  permutation.setIdentity();
  auto& source = permutation.indices();
  for (Index i = 0; i < pairs; ++i) {
    source[b.sine + i * b.step] = static_cast<int>(a.sine + i * a.step);
  }
  for (Index i = 0; i < a.cosines; ++i) {
    source[b.cosine + i * b.step] = static_cast<int>(a.cosine + i * a.step);
  }
  return permutation;
}

}  // namespace detail

inline Index pair_count(Integer width, OddWidth odd) {
  return detail::pair_count("pair_count", "width", width, odd);
}

inline Eigen::PermutationMatrix<Eigen::Dynamic> layout_permutation(Layout from, Layout to,
                                                                   Integer width, OddWidth odd) {
  return detail::layout_permutation("layout_permutation", "width", from, to, width, odd);
}

template <class Out>
void convert_layout(Out&& out, Layout from, Layout to, OddWidth odd) {
  using Scalar = typename std::remove_reference_t<Out>::Scalar;
  detail::output_view(std::forward<Out>(out));  // a writable expression, or no compilation
  constexpr Index kRowsAtOnce = 16;
  const auto permutation =
      detail::layout_permutation("convert_layout", "out", from, to, out.cols(), odd);
  // Allocates before the first row: an Eigen matrix that fails to grow is freed twice, and half of
  // the rows would be converted already.
  const auto& source = permutation.indices();
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> buffer((std::min)(kRowsAtOnce, out.rows()),
                                                               out.cols());
  for (Index r = 0; r < out.rows(); r += kRowsAtOnce) {
    auto block = out.middleRows(r, (std::min)(kRowsAtOnce, out.rows() - r));
    auto rows = buffer.topRows(block.rows());
    rows = block;
    for (Index c = 0; c < out.cols(); ++c) block.col(c) = rows.col(source[c]);
  }
}

POSENC_END_NAMESPACE
