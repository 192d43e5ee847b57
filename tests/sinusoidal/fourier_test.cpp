// sin and cos of P Ω^T against MPFR.
#include "test.hpp"

namespace posenc_test {
namespace fourier_test {

constexpr Index kPairs = 140, kAxes = 3;

/// Σ_a p_a ω_ia, times `turns` full turns where that is not 0.
Real angle(const Eigen::RowVectorXd& point, const Eigen::RowVectorXd& row, double turns) {
  Real sum(0.0, 2 * kOracleBits);
  Real term(0.0, 2 * kOracleBits);
  for (Index a = 0; a < point.size(); ++a) {
    mpfr_set_d(term.get(), point[a], MPFR_RNDN);
    mpfr_mul_d(term.get(), term.get(), row[a], MPFR_RNDN);
    mpfr_add(sum.get(), sum.get(), term.get(), MPFR_RNDN);
  }
  if (turns != 0.0) {
    mpfr_const_pi(term.get(), MPFR_RNDN);
    mpfr_mul_d(term.get(), term.get(), 2.0 * turns, MPFR_RNDN);
    mpfr_mul(sum.get(), sum.get(), term.get(), MPFR_RNDN);
  }
  return sum;
}

template <class Scalar>
void expect_contract(const FourierFeatures& features, const Eigen::MatrixXd& points,
                     const Eigen::MatrixXd& frequencies, double turns) {
  const Matrix<Scalar> table = features.table<Scalar>(points);
  ASSERT_EQ(table.cols(), 2 * kPairs);
  Phasor phasor;
  for (Index r = 0; r < points.rows(); ++r) {
    for (Index i = 0; i < kPairs; ++i) {
      phasor.turn(1.0, angle(points.row(r), frequencies.row(i), turns));
      ASSERT_TRUE(deviation(table(r, i), phasor.cosine).keeps_contract()) << r << ", " << i;
      ASSERT_TRUE(deviation(table(r, kPairs + i), phasor.sine).keeps_contract()) << r << ", " << i;
    }
  }
}

TEST(FourierFeatures, KeepTheContract) {
  const Eigen::MatrixXd frequencies = 10.0 * random_matrix(kPairs, kAxes);
  Eigen::MatrixXd points = random_matrix(20, kAxes);
  points.row(3) *= 1e12;
  points.row(4) << 0x1p53, -0x1p53, 3.0;
  points.row(5).setZero();
  points.row(6) << 0.5, 0.0, -1e-9;
  const FourierFeatures plain(frequencies);
  expect_contract<double>(plain, points, frequencies, 0.0);
  expect_contract<float>(plain, points, frequencies, 0.0);
  expect_contract<Eigen::half>(plain, points, frequencies, 0.0);
  expect_contract<Eigen::bfloat16>(plain, points, frequencies, 0.0);

  std::vector<Frequencies> columns;
  for (Index a = 0; a < kAxes; ++a) {
    columns.push_back(Frequencies::given(frequencies.col(a)).times_pi(2.0));
  }
  expect_contract<double>(FourierFeatures(columns), points, frequencies, 1.0);
}

TEST(FourierFeatures, OppositePointsAreMirrored) {
  const Eigen::MatrixXd frequencies = 10.0 * random_matrix(kPairs, kAxes);
  const FourierFeatures features(frequencies);
  const Eigen::MatrixXd points = random_matrix(50, kAxes);
  const Eigen::MatrixXd there = features.table(points), back = features.table(-points);
  EXPECT_TRUE(same_bits(there.leftCols(kPairs), back.leftCols(kPairs)));
  EXPECT_TRUE(same_bits(there.rightCols(kPairs), (-back.rightCols(kPairs)).eval()));
}

TEST(FourierFeatures, WritesAndAddsAnywhere) {
  const FourierFeatures features(random_matrix(9, 2), Layout::interleaved);
  const Eigen::MatrixXd points = random_matrix(2500, 2);  // more than two chunks of positions
  const Eigen::MatrixXd table = features.table(points);
  EXPECT_TRUE(same_bits((features.table<double, Eigen::RowMajor>(points)), table));
  const Eigen::MatrixXd start = random_matrix(2500, 18);
  Matrix<double, Eigen::RowMajor> x = start;
  features.add(x, points);
  EXPECT_TRUE(same_bits(x, (start + table).eval()));
  features.write(x.middleRows(10, 20), points.middleRows(10, 20));
  EXPECT_TRUE(same_bits(x.middleRows(10, 20), table.middleRows(10, 20)));
}

/// AlphaFold 3 and Boltz: cos(2 pi (t w + b)). The phase is a coordinate that is always 1.
TEST(FourierFeatures, APhaseIsACoordinateThatIsAlwaysOne) {
  const Eigen::Vector3d w(0.7, -1.3, 0.25), b(0.1, -0.4, 0.9);
  const FourierFeatures features(
      {Frequencies::given(w).times_pi(2.0), Frequencies::given(b).times_pi(2.0)});
  Eigen::MatrixXd points(2, 2);
  points << 0.37, 1.0, 0.37, 0.0;
  const Eigen::MatrixXd table = features.table(points);
  expect_row(table.row(0).head(3), {-0.632570161913, 0.733255346223, 0.998889874962}, 1e-12);
  const double turn = 2.0 * std::acos(-1.0);
  for (Index i = 0; i < 3; ++i) EXPECT_NEAR(table(1, i), std::cos(turn * 0.37 * w[i]), 1e-15);
}

}  // namespace fourier_test
}  // namespace posenc_test
