// Writable Eigen expressions as strided views.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <type_traits>
#include <utility>

#include <posenc/detail/sizes.hpp>
#include <posenc/detail/view.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE
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

/// Also for types derived from an expression, such as VectorBlock (x.segment(0, 4)) from Block.
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
                "posenc: the output must have a pointer to its entries, which an indexed view "
                "lacks: use an Eigen::Map with strides");
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

}  // namespace detail
POSENC_END_NAMESPACE
