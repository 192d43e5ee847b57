// Rows of a sinusoidal table at other positions: each pair is rotated.
#include <algorithm>

#include <posenc/detail/sinusoidal/encode.hpp>

#include "../rotary/rotator.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

void shift(const PhasorTable& table, const Placement& placement, double k, std::ptrdiff_t rows,
           const Output& output) {
  // (s, c) of p to that of p + k is (u, v) = (s, c) rotated backwards.
  const double backwards = -k;
  const Rows one = {&backwards, 0, 1};
  const HeadView x = {output.data, output.scalar, rows, 1, output.row_stride, 0, output.col_stride};
  const HeadPairs pairs = {placement.sine, placement.cosine, placement.step, placement.sines};
  for_scalar(output.scalar, [&](auto scalar) {
    using C = Computing<decltype(scalar)>;
    const Rotator<decltype(scalar)> rotator(table.kernels(), x, pairs);
    alignas(64) C sine[kTilePairs], cosine[kTilePairs];
    AnchorRoom<kTilePairs> room;
    for (std::ptrdiff_t begin = 0; begin < pairs.pairs; begin += rotator.tile_pairs()) {
      const std::ptrdiff_t n = std::min(rotator.tile_pairs(), pairs.pairs - begin);
      Tile tile(table, begin, n, room);
      fill_rows<C>(tile, Order<1>(one, 0, 1), 0, 1, {sine, cosine, 0, 1, n, n});
      rotator.rotate_tile(0, rows, begin, n, {sine, cosine, 0});
    }
  });
}

}  // namespace detail
POSENC_END_NAMESPACE
