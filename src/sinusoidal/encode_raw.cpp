// Columns without sines: the positions themselves, and zeros.

#include <algorithm>

#include "merge.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

template <class T>
void raw(const Rows& rows, const Output& out, Operation operation) {
  T buffer[kBuffer];
  const View<T> to = {static_cast<T*>(out.data), out.row_stride, out.col_stride};
  for (std::ptrdiff_t r = 0; r < rows.count; r += kBuffer) {
    const std::ptrdiff_t n = std::min(kBuffer, rows.count - r);
    for (std::ptrdiff_t k = 0; k < n; ++k) {
      buffer[k] = round_to<T>(rows.positions != nullptr ? rows.positions[r + k]
                                                        : static_cast<double>(rows.first + r + k));
    }
    merge_repeated<T>(to, {buffer, 1, 0}, rows, r, n, 1, operation);
  }
}

}  // namespace

void encode_raw(const Rows& rows, const Output& output, Operation operation) {
  for_scalar(output.scalar, [&](auto scalar) { raw<decltype(scalar)>(rows, output, operation); });
}

void encode_zeros(std::ptrdiff_t rows, const Output& output, Operation operation) {
  const double zero = 0.0;
  encode_raw({&zero, 0, 1, 1, rows}, output, operation);
}

}  // namespace detail
POSENC_END_NAMESPACE
