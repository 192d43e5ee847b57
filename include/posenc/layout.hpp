// Which column holds which sine or cosine.
//
// d channels (columns), n pairs, i the pair, s_i and c_i the sine and cosine of pair i.
#pragma once

#include <posenc/detail/arguments.hpp>

namespace posenc {

/// Order of the columns of a table.
enum class Layout {
  interleaved,          ///< s_0 c_0 s_1 c_1 ...       (Vaswani et al. 2017, section 3.5)
  sin_cos,              ///< s_0 s_1 ... c_0 c_1 ...   (tensor2tensor, fairseq)
  cos_sin,              ///< c_0 c_1 ... s_0 s_1 ...   (latent diffusion)
  interleaved_cos_sin,  ///< c_0 s_0 c_1 s_1 ...
};

/// What becomes of an odd number of columns. Even widths are the same under every rule.
enum class OddWidth {
  reject,            ///< an odd width is an error
  drop_last_cosine,  ///< n = (d + 1) / 2 pairs, the last one without its cosine
  zero_column,       ///< n = (d - 1) / 2 pairs and a last column of zeros
};

/// Number of pairs that d columns hold: d / 2, rounded as `odd` says.
/// Throws: std::invalid_argument unless width >= 1 and, under OddWidth::reject, even; a width of 1
/// needs drop_last_cosine, since zero_column would leave no pair.
Index pair_count(Integer width, OddWidth odd = OddWidth::reject);

// -------------------------------------------------------------------------------------------------

inline Index pair_count(Integer width, OddWidth odd) {
  const std::int64_t d = width.value();
  if (d < 1) detail::fail("pair_count", "width", "at least 1", static_cast<long long>(d));
  if (d % 2 != 0 && odd == OddWidth::reject) {
    detail::fail("pair_count", "width", "an even number, or a convention for odd ones (OddWidth)",
                 static_cast<long long>(d));
  }
  if (d == 1 && odd == OddWidth::zero_column) {
    detail::fail("pair_count", "width", "at least 2 with OddWidth::zero_column", 1LL);
  }
  return static_cast<Index>(odd == OddWidth::drop_last_cosine ? d / 2 + d % 2 : d / 2);
}

namespace detail {

/// Columns of the sines and cosines of `pairs` pairs in a table of `width` columns.
inline Placement placement(Layout layout, Index pairs, Index width) {
  const Index cosines = (std::min)(pairs, width - pairs);
  const Index zero_column = width > 2 * pairs ? width - 1 : -1;
  switch (layout) {
    case Layout::interleaved: return {0, 1, 2, pairs, cosines, zero_column};
    case Layout::sin_cos: return {0, pairs, 1, pairs, cosines, zero_column};
    case Layout::cos_sin: return {cosines, 0, 1, pairs, cosines, zero_column};
    case Layout::interleaved_cos_sin: return {1, 0, 2, pairs, cosines, zero_column};
  }
  fail("SinusoidalEncoding", "layout", "one of the enumerators", static_cast<long long>(layout));
}

}  // namespace detail
}  // namespace posenc
