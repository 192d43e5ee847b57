// Sines and cosines of angles that are sums over several coordinates.

#include <algorithm>

#include "../phasors/phase_sum.hpp"
#include "merge.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

template <class T>
void sum(const PhasorTable* const* tables, std::ptrdiff_t count, const Placement& at,
         const double* coordinates, std::ptrdiff_t rows, const Output& out, Operation operation) {
  PhaseSum sums;
  alignas(64) T sines[kTile], cosines[kTile];
  const View<T> to = {static_cast<T*>(out.data), out.row_stride, out.col_stride};
  const auto table = [&](std::ptrdiff_t a) -> const PhasorTable& { return *tables[a]; };
  for (std::ptrdiff_t r = 0; r < rows; ++r) {
    const auto coordinate = [&](std::ptrdiff_t a) { return coordinates[r * count + a]; };
    for (std::ptrdiff_t begin = 0; begin < at.sines; begin += kTile) {
      const std::ptrdiff_t pairs = std::min(kTile, at.sines - begin);
      const std::ptrdiff_t kept = std::min(pairs, at.cosines - begin);
      sums.set(count, table, coordinate, begin, pairs);
      sums.write<T>(tables[0]->kernels(), {sines, cosines, 0, 1, pairs, kept});
      const std::ptrdiff_t col_stride = at.step * out.col_stride;
      merge<T>({to.at(r, at.sine + begin * at.step), 0, col_stride}, {sines, 0, 1}, 1, pairs,
               operation);
      merge<T>({to.at(r, at.cosine + begin * at.step), 0, col_stride}, {cosines, 0, 1}, 1, kept,
               operation);
    }
  }
}

}  // namespace

void encode_sum(const PhasorTable* const* tables, std::ptrdiff_t count, const Placement& placement,
                const double* coordinates, std::ptrdiff_t rows, const Output& output,
                Operation operation) {
  for_scalar(output.scalar, [&](auto scalar) {
    sum<decltype(scalar)>(tables, count, placement, coordinates, rows, output, operation);
  });
}

}  // namespace detail
POSENC_END_NAMESPACE
