#include <cmath>

#include "frequencies.hpp"
#include "rounding.hpp"

namespace posenc {
namespace detail {

class PhasorTable {
 public:
  std::vector<double> frequencies;
};

PhasorHandle make_phasor_table(const FrequencyVector& frequencies) {
  auto table = std::make_shared<PhasorTable>();
  table->frequencies = frequencies.values;
  return table;
}

namespace {

double add_rounded(double a, double b) {
  return a + b;
}
float add_rounded(float a, float b) {
  return a + b;
}
template <class Small>
Small add_rounded(Small a, Small b) {
  return round_to<Small>(static_cast<double>(widen(a) + widen(b)));
}

template <class T>
void encode_as(const PhasorTable& table, const Placement& at, const Rows& rows, const Output& out,
               Operation operation) {
  const auto put = [&](std::ptrdiff_t r, std::ptrdiff_t c, double value) {
    T& entry = static_cast<T*>(out.data)[r * out.row_stride + c * out.col_stride];
    entry =
        operation == Operation::write ? round_to<T>(value) : add_rounded(entry, round_to<T>(value));
  };
  for (std::ptrdiff_t r = 0; r < rows.count; ++r) {
    const double p =
        rows.positions != nullptr ? rows.positions[r] : static_cast<double>(rows.first + r);
    for (std::ptrdiff_t i = 0; i < at.sines; ++i) {
      const double angle = p * table.frequencies[static_cast<std::size_t>(i)];
      put(r, at.sine + i * at.step, std::sin(angle));
      if (i < at.cosines) put(r, at.cosine + i * at.step, std::cos(angle));
    }
    if (at.zero_column >= 0) put(r, at.zero_column, 0.0);
  }
}

}  // namespace

void encode(const PhasorTable& table, const Placement& placement, const Rows& rows,
            const Output& output, Operation operation) {
  switch (output.scalar) {
    case ScalarType::float64: return encode_as<double>(table, placement, rows, output, operation);
    case ScalarType::float32: return encode_as<float>(table, placement, rows, output, operation);
    case ScalarType::float16: return encode_as<Half>(table, placement, rows, output, operation);
    case ScalarType::bfloat16:
      return encode_as<BFloat16>(table, placement, rows, output, operation);
  }
}

}  // namespace detail
}  // namespace posenc
