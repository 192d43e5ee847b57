// Calls of every kind under the flags of careful programs, in C++20 too, where Clang warns of
// operators between enumerations (stack-of-tasks/pinocchio#2656).
#include <posenc/posenc.hpp>

void careful_calls(Eigen::MatrixXd& x, const Eigen::VectorXi& positions,
                   const Eigen::MatrixXd& points);

void careful_calls(Eigen::MatrixXd& x, const Eigen::VectorXi& positions,
                   const Eigen::MatrixXd& points) {
  const posenc::SinusoidalEncoding encoding(8);
  encoding.write(x, positions);
  encoding.add(x, 3u);
  encoding.write(x.row(0), 2.5f);
  encoding.shift(x, 1.0);
  x = encoding.table(3);
  x.row(1) = encoding.row(7);
  const posenc::AxialEncoding axial({{0, encoding}, {1, encoding}});
  x = axial.grid(2, positions);
  axial.write(x, points);
  posenc::FourierFeatures(points).write(x, points);
  posenc::write_batch(encoding, x, posenc::positions_from_mask(positions), positions,
                      posenc::Padding::zero);
  posenc::convert_layout(x, posenc::Layout::sin_cos, posenc::Layout::cos_sin);
  x.col(0) = posenc::similarity(encoding, 3);
  const posenc::RotaryEmbedding rope(8, posenc::Pairing::halves);
  rope.rotate(x, positions);
  posenc::rotate_batch(rope, x, posenc::positions_from_mask(positions));
  x = rope.rotated(x, 3) + rope.cos_sin(positions).cos;
}
