// Sizes of matrices, checked against what an Eigen::Index and the address space can hold.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <posenc/detail/errors.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// Throws unless rows >= 0, cols >= 1, and rows * cols scalars fit in the address space and an
/// Eigen::Index.
inline void check_size(const char* function, Index rows, Index cols, std::size_t scalar_bytes,
                       const char* argument = "count") {
  constexpr std::int64_t most = (std::numeric_limits<Eigen::Index>::max)();
  check_size(function, rows, cols, static_cast<Index>(scalar_bytes), most, argument);
}

/// The number of positions of a sequence, checked for this many sequences.
inline Index checked_count(const char* function, const char* argument, Integer count,
                           Index sequences = 1) {
  const auto n = count.index();
  check_size(function, n, (std::max)(Index{1}, sequences), sizeof(double), argument);
  check_range(function, 0, n, argument, argument);
  return n;
}

}  // namespace detail
POSENC_END_NAMESPACE
