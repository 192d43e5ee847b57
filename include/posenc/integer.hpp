// Integers of any type as arguments: sizes, counts, positions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <posenc/version.hpp>

POSENC_BEGIN_NAMESPACE

/// The type of sizes and counts: that of Eigen::Index, unless a program redefines the latter
/// (EIGEN_DEFAULT_DENSE_INDEX_TYPE).
using Index = std::ptrdiff_t;

/// An argument of any built-in integer type, taken without loss; a floating-point argument does not
/// compile. Values beyond std::int64_t become its nearest end, which every check refuses; messages
/// show the maximum followed by "or more".
class Integer {
 public:
  template <class T, std::enable_if_t<std::is_integral<T>::value, int> = 0>
  constexpr Integer(T value) noexcept  // NOLINT(google-explicit-constructor): stands for integers
      : value_(to_int64(value)) {}
  constexpr std::int64_t value() const noexcept { return value_; }
  /// As an Index; on a 32-bit machine, values beyond its range become its nearest end.
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

POSENC_END_NAMESPACE
