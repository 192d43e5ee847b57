// Relative position is a linear map: one matrix takes every position to the one k further on, and
// the similarity of two rows depends only on their distance.
#include <Eigen/Core>
#include <cmath>
#include <cstdio>

#include <posenc/posenc.hpp>

int main() {
  const Eigen::Index width = 64;
  const double k = 5.0;
  const posenc::SinusoidalEncoding encoding(width);
  const Eigen::MatrixXd here = encoding.table(1000);
  const Eigen::MatrixXd there = encoding.table(1000, 5);

  const Eigen::MatrixXd m = encoding.shift_matrix(k);
  const double by_matrix = (here * m - there).cwiseAbs().maxCoeff();
  std::printf("PE(p) M against PE(p + 5), p = 0 .. 999: at most %.0e off\n", by_matrix);

  Eigen::MatrixXd moved = here;
  encoding.shift(moved, k);
  const double in_place = (moved - there).cwiseAbs().maxCoeff();
  std::printf("shifted in place: at most %.0e off\n", in_place);

  const Eigen::VectorXd kernel = posenc::similarity(encoding, 6);
  const double near = here.row(3).dot(here.row(8)), far = here.row(903).dot(here.row(908));
  std::printf("PE(3) . PE(8) = %.12f, PE(903) . PE(908) = %.12f\n", near, far);
  const bool same = std::abs(near - kernel[5]) < 1e-12 && std::abs(far - kernel[5]) < 1e-12;
  return by_matrix < 1e-14 && in_place < 1e-14 && same ? 0 : 1;
}
