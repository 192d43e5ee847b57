// Prints the golden lines from exact arithmetic: this is how golden.txt is made.
#include "columns.hpp"
#include "golden.hpp"
#include "oracle.hpp"

namespace posenc_test {
namespace {

struct Oracle {
  template <class Table>
  Table table(const Golden& g) const {
    using Scalar = typename Table::Scalar;
    const std::vector<Real> frequencies =
        geometric_frequencies((g.width + 1) / 2, static_cast<double>(g.width), g.base);
    Table result = Table::Zero(g.rows, g.width);
    Phasor phasor;
    for (Eigen::Index r = 0; r < g.rows; ++r) {
      const double p = g.positions.empty() ? static_cast<double>(g.first + r)
                                           : g.positions[static_cast<std::size_t>(r)];
      for (Eigen::Index c = 0; c < g.width; ++c) {
        const Column column = column_of(g.layout, g.width, g.odd, c);
        if (column.kind == Column::zero) continue;
        phasor.turn(p, frequencies[static_cast<std::size_t>(column.pair)]);
        result(r, c) =
            round_once<Scalar>(column.kind == Column::sine ? phasor.sine : phasor.cosine);
      }
    }
    return result;
  }
  template <class Table>
  void add(const Golden& g, Table& x) const {
    x = (x + table<Table>(g)).eval();
  }
};

}  // namespace
}  // namespace posenc_test

int main() {
  for (const posenc_test::Golden& golden : posenc_test::golden_tables()) {
    std::puts(posenc_test::golden_line(golden, posenc_test::Oracle()).c_str());
  }
}
