#include <posenc/posenc.hpp>

Eigen::MatrixXd table_of_second_unit(long rows, unsigned width);

Eigen::MatrixXd table_of_second_unit(long rows, unsigned width) {
  return posenc::sinusoidal_positional_encoding(rows, width);
}
