// Any rule in any layout at any width in any storage order and scalar, against the oracle.
#include "test.hpp"

#include "columns.hpp"
#include "formulas.hpp"

namespace posenc_test {
namespace combinations_test {

struct Rule {
  std::string name;
  std::function<Frequencies(Index)> make;   // of so many pairs
  std::function<Real(long, long)> formula;  // pair i of n
};

Real power_of_ten_thousand(long i, double steps) {
  return steps == 0.0 ? Real(1.0) : inverse(between(1.0, 1e4, i, steps));
}

/// n - 1, and 1 for a single pair, which is the first of all progressions.
double closed(long n) {
  return n == 1 ? 1.0 : static_cast<double>(n - 1);
}

std::vector<Rule> rules() {
  return {
      {"open", [](Index n) { return Frequencies::geometric(2 * n); },
       [](long i, long n) { return power_of_ten_thousand(i, static_cast<double>(n)); }},
      {"closed", [](Index n) { return Frequencies::closed(n); },
       [](long i, long n) { return power_of_ten_thousand(i, closed(n)); }},
      {"shifted", [](Index n) { return Frequencies::shifted(n, 0.5); },
       [](long i, long n) { return power_of_ten_thousand(i, static_cast<double>(n) - 0.5); }},
      {"range", [](Index n) { return Frequencies::range(n, 1.0, 1e-4); },
       [](long i, long n) { return between(1.0, 1e-4, i, closed(n)); }},
      {"timescales", [](Index n) { return Frequencies::timescales(n, 2.0, 300.0); },
       [](long i, long n) { return inverse(between(2.0, 300.0, i, static_cast<double>(n))); }},
      {"tensor2tensor",
       [](Index n) { return Frequencies::tensor2tensor_timescales(n, 2.0, 300.0); },
       [](long i, long n) { return times(inverse(between(2.0, 300.0, i, closed(n))), 4.0); }},
      {"periods", [](Index n) { return Frequencies::periods(n, 1.0, 100.0, Spacing::closed); },
       [](long i, long n) { return times_pi(inverse(between(1.0, 100.0, i, closed(n))), 2.0); }},
      {"octaves", [](Index n) { return Frequencies::octaves(n, -2.0, 6.5).times(-1.0); },
       [](long i, long n) {
         return times(power_of_two(on_line(-2.0, 6.5, i, n == 1 ? 1 : n - 1)), -1.0);
       }},
      {"linear", [](Index n) { return Frequencies::linear(n, 0.0, 3.0).times_pi(1.0); },
       [](long i, long n) { return times_pi(on_line(0.0, 3.0, i, n == 1 ? 1 : n - 1), 1.0); }},
      {"increasing", [](Index n) { return Frequencies::increasing(n); },
       [](long i, long n) { return between(1.0, 100.0, i, static_cast<double>(n)); }},
  };
}

const std::vector<double> kPositions = {0.0, 1.0, 2.0, 3.0, -5.0, 0.37, 1000003.0, -2.5e9};

template <class Scalar>
class Combinations : public ::testing::Test {};
TYPED_TEST_SUITE(Combinations, Scalars, ScalarNames);

TYPED_TEST(Combinations, KeepTheContract) {
  const Eigen::Map<const Eigen::VectorXd> positions(kPositions.data(),
                                                    static_cast<Index>(kPositions.size()));
  int combinations = 0;
  for (const Rule& rule : rules()) {
    for (const auto& [width, odd] : {std::pair<Index, OddWidth>(2, OddWidth::reject),
                                     {22, OddWidth::reject},
                                     {1, OddWidth::drop_last_cosine},
                                     {23, OddWidth::drop_last_cosine},
                                     {3, OddWidth::zero_column},
                                     {23, OddWidth::zero_column}}) {
      const Index n = posenc::pair_count(width, odd);
      std::vector<Phasor> exact;
      for (const double p : kPositions) {
        for (Index i = 0; i < n; ++i) {
          exact.emplace_back();
          exact.back().turn(p, rule.formula(static_cast<long>(i), static_cast<long>(n)));
        }
      }
      for (const Layout layout : kLayouts) {
        if (layout == Layout::interleaved_cos_sin && odd == OddWidth::drop_last_cosine) continue;
        SCOPED_TRACE(rule.name + ", layout " + std::to_string(static_cast<int>(layout)) +
                     ", width " + std::to_string(width));
        const SinusoidalEncoding encoding(rule.make(n), layout, width, odd);
        const Matrix<TypeParam> columns = encoding.table<TypeParam>(positions);
        const Matrix<TypeParam, Eigen::RowMajor> rows =
            encoding.table<TypeParam, Eigen::RowMajor>(positions);
        for (Index r = 0; r < columns.rows(); ++r) {
          for (Index c = 0; c < width; ++c) {
            ASSERT_EQ(columns(r, c), rows(r, c));
            const Column column = column_of(layout, width, odd, c);
            if (column.kind == Column::zero) {
              ASSERT_EQ(columns(r, c), TypeParam(0.0f));
              continue;
            }
            const Phasor& z = exact[static_cast<std::size_t>(r * n + column.pair)];
            const Real& value = column.kind == Column::sine ? z.sine : z.cosine;
            ASSERT_TRUE(deviation(columns(r, c), value).keeps_contract()) << r << ", " << c;
          }
        }
        ++combinations;
      }
    }
  }
  EXPECT_EQ(combinations, 10 * (4 * 4 + 2 * 3));
}

}  // namespace combinations_test
}  // namespace posenc_test
