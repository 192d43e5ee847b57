// A few calls of the library, in one build of it or another.
#pragma once

#include <cstddef>

namespace posenc_bench {

/// Tables have 1024 columns, and heads 128 channels that rotate in adjacent pairs.
struct Variant {
  void (*write_double_columns)(double* out, std::ptrdiff_t rows);
  void (*write_double_rows)(double* out, std::ptrdiff_t rows);
  void (*write_float_columns)(float* out, std::ptrdiff_t rows);
  void (*write_float_rows)(float* out, std::ptrdiff_t rows);
  void (*rotate)(float* x, std::ptrdiff_t tokens, std::ptrdiff_t heads);
};

// The library as it is, and without one of its routes: see src/kernels/routes.hpp.
Variant as_it_is();
Variant without_rows_together();
Variant without_anchors_together();
Variant without_rotate_ahead();

}  // namespace posenc_bench
