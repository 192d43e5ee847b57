#include <cmath>
#include <cstdio>

#include <posenc/posenc.hpp>

int main() {
  const Eigen::MatrixXd table = posenc::sinusoidal_positional_encoding(3, 4);
  std::printf("%.6f\n", table(2, 0));
  return std::fabs(table(2, 0) - std::sin(2.0)) < 1e-15 ? 0 : 1;
}
