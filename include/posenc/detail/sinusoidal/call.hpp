// What table, write and add have in common, for every encoding.
#pragma once

#include <Eigen/Core>
#include <utility>

#include <posenc/detail/outputs.hpp>
#include <posenc/detail/sinusoidal/encode.hpp>
#include <posenc/detail/sinusoidal/fresh_memory.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// One call of an encoding: its name, for errors, and the matrix that it fills.
struct Call {
  const char* function;
  Operation operation;
  Output output;
  Index rows, cols;
};

template <class Out>
Call call(const char* function, Operation operation, Out&& out) {
  return {function, operation, output_view(std::forward<Out>(out)), out.rows(), out.cols()};
}

/// A new matrix, filled by fill(call).
/// Throws: std::invalid_argument unless rows, the argument of that name, gives a size that fits.
template <class Scalar, int Order, class Fill>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> new_table(const char* function,
                                                                       Index rows, Index cols,
                                                                       const char* argument,
                                                                       Fill&& fill) {
  require_supported_scalar<Scalar>();
  check_size(function, rows, cols, sizeof(Scalar), argument);
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> result(rows, cols);
  ask_for_pages(result.data(), static_cast<std::size_t>(result.size()) * sizeof(Scalar));
  fill(call(function, Operation::write, result));
  return result;
}

}  // namespace detail
POSENC_END_NAMESPACE
