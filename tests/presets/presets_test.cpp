// Each framework's line against its own numbers.
#include "test.hpp"

namespace posenc_test {
namespace presets_test {

namespace presets = posenc::presets;

Eigen::RowVectorXd row_at(const SinusoidalEncoding& encoding, std::int64_t position) {
  return encoding.table(1, position);
}

TEST(Presets, Vaswani) {
  expect_row(row_at(presets::vaswani(6), 3),
             {0.14112, -0.98999, 0.13879, 0.99032, 0.00646, 0.99997}, 1e-5);
  expect_row(row_at(presets::vaswani(4), 1), {0.84147, 0.54030, 0.009999, 0.99995}, 1e-5);
}

TEST(Presets, Tensor2Tensor) {
  expect_row(row_at(presets::tensor2tensor(7), 2),
             {0.909297407, 0.0199986659, 1.9999998e-4, -0.416146815, 0.999800026, 1.0, 0.0},
             1.5e-7);
  EXPECT_TRUE(same_bits(presets::ddpm(7).table(9), presets::tensor2tensor(7).table(9)));
}

TEST(Presets, FairseqThroughItsPositions) {
  const Eigen::Array<bool, 2, 3> mask =
      (Eigen::Array<bool, 2, 3>() << false, true, true, true, false, false).finished();
  Eigen::MatrixXd rows(6, 6);
  posenc::write_batch(presets::fairseq(6), rows, posenc::fairseq_positions(mask, 1), mask,
                      posenc::Padding::zero);
  for (const Index first_real : {1, 3}) {
    expect_row(rows.row(first_real), {0.90930, 0.019999, 2e-4, -0.41615, 0.99980, 1.0}, 1e-4);
  }
  for (const Index padding : {0, 4, 5}) EXPECT_TRUE(all_are(rows.row(padding), 0.0));
}

TEST(Presets, WhisperAndMarian) {
  // Three pairs, both ends included: frequencies 1, 0.01, 0.0001.
  const std::vector<double> at_two = {0.909297427,  0.0199986667, 1.99999999e-4,
                                      -0.416146837, 0.999800007,  0.99999998};
  expect_row(row_at(presets::whisper(6), 2), at_two, 1e-9);
  expect_row(row_at(presets::marian(6), 2), at_two, 1e-9);
}

TEST(Presets, HuggingFaceMarian) {
  expect_row(row_at(presets::hf_marian(6), 1), {0.8415, 0.0464, 0.0022, 0.5403, 0.9989, 1.0}, 1e-4);
  // O4: three sines, two cosines, frequencies 10000^(-2i/5).
  expect_row(row_at(presets::hf_marian(5), 1), {0.841471, 0.025116, 0.000631, 0.540302, 0.999685},
             1e-6);
}

TEST(Presets, KerasAndMultidimAtOddWidths) {
  expect_row(row_at(presets::keras(5), 1), {0.841471, 0.540302, 0.025116, 0.999685, 0.000631},
             1e-6);
  // O3: computed for six channels, cut to five; by a preset and by hand.
  const std::vector<double> cut = {0.841471, 0.540302, 0.046399, 0.998923, 0.002154};
  expect_row(presets::multidim(5, 1).grid(2).row(1), cut, 1e-6);
  expect_row(row_at(SinusoidalEncoding(Frequencies::geometric(6), Layout::interleaved, 5,
                                       OddWidth::drop_last_cosine),
                    1),
             cut, 1e-6);
}

TEST(Presets, Mlx) {
  expect_row(row_at(presets::mlx(4), 1), {0.595010, 7.0710678e-5, 0.382051, 0.707107}, 1e-6);
  expect_row(row_at(presets::mlx(4, true), 1), {0.382051, 0.707107, 0.595010, 7.0710678e-5}, 1e-6);
}

TEST(Presets, Timesteps) {
  expect_row(row_at(presets::ddpm(64), 23).segment(47, 3), {0.9646, 0.9804, 0.9892}, 1e-3);
  expect_row(row_at(presets::ldm(64), 23).segment(47, 3), {0.3019, 0.2280, 0.1716}, 1e-3);
  // Factors 1, 0.1, 0.01, 0.001 at a noise level of 0.37, by shift 0 over four pairs.
  expect_row(presets::ldm(8).row(0.37),
             {0.932327345606, 0.999315578086, 0.999993155008, 0.99999993155, 0.361615431965,
              0.0369915584112, 0.00369999155784, 0.000369999991558},
             5.1e-13);
  // A time of 0.01 times 1000 is a timestep of 10, which differs by 0.01's own rounding.
  expect_row(presets::grad_tts(8).row(0.01),
             {-0.544021110889, 0.447670834719, 0.0215426802723, 0.000999999833, -0.839071529076,
              0.894198425263, 0.999767929535, 0.9999995},
             6e-10);
}

/// [sin, sin, cos, cos] of one coordinate in four channels: frequencies 1 and 0.01.
std::vector<double> halves(double p) {
  return {std::sin(p), std::sin(0.01 * p), std::cos(p), std::cos(0.01 * p)};
}

std::vector<double> joined(std::initializer_list<std::vector<double>> parts) {
  std::vector<double> all;
  for (const std::vector<double>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

/// libm at positions below 10.
constexpr double kLibm = 1e-15;

TEST(Presets, Images) {
  const Index at = 1 * 3 + 2;  // row 1, column 2 of 2 x 3
  expect_row(presets::mae_2d(8).grid(2, 3).row(at), joined({halves(2.0), halves(1.0)}), kLibm);
  expect_row(presets::vjepa_2d(8).grid(2, 3).row(at), joined({halves(1.0), halves(2.0)}), kLibm);
  const double h[4] = {std::sin(1.0), std::sin(0.01), std::cos(1.0), std::cos(0.01)};
  const double w[4] = {std::sin(2.0), std::sin(0.02), std::cos(2.0), std::cos(0.02)};
  expect_row(presets::timm_2d(8).grid(2, 3).row(at),
             {h[0], h[1], w[0], w[1], h[2], h[3], w[2], w[3]}, kLibm);
  // (t, y, x) = (3, 1, 2): eight channels of t, four each of y and x.
  const Eigen::MatrixXd video = presets::vjepa_3d(16).grid(4, 2, 3);
  expect_row(video.row((3 * 2 + 1) * 3 + 2),
             joined({{std::sin(3.0), std::sin(0.3), std::sin(0.03), std::sin(0.003), std::cos(3.0),
                      std::cos(0.3), std::cos(0.03), std::cos(0.003)},
                     halves(1.0),
                     halves(2.0)}),
             kLibm);
}

TEST(Presets, DetrAndDeformableDetr) {
  const auto row = [](const AxialEncoding& encoding, const posenc::ImagePositions& p, Index r,
                      Index c) {
    return Eigen::RowVectorXd(encoding.table(Eigen::RowVector2d(p.y(r, c), p.x(r, c))));
  };
  const auto interleaved = [](double y, double x) {
    return std::vector<double>{std::sin(y), std::cos(y), std::sin(y / 100), std::cos(y / 100),
                               std::sin(x), std::cos(x), std::sin(x / 100), std::cos(x / 100)};
  };
  const posenc::ImagePositions counts = posenc::detr_positions(Eigen::ArrayXXi::Ones(3, 4));
  expect_row(row(presets::detr(8), counts, 0, 2), interleaved(1.0, 3.0), kLibm);
  expect_row(presets::detr(8).table(counts.points()).row(2), interleaved(1.0, 3.0), kLibm);
  expect_row(row(presets::detr(8), posenc::normalized_positions(counts), 1, 3),
             interleaved(4.18878880852, 6.283185307179586 * 4 / (4 + 1e-6)), 1e-11);
  expect_row(row(presets::deformable_detr(8), posenc::normalized_positions(counts, 0.5), 1, 0),
             interleaved(3.14159160639, 6.283185307179586 * 0.5 / (4 + 1e-6)), 1e-11);
}

TEST(Presets, MultidimAndTensor2TensorOverSeveralAxes) {
  // Ten channels, three coordinates: four each, cut.
  const Eigen::MatrixXd cut = presets::multidim(10, 3).grid(2, 3, 4);
  expect_row(cut.row((1 * 3 + 2) * 4 + 3),
             {std::sin(1.0), std::cos(1.0), std::sin(0.01), std::cos(0.01), std::sin(2.0),
              std::cos(2.0), std::sin(0.02), std::cos(0.02), std::sin(3.0), std::cos(3.0)},
             kLibm);
  const Eigen::MatrixXd grid = presets::tensor2tensor_nd(8, 2).grid(3, 9);
  for (Index x = 0; x < 3; ++x) {
    const auto p = static_cast<double>(x), q = static_cast<double>(x + 4);
    expect_row(grid.row(x * 9 + x + 4),
               {std::sin(p), std::sin(1e-4 * p), std::cos(p), std::cos(1e-4 * p), std::sin(q),
                std::sin(1e-4 * q), std::cos(q), std::cos(1e-4 * q)},
               1e-12);
  }
  EXPECT_TRUE(all_are(presets::tensor2tensor_nd(11, 2).grid(3, 9).rightCols(3), 0.0));
}

TEST(Presets, Coordinates) {
  const Eigen::RowVector2d point(0.5, -0.25);
  expect_row(presets::nerf(2, 2).table(point),
             {0.5, -0.25, std::sin(0.5), std::sin(-0.25), std::cos(0.5), std::cos(-0.25),
              std::sin(1.0), std::sin(-0.5), std::cos(1.0), std::cos(-0.5)},
             kLibm);
  expect_row(presets::pytorch3d(2, 2).table(point),
             {std::sin(0.5), std::sin(1.0), std::sin(-0.25), std::sin(-0.5), std::cos(0.5),
              std::cos(1.0), std::cos(-0.25), std::cos(-0.5), 0.5, -0.25},
             kLibm);
  EXPECT_EQ(presets::nerf(10).width(), 63);
  EXPECT_EQ(presets::nerf(10, 3, posenc::RawInput::none).width(), 60);
  expect_row(presets::pytorch3d(1, 1, 3.0).table(Eigen::Matrix<double, 1, 1>(0.5)),
             {std::sin(1.5), std::cos(1.5), 0.5}, kLibm);
}

}  // namespace presets_test
}  // namespace posenc_test
