// The columns of one layout in the order of another.
#include "test.hpp"

namespace posenc_test {
namespace layout_test {

bool exists(Layout layout, OddWidth odd) {
  return layout != Layout::interleaved_cos_sin || odd != OddWidth::drop_last_cosine;
}

/// Calls f(from, to, width, odd, table in `from`, table in `to`) for all that exist.
template <class F>
void for_each_conversion(F&& f) {
  for (const auto& [width, odd] :
       {std::pair(6, OddWidth::reject), std::pair(7, OddWidth::zero_column),
        std::pair(7, OddWidth::drop_last_cosine), std::pair(1, OddWidth::drop_last_cosine)}) {
    const Index pairs = posenc::pair_count(width, odd);
    const auto table = [&, width = width, odd = odd](Layout layout) {
      return SinusoidalEncoding(Frequencies::with_denominator(pairs, width), layout, width, odd)
          .table(35, 1);
    };
    for (const Layout from : kLayouts) {
      for (const Layout to : kLayouts) {
        if (exists(from, odd) && exists(to, odd)) f(from, to, width, odd, table(from), table(to));
      }
    }
  }
}

TEST(Layout, PermutationTakesOneTableToTheOther) {
  for_each_conversion([](Layout from, Layout to, Index width, OddWidth odd,
                         const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    const auto p = posenc::layout_permutation(from, to, width, odd);
    EXPECT_TRUE(same_bits((a * p).eval(), b));
    EXPECT_TRUE(same_bits((b * p.inverse()).eval(), a));
  });
}

TEST(Layout, ConvertsInPlace) {
  for_each_conversion([](Layout from, Layout to, Index width, OddWidth odd,
                         const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    Eigen::MatrixXd columns = a;
    posenc::convert_layout(columns, from, to, odd);
    EXPECT_TRUE(same_bits(columns, b));

    Matrix<float, Eigen::RowMajor> rows = a.cast<float>();
    posenc::convert_layout(rows, from, to, odd);
    EXPECT_TRUE(same_bits(rows, b.cast<float>()));

    Eigen::MatrixXd frame = Eigen::MatrixXd::Constant(40, width + 2, 9.0);
    frame.block(3, 1, 35, width) = a;
    posenc::convert_layout(frame.block(3, 1, 35, width), from, to, odd);
    EXPECT_TRUE(same_bits(frame.block(3, 1, 35, width), b));
    frame.block(3, 1, 35, width).setConstant(9.0);
    EXPECT_TRUE(all_are(frame, 9.0));
  });
}

TEST(Layout, HalfWidthTablesForRealArithmetic) {
  const Eigen::MatrixXd table =
      SinusoidalEncoding(Frequencies::geometric(4), Layout::sin_cos).table(2);
  const Eigen::Vector2d sine = table.row(1).head(2), cosine = table.row(1).tail(2);
  const double x[4] = {1.0, 2.0, 3.0, 4.0};
  const double expected[4] = {-1.14263966375, 1.92207559654, 2.95985066791, 4.02979950167};
  for (Index i = 0; i < 2; ++i) {
    const std::complex<double> turned =
        std::complex<double>(x[2 * i], x[2 * i + 1]) * std::complex<double>(cosine[i], sine[i]);
    EXPECT_NEAR(turned.real(), expected[2 * i], 5.1e-12);
    EXPECT_NEAR(turned.imag(), expected[2 * i + 1], 5.1e-12);
  }
}

TEST(Layout, InPlaceWithoutAliasing) {
  Eigen::RowVectorXi six = Eigen::RowVectorXi::LinSpaced(6, 1, 6);
  Eigen::RowVectorXd x = six.cast<double>();
  posenc::convert_layout(x, Layout::interleaved, Layout::sin_cos);
  EXPECT_EQ(x.cast<int>(), (Eigen::RowVectorXi(6) << 1, 3, 5, 2, 4, 6).finished());

  // A transposed view: rows of the view are columns of the matrix.
  Eigen::MatrixXd tall = six.transpose().cast<double>().replicate(1, 3);
  posenc::convert_layout(tall.transpose(), Layout::interleaved, Layout::sin_cos);
  for (Index c = 0; c < 3; ++c) EXPECT_TRUE(same_bits(tall.col(c).transpose(), x));
}

}  // namespace layout_test
}  // namespace posenc_test
