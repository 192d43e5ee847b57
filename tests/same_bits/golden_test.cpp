// The library's tables have the bits of golden.txt. ctest runs this test once for each kernel, with
// POSENC_KERNEL=baseline, avx2 or avx512 in its ENVIRONMENT; a kernel that the machine cannot run
// is replaced by baseline.
#include "golden.hpp"

#include "test.hpp"

#include "columns.hpp"

namespace posenc_test {
namespace golden_test {

/// Exact arithmetic as a source.
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

TEST(Golden, TablesHaveTheirBits) {
  const std::vector<std::string> expected = stored_lines("golden.txt");
  const std::vector<Golden> tables = golden_tables();
  ASSERT_EQ(expected.size(), tables.size());
  for (std::size_t n = 0; n < tables.size(); ++n) {
    EXPECT_EQ(golden_line(tables[n], Library()), expected[n]);
  }
}

TEST(Golden, BitsAreThoseOfExactArithmetic) {
  const std::vector<std::string> expected = stored_lines("golden.txt");
  const std::vector<Golden> tables = golden_tables();
  ASSERT_EQ(expected.size(), tables.size());
  for (std::size_t n = 0; n < tables.size(); ++n) {
    if (tables[n].tiny()) continue;
    EXPECT_EQ(golden_line(tables[n], Oracle()), expected[n]);
  }
}

}  // namespace golden_test
}  // namespace posenc_test
