// One call of an encoding: finds positions that count up by ones, and chooses the scalar type.

#include <cmath>

#include "encoder.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

/// Given positions that count up by ones are a range.
Rows range_where_possible(Rows rows) {
  const double* p = rows.positions;
  if (p == nullptr || rows.count == 0 || std::floor(p[0]) != p[0]) return rows;
  for (std::ptrdiff_t r = 1; r < rows.count; ++r) {
    if (p[r] - p[r - 1] != 1.0) return rows;
  }
  rows.first = static_cast<std::int64_t>(p[0]);
  rows.positions = nullptr;
  return rows;
}

}  // namespace

void encode(const PhasorTable& table, const Placement& placement, const Rows& given,
            const Output& output, Operation operation) {
  const Rows rows = range_where_possible(given);
  for_scalar(output.scalar, [&](auto scalar) {
    Encoder<decltype(scalar)>(table, placement, rows, output, operation).run();
  });
}

}  // namespace detail
POSENC_END_NAMESPACE
