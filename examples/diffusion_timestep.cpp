// Timesteps of a diffusion model: two famous conventions differ in spacing and in the order of
// columns. The order is a permutation; the spacing is not.
#include <Eigen/Core>
#include <cstdio>

#include <posenc/posenc.hpp>

int main() {
  const Eigen::Index width = 320;
  const Eigen::VectorXi timesteps = (Eigen::VectorXi(4) << 999, 749, 499, 249).finished();
  const posenc::SinusoidalEncoding ddpm = posenc::presets::ddpm(width);  // sines first, closed
  const posenc::SinusoidalEncoding ldm = posenc::presets::ldm(width);    // cosines first, open

  Eigen::MatrixXd sines_first = ldm.table(timesteps);
  posenc::convert_layout(sines_first, posenc::Layout::cos_sin, posenc::Layout::sin_cos);
  const Eigen::MatrixXd other = ddpm.table(timesteps);
  std::printf("t = 999, sine of pair 80: %.6f closed, %.6f open\n", other(0, 80),
              sines_first(0, 80));

  // Times from 0 to 1 need a scale; otherwise they all look alike.
  const Eigen::Vector2d times(0.99, 1.0);
  const auto apart = [&](const posenc::SinusoidalEncoding& encoding) {
    const Eigen::MatrixXd rows = encoding.table(times);
    return (rows.row(0) - rows.row(1)).norm();
  };
  const double plain = apart(ddpm), scaled = apart(posenc::presets::grad_tts(width));
  std::printf("times 0.99 and 1 are %.3f apart, times 1000 %.1f\n", plain, scaled);

  const bool permutation =
      sines_first.row(0) ==
      posenc::SinusoidalEncoding(ldm.frequencies(), posenc::Layout::sin_cos).table(1, 999);
  return permutation && plain < 0.1 && scaled > 5.0 ? 0 : 1;
}
