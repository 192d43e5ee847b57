// Several coordinates: which pair turns by which of them.
//
// n pairs, i the pair, a the axis (0 first).
#pragma once

#include <Eigen/Core>
#include <utility>
#include <vector>

#include <posenc/detail/arguments.hpp>

namespace posenc {

/// The axis of each pair.
class PairAxes {
 public:
  /// One axis for all.
  static PairAxes one(Integer pairs);

  /// Any list: pair i turns by axis list[i].
  /// Throws: std::invalid_argument unless there is one pair at least and axes are 0 .. 7.
  explicit PairAxes(std::vector<Index> list);

  Index pairs() const { return static_cast<Index>(list_.size()); }
  /// Number of axes: one more than the largest in the list.
  Index count() const { return count_; }
  const std::vector<Index>& list() const { return list_; }

 private:
  std::vector<Index> list_;
  Index count_ = 1;
};

// -------------------------------------------------------------------------------------------------

inline PairAxes::PairAxes(std::vector<Index> list) : list_(std::move(list)) {
  if (list_.empty()) detail::fail("PairAxes", "list", "one pair at least", 0LL);
  for (const Index axis : list_) {
    if (axis < 0 || axis > 7) {
      detail::fail("PairAxes", "axis", "0 to 7", static_cast<long long>(axis));
    }
    count_ = (std::max)(count_, axis + 1);
  }
}

inline PairAxes PairAxes::one(Integer pairs) {
  if (pairs.value() < 1) {
    detail::fail("PairAxes::one", "pairs", "at least 1", static_cast<long long>(pairs.value()));
  }
  return PairAxes(std::vector<Index>(static_cast<std::size_t>(pairs.value()), 0));
}

namespace detail {

/// Throws unless there are valid positions for each of `tokens` tokens on each axis: a vector for
/// one axis, a matrix of tokens x axes for several.
template <class Positions>
void check_coordinates(const char* function, const Eigen::DenseBase<Positions>& positions,
                       Index tokens, Index axes) {
  if constexpr (Positions::IsVectorAtCompileTime) {
    if (axes == 1) return check_positions(function, positions, tokens);
  }
  if (positions.rows() != tokens || positions.cols() != axes) {
    fail_shape(function, "positions", tokens, axes, positions.rows(), positions.cols());
  }
  for (Index a = 0; a < axes; ++a) check_positions(function, positions.derived().col(a), tokens);
}

/// Calls f(positions, how many tokens, index of the first) chunk by chunk, without heap allocation.
template <class Positions, class F>
void for_each_coordinates(const char* function, const Eigen::DenseBase<Positions>& positions,
                          Index axes, F&& f) {
  if constexpr (Positions::IsVectorAtCompileTime) {
    if (axes == 1) {
      return for_each_chunk(function, positions, [&](const double* chunk, Index n, Index begin) {
        f(TokenPositions{chunk, 0, 0}, n, begin);
      });
    }
  }
  double buffer[kPositionChunk];
  const Index most = kPositionChunk / axes;
  for (Index begin = 0; begin < positions.rows(); begin += most) {
    const Index n = (std::min)(most, positions.rows() - begin);
    for (Index a = 0; a < axes; ++a) {
      for_each_chunk(function, positions.derived().col(a).segment(begin, n),
                     [&](const double* chunk, Index count, Index) {
                       std::copy(chunk, chunk + count, buffer + a * most);
                     });
    }
    f(TokenPositions{buffer, most, 0}, n, begin);
  }
}

}  // namespace detail
}  // namespace posenc
