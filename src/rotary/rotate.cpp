// Rotation by position, for every scalar type.
#include <posenc/detail/rotary/rotate.hpp>

#include "rotator.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

void rotate(const RotaryTable& table, const HeadView& x, const HeadPairs& pairs,
            const TokenPositions& at, const Factors& factors) {
  for_scalar(x.scalar, [&](auto scalar) {
    Rotator<decltype(scalar)>(*table.kernels, x, pairs).rotate(table, at, factors, false);
  });
}

void rotate_all(const RotaryTable& table, const HeadView& x, const HeadPairs& pairs,
                const TokenPositions& at, const Factors& factors) {
  if (x.tokens == 0) return;
  for_scalar(x.scalar, [&](auto scalar) {
    Rotator<decltype(scalar)>(*table.kernels, x, pairs).rotate(table, at, factors, true);
  });
}

}  // namespace detail
POSENC_END_NAMESPACE
