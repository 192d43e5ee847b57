// The growth of xPos: octaves a position for each pair.
#include <posenc/detail/rotary/xpos.hpp>

#include "../numbers/fixed_point.hpp"
#include "rotary_table.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

RotaryHandle with_xpos_growth(const RotaryTable& table, double scale_base) {
  const auto log2 = [](std::int64_t k) { return log_of(static_cast<double>(k)) * kPerLn2; };
  auto result = std::make_shared<RotaryTable>(table);
  const std::int64_t n = table.pairs;
  const Fixed whole = log2(14 * n);
  result->growth.resize(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i) {
    // (2i + 0.8 n) / (2.8 n) = (10 i + 4 n) / (14 n)
    result->growth[static_cast<std::size_t>(i)] =
        (log2(10 * i + 4 * n) - whole).to_double() / scale_base;
  }
  return result;
}

}  // namespace detail
POSENC_END_NAMESPACE
