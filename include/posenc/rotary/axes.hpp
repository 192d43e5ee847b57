// Several coordinates: which pair turns by which of them.
//
// n pairs, i the pair, a the axis (0 first).
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/frequencies/frequencies.hpp>
#include <posenc/frequencies.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE

/// The axis of each pair. Where all coordinates of a token are equal, every list turns as one axis
/// does, bit for bit.
/// Throws: std::invalid_argument unless there is one pair at least, sizes are not negative and axes
/// are 0 .. 7.
class PairAxes {
 public:
  /// One axis for all.
  static PairAxes one(Integer pairs);

  /// The first sizes[0] pairs turn by axis 0, the next sizes[1] by axis 1, and so on. With one
  /// ladder of frequencies cut among the axes this is M-RoPE (Qwen2-VL: 16, 24, 24 for t, h, w);
  /// with a ladder for each axis, concatenated, it is axial rotary embedding.
  /// Source: Wang et al. 2024 (Qwen2-VL), mrope_section.
  static PairAxes sections(const std::vector<Index>& sizes);

  /// M-RoPE of three axes, interleaved: t h w t h w ... until h or w has had its share; the rest
  /// is t.
  /// Formula: h for i mod 3 = 1 and i < 3 sizes[1], w for i mod 3 = 2 and i < 3 sizes[2], else t.
  /// Throws: unless there are three, and the rule gives each axis its size. Published code runs
  /// with other sizes too, and silently gives axes other numbers of pairs than it was told ({1, 1,
  /// 2}: t two, w one). A model that was trained so is the list {0, 1, 2, 0}.
  /// Source: HF transformers, Qwen3-VL, apply_interleaved_mrope.
  static PairAxes interleaved(const std::vector<Index>& sizes);

  /// Axes 1 and 2 take turns, `each` pairs each; the last `rest` pairs turn by axis 0.
  /// Source: Ernie 4.5-VL (height, width, then time; mrope_section 22, 22, 20).
  static PairAxes alternating(Integer each, Integer rest);

  /// Any list: pair i turns by axis list[i].
  explicit PairAxes(std::vector<Index> list);

  /// Every pair turns by every axis, and the angle is the sum. Frequencies are concatenated: those
  /// of all pairs for axis 0, then those for axis 1, ...
  /// Formula: angle_i = sum over a of p_a ω_(a, i).
  /// Source: Heo et al. 2024 (RoPE-ViT), RoPE-Mixed.
  static PairAxes sum(Integer pairs, Integer axes);

  Index pairs() const { return pairs_; }
  /// Number of axes: one more than the largest in the list.
  Index count() const { return count_; }
  const std::vector<Index>& list() const { return list_; }

 private:
  std::vector<Index> list_;
  Index pairs_ = 0;
  Index count_ = 1;
};

// -------------------------------------------------------------------------------------------------

inline PairAxes::PairAxes(std::vector<Index> list)
    : list_(std::move(list)), pairs_(static_cast<Index>(list_.size())) {
  if (list_.empty()) detail::fail("PairAxes", "list", "one pair at least", 0LL);
  for (const Index axis : list_) {
    if (axis < 0 || axis > 7) {
      detail::fail("PairAxes", "axis", "0 to 7", static_cast<long long>(axis));
    }
    count_ = (std::max)(count_, axis + 1);
  }
}

namespace detail {

/// n copies of an axis.
inline void append_axis(const char* function, std::vector<Index>& list, Index n, Index axis) {
  constexpr Index most = Index{1} << 24;
  if (n < 0 || n > most) {
    fail(function, "sizes", "from 0 to 2^24 pairs", static_cast<long long>(n));
  }
  list.insert(list.end(), static_cast<std::size_t>(n), axis);
}

}  // namespace detail

inline PairAxes PairAxes::one(Integer pairs) {
  std::vector<Index> list;
  detail::append_axis("PairAxes::one", list, pairs.index(), 0);
  return PairAxes(std::move(list));
}

inline PairAxes PairAxes::sections(const std::vector<Index>& sizes) {
  std::vector<Index> list;
  Index axis = 0;
  for (const Index size : sizes) {
    detail::append_axis("PairAxes::sections", list, size, axis++);
  }
  return PairAxes(std::move(list));
}

inline PairAxes PairAxes::interleaved(const std::vector<Index>& sizes) {
  const char* function = "PairAxes::interleaved";
  if (sizes.size() != 3) {
    detail::fail_size(function, "sizes", 3, static_cast<long long>(sizes.size()));
  }
  std::vector<Index> list;
  for (const Index size : sizes) detail::append_axis(function, list, size, 0);
  Index counts[3] = {0, 0, 0};
  for (std::size_t k = 0; k < list.size(); ++k) {
    const auto i = static_cast<Index>(k);
    const Index axis = i % 3;
    if (axis != 0 && i < 3 * sizes[static_cast<std::size_t>(axis)]) list[k] = axis;
    ++counts[list[k]];
  }
  constexpr const char* names[] = {"sizes[0]", "sizes[1]", "sizes[2]"};
  for (std::size_t a = 0; a < 3; ++a) {
    if (counts[a] != sizes[a]) {
      detail::fail(function, names[a],
                   "room to interleave: as many pairs as the rule gives the axis",
                   static_cast<long long>(sizes[a]));
    }
  }
  return PairAxes(std::move(list));
}

inline PairAxes PairAxes::alternating(Integer each, Integer rest) {
  const char* function = "PairAxes::alternating";
  std::vector<Index> list;
  detail::append_axis(function, list, each.index(), 1);
  detail::append_axis(function, list, each.index(), 2);
  for (std::size_t k = 0; k < list.size(); ++k) list[k] = static_cast<Index>(1 + k % 2);
  detail::append_axis(function, list, rest.index(), 0);
  return PairAxes(std::move(list));
}

inline PairAxes PairAxes::sum(Integer pairs, Integer axes) {
  const char* function = "PairAxes::sum";
  if (axes.value() < 1 || axes.value() > 8) {
    detail::fail(function, "axes", "from 1 to 8", static_cast<long long>(axes.value()));
  }
  std::vector<Index> list;
  for (Index axis = 0; axis < axes.index(); ++axis) {
    detail::append_axis(function, list, pairs.index(), axis);
  }
  PairAxes result(std::move(list));
  result.pairs_ = pairs.index();
  return result;
}

POSENC_END_NAMESPACE
