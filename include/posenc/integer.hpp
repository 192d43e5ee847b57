// Integers of any type as arguments: sizes, counts, positions.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <posenc/detail/errors.hpp>

POSENC_BEGIN_NAMESPACE

using Index = Eigen::Index;
static_assert(sizeof(Index) == sizeof(std::int64_t),
              "posenc: Eigen::Index must have 64 bits, or sizes would be cut off "
              "(EIGEN_DEFAULT_DENSE_INDEX_TYPE, or a 32-bit machine)");

/// An argument of any built-in integer type, taken without loss; a floating-point argument does not
/// compile. Values beyond std::int64_t become its end on their side, which every check refuses; the
/// maximum is reported as so many "or more".
class Integer {
 public:
  template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
  constexpr Integer(T value) noexcept  // NOLINT(google-explicit-constructor): stands for integers
      : value_(to_int64(value)) {}
  constexpr std::int64_t value() const noexcept { return value_; }

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

/// The number of positions of a sequence, checked for so many sequences.
inline Index checked_count(const char* function, const char* argument, Integer count,
                           Index sequences = 1) {
  const auto n = static_cast<Index>(count.value());
  check_size(function, n, (std::max)(Index{1}, sequences), sizeof(double), argument);
  check_range(function, 0, n, argument, argument);
  return n;
}

}  // namespace detail
POSENC_END_NAMESPACE
