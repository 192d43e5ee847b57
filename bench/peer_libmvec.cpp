// Loops that GCC turns into calls of glibc's libmvec, whose error is below 4 ulp: -Ofast. Compiled
// once for each instruction set, with POSENC_PEER as the function to define.
//
// The sine and the cosine of one angle in one loop would become a call of sincos, which has no
// vector form there: a row has one loop for each.
#include <math.h>

#include "peers.hpp"

namespace posenc_bench {

namespace {

constexpr std::ptrdiff_t kPart = 256;  // pairs at a time, through the first-level cache

template <class Scalar, class Angle>
void write_table(Scalar* out, std::ptrdiff_t rows, const double* frequencies, std::ptrdiff_t pairs,
                 double first) {
  alignas(64) Angle angles[kPart], sines[kPart], cosines[kPart];
  for (std::ptrdiff_t r = 0; r < rows; ++r) {
    const double position = first + static_cast<double>(r);
    for (std::ptrdiff_t begin = 0; begin < pairs; begin += kPart) {
      const std::ptrdiff_t n = pairs - begin < kPart ? pairs - begin : kPart;
      const double* w = frequencies + begin;
      Scalar* row = out + 2 * (r * pairs + begin);
      for (std::ptrdiff_t i = 0; i < n; ++i) angles[i] = static_cast<Angle>(position * w[i]);
      if constexpr (sizeof(Angle) == sizeof(float)) {
        for (std::ptrdiff_t i = 0; i < n; ++i) sines[i] = sinf(angles[i]);
        for (std::ptrdiff_t i = 0; i < n; ++i) cosines[i] = cosf(angles[i]);
      } else {
        for (std::ptrdiff_t i = 0; i < n; ++i) sines[i] = sin(angles[i]);
        for (std::ptrdiff_t i = 0; i < n; ++i) cosines[i] = cos(angles[i]);
      }
      for (std::ptrdiff_t i = 0; i < n; ++i) {
        row[2 * i] = static_cast<Scalar>(sines[i]);
        row[2 * i + 1] = static_cast<Scalar>(cosines[i]);
      }
    }
  }
}

}  // namespace

Peer POSENC_PEER();
Peer POSENC_PEER() {
  Peer peer;
  peer.write_double = write_table<double, double>;
  peer.write_float = write_table<float, float>;
  peer.write_float_wide = write_table<float, double>;
  return peer;
}

}  // namespace posenc_bench
