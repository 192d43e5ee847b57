// Eigen expressions that are read: positions on their way into the library, as doubles.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/limits.hpp>
#include <posenc/detail/outputs.hpp>
#include <posenc/detail/sizes.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

// Eigen's flags are members of unnamed enumerations, between which C++20 deprecates operators.
template <class Derived>
inline constexpr unsigned evaluator_flags = Eigen::internal::evaluator<Derived>::Flags;
template <class Derived>
inline constexpr unsigned expression_flags = Eigen::internal::traits<Derived>::Flags;

/// An input for code that reads entries one by one, and more than once: a product of matrices or
/// random numbers are evaluated first; everything else is used as it is.
template <class Derived>
using Readable = std::conditional_t<((evaluator_flags<Derived> |
                                      expression_flags<Derived>)&Eigen::EvalBeforeNestingBit) != 0,
                                    typename Derived::PlainObject, const Derived&>;
template <class Derived>
Readable<Derived> readable(const Eigen::DenseBase<Derived>& input) {
  return input.derived();
}

/// Enables an overload for given positions. An integer is not one of these: it is the first
/// position of a range.
template <class Positions>
using IfPositions = std::enable_if_t<!std::is_convertible<Positions, Integer>::value, int>;

/// The type that a braced list of positions becomes, which readable_positions refuses.
using PositionList = std::initializer_list<double>;

/// As readable; a real number is a vector of one.
template <class Positions>
decltype(auto) readable_positions(const Positions& positions) {
  constexpr bool number = ScalarTypeOf<Positions>::supported;
  constexpr bool dense = decltype(is_dense(static_cast<const Positions*>(nullptr)))::value;
  static_assert(number || dense,
                "posenc: positions must be an Eigen vector: Eigen::Vector3d(1, 2, 3) for a list, "
                "Eigen::Map<const Eigen::VectorXd>(v.data(), v.size()) for a std::vector v");
  if constexpr (number) {
    return Eigen::Matrix<double, 1, 1>(static_cast<double>(positions));
  } else if constexpr (dense) {
    return readable(positions);
  } else {
    return Eigen::Matrix<double, 1, 1>();
  }
}

/// Stack room for positions on their way into the library.
constexpr Index kPositionChunk = 2048;

/// Positions begin .. begin + n - 1 as doubles. An integer beyond 2^53 throws: no double holds it.
template <class Positions>
void copy_positions(const char* function, const Eigen::DenseBase<Positions>& positions, Index begin,
                    Index n, double* to, Entries entries = {"positions"}) {
  using Scalar = typename Positions::Scalar;
  static_assert(Positions::IsVectorAtCompileTime, "posenc: positions must be an Eigen vector");
  static_assert(
      ScalarTypeOf<Scalar>::supported ||
          (std::is_integral<Scalar>::value && !std::is_same<Scalar, bool>::value),
      "posenc: positions must be integers or real numbers (float, double, half, bfloat16)");
  static_assert(sizeof(Scalar) <= sizeof(std::int64_t),
                "posenc: positions must be of 64 bits at most");
  Eigen::Map<Eigen::VectorXd> chunk(to, n);
  const auto values = positions.derived().segment(begin, n);
  if constexpr (std::is_integral<Scalar>::value && sizeof(Scalar) >= sizeof(std::int64_t)) {
    using Integral =
        std::conditional_t<std::is_unsigned<Scalar>::value, std::uint64_t, std::int64_t>;
    for (Index i = 0; i < n; ++i) {
      const auto value = static_cast<Integral>(values.coeff(i));
      entries.first = begin + i;
      check_positions(function, entries, &value, 1);
      chunk[i] = static_cast<double>(value);
    }
  } else if constexpr (Positions::RowsAtCompileTime == 1) {
    chunk = values.matrix().transpose().template cast<double>();
  } else {
    chunk = values.matrix().template cast<double>();
  }
}

/// Calls f(pointer to doubles, their number, index of the first) for each chunk of the positions,
/// without heap allocation.
template <class Positions, class F>
void for_each_chunk(const char* function, const Eigen::DenseBase<Positions>& positions, F&& f,
                    Entries entries = {"positions"}) {
  double buffer[kRowChunk];
  for (Index begin = 0; begin < positions.size(); begin += kRowChunk) {
    const Index n = (std::min<Index>)(kRowChunk, positions.size() - begin);
    copy_positions(function, positions, begin, n, buffer, entries);
    f(static_cast<const double*>(buffer), n, begin);
  }
}

/// Throws unless there is one valid position for each of `rows` rows.
template <class Positions>
void check_positions(const char* function, const Eigen::DenseBase<Positions>& positions, Index rows,
                     Entries entries = {"positions"}) {
  if (positions.size() != rows) fail_size(function, entries.argument, rows, positions.size());
  const auto check = [&](const double* chunk, Index n, Index begin) {
    entries.first = begin;
    check_positions(function, entries, chunk, n);
  };
  for_each_chunk(function, positions, check, entries);
}

}  // namespace detail
POSENC_END_NAMESPACE
