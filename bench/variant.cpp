// Compiled once with the library as it is, and once with each build that lacks a route: a shared
// library that keeps all its names to itself but POSENC_VARIANT, the function to define.
#include "variant.hpp"

#include <posenc/rotary/embedding.hpp>
#include <posenc/sinusoidal.hpp>

namespace posenc_bench {

namespace {

using Eigen::Index;

template <class Scalar, int Order>
void write(Scalar* out, Index rows) {
  static const posenc::SinusoidalEncoding encoding(1024);
  encoding.write(Eigen::Map<Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order>>(
      out, rows, encoding.width()));
}

void rotate(float* x, Index tokens, Index heads) {
  static const posenc::RotaryEmbedding rope(128, posenc::Pairing::adjacent);
  using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  rope.rotate(Eigen::Map<Rows>(x, tokens, heads * 128));
}

}  // namespace

#ifdef __GNUC__
__attribute__((visibility("default")))
#endif
Variant
POSENC_VARIANT() {
  return {write<double, Eigen::ColMajor>, write<double, Eigen::RowMajor>,
          write<float, Eigen::ColMajor>, write<float, Eigen::RowMajor>, rotate};
}

}  // namespace posenc_bench
