// Batches with a mask, grids and scattered points, over a plain fill and over the same as composed
// Eigen expressions.
#include "lines.hpp"
#include "ratio.hpp"
#include "workload.hpp"

namespace posenc_bench {

namespace {

const char* const kSection = "Batches, grids, points";

/// Both lines of one operation. Composed expressions take long: few pairs.
template <int Order>
void lines(const std::string& name, Index rows, Index cols, const Operation& composed,
           const Operation& candidate) {
  const std::string operation = name + table_name<float, Order>(rows, cols);
  add_line(kSection, {operation, "plain fill", fill_of<float, Order>(rows, cols), candidate});
  add_line(kSection, {operation, "composed Eigen", composed, candidate, {}, 5});
}

/// Interleaved sines and cosines of an outer product, in float throughout.
template <class Out, class Positions>
void compose(Out&& out, const Positions& positions, const posenc::Frequencies& frequencies) {
  const Eigen::ArrayXf w = frequencies.values().cast<float>();
  const Eigen::ArrayXXf angles = (positions.matrix() * w.matrix().transpose()).array();
  const Index pairs = w.size();
  out(Eigen::all, Eigen::seqN(0, pairs, Eigen::fix<2>)) = angles.sin().matrix();
  out(Eigen::all, Eigen::seqN(1, pairs, Eigen::fix<2>)) = angles.cos().matrix();
}

void masked_batch_lines() {
  const Index batch = 8, seq_len = 1024, width = 512;
  const Eigen::VectorXi lengths = Eigen::VectorXi::LinSpaced(batch, 576, 1024);
  const posenc::BatchMask mask = posenc::mask_from_lengths(lengths, seq_len);
  const posenc::BatchPositions positions = posenc::positions_from_mask(mask);
  const auto composed = [=, frequencies = posenc::Frequencies::geometric(width)] {
    auto out = table_at<float, kRows>(batch * seq_len, width);
    const Eigen::ArrayXf p = positions.reshaped<Eigen::RowMajor>().cast<float>();
    compose(out, p, frequencies);
    out.array().colwise() *= mask.reshaped<Eigen::RowMajor>().cast<float>();
    keep(out.data());
  };
  const auto candidate = [=, encoding = posenc::SinusoidalEncoding(width)] {
    auto out = table_at<float, kRows>(batch * seq_len, width);
    posenc::write_batch(encoding, out, positions, mask, posenc::Padding::zero);
    keep(out.data());
  };
  lines<kRows>("8 masked sequences, ", batch * seq_len, width, composed, candidate);
}

template <int Order>
void grid_lines() {
  const Index size = 64, width = 768;
  const posenc::Frequencies frequencies = posenc::Frequencies::geometric(width / 2);
  const auto composed = [=] {
    auto out = table_at<float, Order>(size * size, width);
    const Eigen::ArrayXf all = Eigen::ArrayXf::LinSpaced(size * size, 0.0f, float(size * size - 1));
    const Eigen::ArrayXf y = (all / float(size)).floor();
    compose(out.leftCols(width / 2), y, frequencies);
    compose(out.rightCols(width / 2), (all - float(size) * y).eval(), frequencies);
    keep(out.data());
  };
  const posenc::SinusoidalEncoding axis(frequencies);
  const auto candidate = [=, grid = posenc::AxialEncoding({{0, axis}, {1, axis}})] {
    auto out = table_at<float, Order>(size * size, width);
    grid.write_grid(out, size, size);
    keep(out.data());
  };
  lines<Order>("grid 64x64, ", size * size, width, composed, candidate);
}

void point_line() {
  const Index count = 100000, octaves = 10;
  const posenc::AxialEncoding nerf = posenc::presets::nerf(octaves);
  const Eigen::MatrixXf points = Eigen::MatrixXf::Random(count, 3);
  const auto composed = [=] {
    auto out = table_at<float, kRows>(count, 63);
    out.leftCols(3) = points;
    for (Index i = 0; i < octaves; ++i) {
      const Eigen::ArrayXXf angles = points.array() * float(1 << i);
      out.middleCols(3 + 6 * i, 3) = angles.sin().matrix();
      out.middleCols(6 + 6 * i, 3) = angles.cos().matrix();
    }
    keep(out.data());
  };
  const auto candidate = [=] {
    auto out = table_at<float, kRows>(count, 63);
    nerf.write(out, points);
    keep(out.data());
  };
  add_line(kSection, {"3-D points, 10 octaves, " + table_name<float, kRows>(count, 63),
                      "composed Eigen",
                      composed,
                      candidate,
                      {},
                      5});
}

}  // namespace

void add_convention_lines() {
  masked_batch_lines();
  grid_lines<kColumns>();
  grid_lines<kRows>();
  point_line();
}

}  // namespace posenc_bench
