// Points in space for a radiance field: ten octaves tell near points apart.
#include <Eigen/Core>
#include <cmath>
#include <cstdio>

#include <posenc/posenc.hpp>

int main() {
  const posenc::AxialEncoding nerf = posenc::presets::nerf(10);
  Eigen::Matrix<double, 2, 3> points;
  points << 0.25, -0.5, 0.125,  //
      0.252, -0.5, 0.125;       // two thousandths to the right
  const Eigen::MatrixXd features = nerf.table(points);
  const double there = (points.row(0) - points.row(1)).norm();
  const double encoded = (features.row(0) - features.row(1)).norm();
  std::printf("%d features: the point itself, then %d octaves of sines and cosines\n",
              static_cast<int>(nerf.width()), 10);
  std::printf("distance %.3f in space, %.2f encoded\n", there, encoded);

  // Random directions instead of axes: sin and cos of 2π B p.
  const Eigen::MatrixXd directions = Eigen::MatrixXd::Random(128, 3);
  const posenc::FourierFeatures fourier(
      {posenc::Frequencies::given(directions.col(0)).times_pi(2.0),
       posenc::Frequencies::given(directions.col(1)).times_pi(2.0),
       posenc::Frequencies::given(directions.col(2)).times_pi(2.0)});
  const double length = fourier.table(points).row(0).norm();
  std::printf("%d Fourier features of length %.3f, the root of 128\n",
              static_cast<int>(fourier.width()), length);

  const bool raw_kept = features.leftCols(3) == points;
  return raw_kept && encoded > 100 * there && std::abs(length * length - 128.0) < 1e-12 ? 0 : 1;
}
