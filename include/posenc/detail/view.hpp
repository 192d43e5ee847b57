// What the library is given in place of an Eigen matrix: a pointer, the type of the entries, and
// strides.
//
// No Eigen header is included here or in src/: Eigen's allocation and alignment follow the -m flags
// of each translation unit, so matrices live on the caller's side only.
#pragma once

#include <cstddef>

#include <posenc/version.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

enum class ScalarType { float64, float32, float16, bfloat16 };

/// Entry (r, c) is data[r * row_stride + c * col_stride].
struct Output {
  void* data;
  ScalarType scalar;
  std::ptrdiff_t row_stride, col_stride;
};

}  // namespace detail
POSENC_END_NAMESPACE
