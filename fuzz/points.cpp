// Points, grids, Fourier features and batches: rows are the rows of single calls.
#include "scenarios.hpp"

namespace posenc_fuzz {
namespace {

Eigen::MatrixXd some_points(Bytes& bytes, Index rows, Index coordinates) {
  Eigen::MatrixXd points(rows, coordinates);
  const bool hostile = bytes.rarely();
  for (double& x : points.reshaped()) {
    x = bytes.number();
    if (!hostile && !(std::fabs(x) <= 0x1p53)) x = bytes.moderate();
  }
  return points;
}

/// Rows of scattered points, by any encoding that takes them.
template <class Scalar, class Encoding>
void scattered(Bytes& bytes, const Encoding& encoding, Index rows) {
  const Eigen::MatrixXd points = some_points(bytes, rows, encoding.coordinates());
  Guarded<Scalar> out(bytes, rows, encoding.width());
  const auto before = out.values();
  bool written = false;
  out.with_view([&](auto view) { written = accepted([&] { encoding.write(view, points); }); });
  out.require_guards();
  if (!written) return require_same(out.values(), before, "a refused call wrote");
  const auto table = out.values();
  for (Index r = 0; r < rows; ++r) {
    Row<Scalar> row(encoding.width());
    encoding.write(row, points.row(r));
    require_same(table.row(r), row, "a point's row that is another");
  }
  Guarded<Scalar> sum(bytes, rows, encoding.width());
  sum.fill(bytes);
  const auto x = sum.values();
  sum.with_view([&](auto view) { encoding.add(view, points); });
  sum.require_guards();
  require_same(sum.values(), (x + table).eval(), "adding points is not the sum");
}

template <class Scalar>
void grid(Bytes& bytes, const posenc::AxialEncoding& encoding) {
  const std::int64_t height = harmless(bytes.rarely() ? bytes.integer() : bytes.below(9), 9);
  const Eigen::VectorXd x = some_points(bytes, bytes.below(7), 1);
  const Index rows = height < 0 || height > 9 ? 1 : static_cast<Index>(height) * x.size();
  Guarded<Scalar> out(bytes, rows, encoding.width());
  const auto before = out.values();
  bool written = false;
  out.with_view(
      [&](auto view) { written = accepted([&] { encoding.write_grid(view, height, x); }); });
  out.require_guards();
  if (!written) return require_same(out.values(), before, "a refused grid wrote");
  for (Index r = 0; r < rows; ++r) {
    Eigen::RowVector2d point(static_cast<double>(r / x.size()), x[r % x.size()]);
    Row<Scalar> row(encoding.width());
    encoding.write(row, point);
    require_same(out.values().row(r), row, "a grid's row that is another");
  }
}

void axial(Bytes& bytes) {
  std::vector<posenc::AxialEncoding> made;
  const auto a = frequencies(bytes, 1 + bytes.below(9)), b = frequencies(bytes, 1 + bytes.below(9));
  if (a.empty() || b.empty()) return;
  const auto raw = static_cast<posenc::RawInput>(bytes.below(bytes.rarely() ? 9 : 3));
  const int kind = bytes.below(4);
  const std::int64_t width = harmless(bytes.integer(), 60);
  accepted([&] {
    using posenc::AxialEncoding;
    const std::vector<AxialEncoding::Block> blocks = {
        {0, posenc::SinusoidalEncoding(a[0])},
        {1, posenc::SinusoidalEncoding(b[0], posenc::Layout::sin_cos)}};
    switch (kind) {
      case 0: made.emplace_back(blocks); break;
      case 1: made.emplace_back(blocks, width); break;
      case 2: made.push_back(AxialEncoding::sines_then_cosines({a[0], b[0]}, raw)); break;
      default: made.push_back(AxialEncoding::pair_by_pair(a[0], 2, raw)); break;
    }
  });
  if (made.empty()) return;
  const Index rows = bytes.below(40);
  const bool of_grid = bytes.flip();
  with_scalar(bytes, [&](auto scalar) {
    using Scalar = decltype(scalar);
    if (of_grid && made[0].coordinates() == 2) return grid<Scalar>(bytes, made[0]);
    scattered<Scalar>(bytes, made[0], rows);
  });
}

void fourier(Bytes& bytes) {
  std::vector<posenc::FourierFeatures> made;
  Eigen::MatrixXd matrix(bytes.below(20), bytes.below(5));
  for (double& x : matrix.reshaped()) x = bytes.rarely() ? bytes.number() : bytes.moderate();
  const auto layout = static_cast<posenc::Layout>(bytes.below(bytes.rarely() ? 7 : 4));
  accepted([&] { made.emplace_back(matrix, layout); });
  if (made.empty()) return;
  const Index rows = bytes.below(40);
  with_scalar(bytes, [&](auto scalar) { scattered<decltype(scalar)>(bytes, made[0], rows); });
}

void batch(Bytes& bytes) {
  const auto made_of = frequencies(bytes, 1 + bytes.below(12));
  if (made_of.empty()) return;
  const posenc::SinusoidalEncoding encoding(made_of[0]);
  const Index sequences = bytes.below(5), length = bytes.below(12);
  posenc::BatchMask mask(sequences, length);
  for (Index b = 0; b < sequences; ++b) {
    for (Index t = 0; t < length; ++t) mask(b, t) = bytes.flip();
  }
  const auto padding = static_cast<posenc::Padding>(bytes.below(bytes.rarely() ? 5 : 2));
  const std::int64_t first = bytes.integer();
  posenc::BatchPositions positions;
  if (!accepted([&] { positions = posenc::positions_from_mask(mask, first); })) return;
  Guarded<float> out(bytes, sequences * length, encoding.width());
  out.fill(bytes);
  const auto before = out.values();
  bool written = false;
  out.with_view([&](auto view) {
    written = accepted([&] { posenc::write_batch(encoding, view, positions, mask, padding); });
  });
  out.require_guards();
  if (!written) return require_same(out.values(), before, "a refused batch wrote");
  for (Index b = 0; b < sequences; ++b) {
    for (Index t = 0; t < length; ++t) {
      const Index r = b * length + t;
      Row<float> row = Row<float>::Zero(encoding.width());
      if (mask(b, t)) encoding.write(row, Eigen::Matrix<std::int64_t, 1, 1>(positions(b, t)));
      if (!mask(b, t) && padding == posenc::Padding::untouched) row = before.row(r);
      require_same(out.values().row(r), row, "a batch's row that is another");
    }
  }
}

}  // namespace

void points(Bytes& bytes) {
  switch (bytes.below(3)) {
    case 0: return axial(bytes);
    case 1: return fourier(bytes);
    default: return batch(bytes);
  }
}

}  // namespace posenc_fuzz
