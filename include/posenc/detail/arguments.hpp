// From Eigen arguments to what the library takes: writable outputs as strided views, position
// vectors as doubles.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include <posenc/detail/integer.hpp>
#include <posenc/detail/library.hpp>

namespace posenc {

namespace detail {

template <class T>
struct ScalarTypeOf {
  static constexpr bool supported = false;
};
template <ScalarType type>
struct SupportedScalar {
  static constexpr bool supported = true;
  static constexpr ScalarType value = type;
};
template <>
struct ScalarTypeOf<double> : SupportedScalar<ScalarType::float64> {};
template <>
struct ScalarTypeOf<float> : SupportedScalar<ScalarType::float32> {};
template <>
struct ScalarTypeOf<Eigen::half> : SupportedScalar<ScalarType::float16> {};
template <>
struct ScalarTypeOf<Eigen::bfloat16> : SupportedScalar<ScalarType::bfloat16> {};

template <class Scalar>
constexpr void require_supported_scalar() {
  static_assert(ScalarTypeOf<Scalar>::supported,
                "posenc: the scalar type must be float, double, Eigen::half or Eigen::bfloat16");
}

/// An input whose entries are read one by one, and more than once: a product of matrices, or random
/// numbers, are evaluated once, and all else is taken as it is.
template <class Derived>
using Readable = std::conditional_t<((Eigen::internal::evaluator<Derived>::Flags |
                                      Eigen::internal::traits<Derived>::Flags) &
                                     Eigen::EvalBeforeNestingBit) != 0,
                                    typename Derived::PlainObject, const Derived&>;
template <class Derived>
Readable<Derived> readable(const Eigen::DenseBase<Derived>& input) {
  return input.derived();
}

/// Also what derives from an expression, as a VectorBlock (x.segment(0, 4)) does from a Block.
template <class Derived>
std::true_type is_dense(const Eigen::DenseBase<Derived>*);
std::false_type is_dense(const void*);

template <class Plain>
inline constexpr bool owns_entries = std::is_base_of<Eigen::PlainObjectBase<Plain>, Plain>::value;

template <class Out>
constexpr void require_lasting() {
  static_assert(std::is_lvalue_reference<Out>::value || !owns_entries<std::decay_t<Out>>,
                "posenc: the output must not be a temporary matrix, whose values would be lost");
}

template <class Expression, class = void>
inline constexpr bool has_data = false;
template <class Expression>
inline constexpr bool
    has_data<Expression, std::void_t<decltype(std::declval<Expression&>().data())>> = true;

/// Strided view of a writable Eigen expression. Takes matrices, arrays, blocks, rows, maps and
/// transposes in either storage order; const objects and computed expressions do not compile.
template <class Out>
Output output_view(Out&& out) {
  using Expression = std::remove_reference_t<Out>;
  using Plain = std::remove_const_t<Expression>;
  static_assert(decltype(is_dense(std::declval<Plain*>()))::value,
                "posenc: the output must be a dense Eigen expression");
  static_assert(!std::is_const<Expression>::value, "posenc: the output must not be const");
  constexpr unsigned flags = Eigen::internal::traits<Plain>::Flags;
  static_assert((flags & Eigen::DirectAccessBit) != 0,
                "posenc: the output must be stored in memory (a matrix, array, block or map), "
                "not a computed expression such as a + b");
  static_assert((flags & Eigen::LvalueBit) != 0,
                "posenc: the output must be writable, not a view of a const object");
  static_assert(has_data<Expression>,
                "posenc: the output must have a pointer to its entries, which an indexed view has "
                "not: take an Eigen::Map with strides");
  require_lasting<Out>();
  require_supported_scalar<typename Plain::Scalar>();
  return {static_cast<void*>(out.data()), ScalarTypeOf<typename Plain::Scalar>::value,
          out.rowStride(), out.colStride()};
}

/// Bytes of an entry.
constexpr std::ptrdiff_t scalar_bytes(ScalarType scalar) {
  return scalar == ScalarType::float64 ? 8 : scalar == ScalarType::float32 ? 4 : 2;
}

/// The view that starts `rows` rows further down.
inline Output skip_rows(Output output, Index rows) {
  output.data =
      static_cast<char*>(output.data) + rows * output.row_stride * scalar_bytes(output.scalar);
  return output;
}

/// The view that starts `cols` columns further right.
inline Output skip_columns(Output output, Index cols) {
  output.data =
      static_cast<char*>(output.data) + cols * output.col_stride * scalar_bytes(output.scalar);
  return output;
}

/// Stack room for positions on their way into the library.
constexpr Index kPositionChunk = 2048;

/// Calls f(pointer to doubles, how many, index of the first) over the positions, chunk by chunk,
/// without heap allocation. An integer beyond 2^53 throws: no double holds it.
template <class Positions, class F>
void for_each_chunk(const char* function, const Eigen::DenseBase<Positions>& positions, F&& f,
                    Entries entries = {"positions"}) {
  using Scalar = typename Positions::Scalar;
  static_assert(Positions::IsVectorAtCompileTime, "posenc: positions must be an Eigen vector");
  static_assert(
      ScalarTypeOf<Scalar>::supported ||
          (std::is_integral<Scalar>::value && !std::is_same<Scalar, bool>::value),
      "posenc: positions must be integers or real numbers (float, double, half, bfloat16)");
  static_assert(sizeof(Scalar) <= sizeof(std::int64_t),
                "posenc: positions must be of 64 bits at most");
  double buffer[kPositionChunk];
  for (Index begin = 0; begin < positions.size(); begin += kPositionChunk) {
    const Index n = (std::min)(kPositionChunk, positions.size() - begin);
    Eigen::Map<Eigen::VectorXd> chunk(buffer, n);
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
}  // namespace posenc
