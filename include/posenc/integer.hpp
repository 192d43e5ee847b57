// Integers of any type as arguments: sizes, counts, positions.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <posenc/detail/errors.hpp>

POSENC_BEGIN_NAMESPACE

/// Of sizes and counts: Eigen::Index unless a program redefines that one
/// (EIGEN_DEFAULT_DENSE_INDEX_TYPE).
using Index = std::ptrdiff_t;

/// An argument of any built-in integer type, taken without loss; a floating-point argument does not
/// compile. Values beyond std::int64_t become its end on their side, which every check refuses; the
/// maximum is reported as so many "or more".
class Integer {
 public:
  template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
  constexpr Integer(T value) noexcept  // NOLINT(google-explicit-constructor): stands for integers
      : value_(to_int64(value)) {}
  constexpr std::int64_t value() const noexcept { return value_; }
  /// As an Index; on a 32-bit machine values beyond become its end on their side.
  constexpr Index index() const noexcept {
    using Limits = std::numeric_limits<Index>;
    if (value_ > (Limits::max)()) return (Limits::max)();
    return value_ < (Limits::min)() ? (Limits::min)() : static_cast<Index>(value_);
  }

 private:
  template <class T>
  static constexpr std::int64_t to_int64(T value) noexcept {
    using Limits = std::numeric_limits<std::int64_t>;
    const auto narrow = static_cast<std::int64_t>(value);
    if (static_cast<T>(narrow) == value && (narrow < 0) == (value < T(0))) return narrow;
    return value < T(0) ? (Limits::min)() : (Limits::max)();
  }
  std::int64_t value_;
};

namespace detail {

/// Throws unless rows >= 0, cols >= 1, and so many scalars fit in memory's address range and an
/// Eigen::Index.
inline void check_size(const char* function, Index rows, Index cols, std::size_t scalar_bytes,
                       const char* argument = "count") {
  constexpr std::int64_t most = (std::numeric_limits<Eigen::Index>::max)();
  check_size(function, rows, cols, static_cast<Index>(scalar_bytes), most, argument);
}

/// The number of positions of a sequence, checked for so many sequences.
inline Index checked_count(const char* function, const char* argument, Integer count,
                           Index sequences = 1) {
  const auto n = count.index();
  check_size(function, n, (std::max)(Index{1}, sequences), sizeof(double), argument);
  check_range(function, 0, n, argument, argument);
  return n;
}

}  // namespace detail
POSENC_END_NAMESPACE
