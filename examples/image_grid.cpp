// Patches of an image, two rows by three columns: neither shapes nor the loss show which axis comes
// first, so look at one token off the diagonal.
#include <Eigen/Core>
#include <cstdio>

#include <posenc/posenc.hpp>

int main() {
  const Eigen::Index rows = 2, cols = 3, width = 8;
  const posenc::AxialEncoding mae = posenc::presets::mae_2d(width);      // x, then y
  const posenc::AxialEncoding vjepa = posenc::presets::vjepa_2d(width);  // y, then x
  const Eigen::MatrixXf width_first = mae.grid<float>(rows, cols);
  const Eigen::MatrixXf height_first = vjepa.grid<float>(rows, cols);

  const Eigen::Index token = 1 * cols + 2;  // y = 1, x = 2
  const auto print = [&](const char* name, const Eigen::MatrixXf& table) {
    std::printf("%-12s", name);
    for (Eigen::Index c = 0; c < width; ++c) {
      std::printf(" %7.4f", static_cast<double>(table(token, c)));
    }
    std::printf("\n");
  };
  print("width first", width_first);
  print("height first", height_first);

  // The same patches at twice the resolution, on the scale that the model was trained at.
  const Eigen::ArrayXd y = posenc::rescaled_positions(2 * rows, static_cast<double>(rows));
  const Eigen::ArrayXd x = posenc::rescaled_positions(2 * cols, static_cast<double>(cols));
  Eigen::MatrixXf patches = Eigen::MatrixXf::Zero(2 * rows * 2 * cols, width);
  mae.add_grid(patches, y, x);
  const Eigen::Index same_place = 2 * 2 * cols + 4;  // y = 2/2, x = 4/2
  const bool halves_swap = width_first.row(token).head(4) == height_first.row(token).tail(4) &&
                           width_first.row(token).tail(4) == height_first.row(token).head(4);
  const bool kept = patches.row(same_place) == width_first.row(token);
  std::printf("at twice the resolution the same place has %s encoding\n",
              kept ? "the same" : "ANOTHER");
  return halves_swap && kept ? 0 : 1;
}
