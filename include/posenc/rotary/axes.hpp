// Several coordinates: which pair rotates by which of them.
//
// n pairs, i the pair, a the axis (0 first).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/limits.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE

class PairAxes;

namespace detail {

/// PairAxes::interleaved, for sizes that are an argument of `function`.
PairAxes interleaved_axes(const char* function, const char* argument,
                          const std::vector<Index>& sizes);

}  // namespace detail

/// The axis of each pair. Where all coordinates of a token are equal, every list gives the bits of
/// a single axis.
/// Throws: std::invalid_argument unless there are 1 to 2^22 pairs (for `sum`, pairs times axes) and
/// 1 to 8 axes, and no size is negative.
class PairAxes {
 public:
  /// One axis for all pairs.
  static PairAxes one(Integer pairs);

  /// The first sizes[0] pairs rotate by axis 0, the next sizes[1] by axis 1, and so on. With one
  /// ladder of frequencies split among the axes this is M-RoPE (Qwen2-VL: 16, 24, 24 for t, h, w);
  /// with a ladder for each axis, concatenated, it is axial rotary embedding.
  /// Source: Wang et al. 2024 (Qwen2-VL), mrope_section.
  static PairAxes sections(const std::vector<Index>& sizes);

  /// M-RoPE of three axes, interleaved: t h w t h w ..., with t in place of h or w once it has
  /// its share.
  /// Formula: h for i mod 3 = 1 and i < 3 sizes[1], w for i mod 3 = 2 and i < 3 sizes[2], else t.
  /// Throws: unless there are three, and the rule gives each axis its size. Published code accepts
  /// other sizes and silently gives the axes other numbers of pairs ({1, 1, 2}: two to t, one to
  /// w). A model trained that way needs the list {0, 1, 2, 0}.
  /// Source: HF transformers, Qwen3-VL, apply_interleaved_mrope.
  static PairAxes interleaved(const std::vector<Index>& sizes);

  /// Axes 1 and 2 take turns, `each` pairs each; the last `rest` pairs rotate by axis 0.
  /// Source: Ernie 4.5-VL (height, width, then time; mrope_section 22, 22, 20).
  static PairAxes alternating(Integer each, Integer rest);

  /// Any list: pair i rotates by axis list[i].
  explicit PairAxes(std::vector<Index> list);

  /// Every pair rotates by every axis, and the angle is the sum. Frequencies are concatenated:
  /// those of all pairs for axis 0, then those for axis 1, and so on.
  /// Formula: angle_i = sum over a of p_a ω_(a, i).
  /// Source: Heo et al. 2024 (RoPE-ViT), RoPE-Mixed.
  static PairAxes sum(Integer pairs, Integer axes);

  Index pairs() const { return pairs_; }
  /// Number of axes, some of which may have no pair: sections({16, 16, 0}) has three. For a list,
  /// it is one more than the largest entry.
  Index count() const { return count_; }
  const std::vector<Index>& list() const { return list_; }

 private:
  friend PairAxes detail::interleaved_axes(const char* function, const char* argument,
                                           const std::vector<Index>& sizes);
  PairAxes(std::vector<Index> list, Index axes);

  std::vector<Index> list_;
  Index pairs_ = 0;
  Index count_ = 1;
};

// -------------------------------------------------------------------------------------------------

inline PairAxes::PairAxes(std::vector<Index> list) : PairAxes(std::move(list), 1) {
  if (list_.empty()) detail::fail("PairAxes", "list", "at least one pair", 0LL);
}

inline PairAxes::PairAxes(std::vector<Index> list, Index axes)
    : list_(std::move(list)), pairs_(static_cast<Index>(list_.size())), count_(axes) {
  for (const Index axis : list_) {
    if (axis < 0 || axis >= detail::kMaxAxes) {
      detail::fail("PairAxes", "axis", "from 0 to 7", static_cast<long long>(axis));
    }
    count_ = (std::max)(count_, axis + 1);
  }
}

namespace detail {

/// Throws unless there are 1 to 2^22 pairs in all, and none of the sizes is negative.
inline void check_sizes(const char* function, const char* argument,
                        const std::vector<Index>& sizes) {
  std::int64_t pairs = 0;
  for (const Index size : sizes) {
    if (size < 0 || size > kMaxPairs - pairs) {
      fail(function, argument, "from 0 to 2^22 pairs in all", static_cast<long long>(size));
    }
    pairs += size;
  }
  if (pairs == 0) fail(function, argument, "at least one pair", 0LL);
}

inline PairAxes interleaved_axes(const char* function, const char* argument,
                                 const std::vector<Index>& sizes) {
  if (sizes.size() != 3) {
    fail_size(function, argument, 3, static_cast<long long>(sizes.size()));
  }
  check_sizes(function, argument, sizes);
  std::vector<Index> list(static_cast<std::size_t>(sizes[0] + sizes[1] + sizes[2]), 0);
  Index counts[3] = {0, 0, 0};
  for (std::size_t k = 0; k < list.size(); ++k) {
    const auto i = static_cast<Index>(k);
    const Index axis = i % 3;
    if (axis != 0 && i < 3 * sizes[static_cast<std::size_t>(axis)]) list[k] = axis;
    ++counts[list[k]];
  }
  for (std::size_t a = 0; a < 3; ++a) {
    if (counts[a] != sizes[a]) {
      fail(function, (std::string(argument) + "[" + std::to_string(a) + "]").c_str(),
           "as many pairs as interleaving gives the axis", static_cast<long long>(sizes[a]));
    }
  }
  return PairAxes(std::move(list), 3);
}

}  // namespace detail

inline PairAxes PairAxes::one(Integer pairs) {
  detail::check_sizes("PairAxes::one", "pairs", {pairs.index()});
  return PairAxes(std::vector<Index>(static_cast<std::size_t>(pairs.index()), 0), 1);
}

inline PairAxes PairAxes::sections(const std::vector<Index>& sizes) {
  const char* function = "PairAxes::sections";
  if (sizes.empty() || sizes.size() > static_cast<std::size_t>(detail::kMaxAxes)) {
    detail::fail(function, "sizes", "from 1 to 8 of them", static_cast<long long>(sizes.size()));
  }
  detail::check_sizes(function, "sizes", sizes);
  std::vector<Index> list;
  for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
    list.insert(list.end(), static_cast<std::size_t>(sizes[axis]), static_cast<Index>(axis));
  }
  return PairAxes(std::move(list), static_cast<Index>(sizes.size()));
}

inline PairAxes PairAxes::interleaved(const std::vector<Index>& sizes) {
  return detail::interleaved_axes("PairAxes::interleaved", "sizes", sizes);
}

inline PairAxes PairAxes::alternating(Integer each, Integer rest) {
  const char* function = "PairAxes::alternating";
  detail::check_sizes(function, "each", {1, each.index(), each.index()});
  detail::check_sizes(function, "rest", {2 * each.index(), rest.index()});
  std::vector<Index> list(static_cast<std::size_t>(2 * each.index() + rest.index()), 0);
  for (std::size_t k = 0; k < static_cast<std::size_t>(2 * each.index()); ++k) {
    list[k] = static_cast<Index>(1 + k % 2);
  }
  return PairAxes(std::move(list), 3);
}

inline PairAxes PairAxes::sum(Integer pairs, Integer axes) {
  const char* function = "PairAxes::sum";
  if (axes.value() < 1 || axes.value() > detail::kMaxAxes) {
    detail::fail(function, "axes", "from 1 to 8", static_cast<long long>(axes.value()));
  }
  const Index n = pairs.index(), k = axes.index();
  detail::check_sizes(function, "pairs", std::vector<Index>(static_cast<std::size_t>(k), n));
  std::vector<Index> list(static_cast<std::size_t>(n * k));
  for (std::size_t j = 0; j < list.size(); ++j) list[j] = static_cast<Index>(j) / n;
  PairAxes result(std::move(list), k);
  result.pairs_ = n;
  return result;
}

POSENC_END_NAMESPACE
