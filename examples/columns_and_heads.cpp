// Where sines, cosines and heads lie: layouts and odd widths of tables, columns of several
// coordinates, heads as rows, pairs of channels and their axes. Each call is compared with another
// way to the result.
#include <Eigen/Core>
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <utility>
#include <vector>

#include <posenc/posenc.hpp>

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using posenc::Frequencies;
using posenc::Layout;
using posenc::OddWidth;
using posenc::Pairing;

bool ok = true;

void claim(const char* what, bool holds) {
  std::printf("  %s: %s\n", what, holds ? "holds" : "FAILS");
  ok &= holds;
}

void tables() {
  std::printf("Columns of a table\n");
  const posenc::Integer width = std::size_t{7};  // any integer type
  const Frequencies open = Frequencies::geometric(8);
  const MatrixXd paper = posenc::SinusoidalEncoding(open, Layout::interleaved).table(9);
  const MatrixXd cosine_first =
      posenc::SinusoidalEncoding(open, Layout::interleaved_cos_sin).table(9);
  claim("layout_permutation",
        paper * posenc::layout_permutation(Layout::interleaved, Layout::interleaved_cos_sin, 8) ==
            cosine_first);
  claim("seven columns hold four pairs, or three and a column of zeros",
        posenc::pair_count(width, OddWidth::drop_last_cosine) == 4 &&
            posenc::pair_count(width.index(), OddWidth::zero_column) == 3 && width.value() == 7);
  bool refused = false;
  try {
    posenc::pair_count(width, OddWidth::reject);
  } catch (const std::invalid_argument&) {
    refused = true;
  }
  claim("an odd width is refused by default", refused);
  claim("outer_product_encoding",
        (posenc::outer_product_encoding(9, 8) - paper).cwiseAbs().maxCoeff() < 1e-14);
  claim("with_amplitude",
        posenc::SinusoidalEncoding(8).with_amplitude(2.0).table(9) == 2.0 * paper);
}

void coordinates() {
  std::printf("Columns of several coordinates\n");
  const Frequencies octaves = Frequencies::octaves(4);
  const auto nerf = posenc::AxialEncoding::pair_by_pair(octaves, 2, posenc::RawInput::first);
  const auto harmonic =
      posenc::AxialEncoding::sines_then_cosines({octaves, octaves}, posenc::RawInput::last);
  const posenc::ImagePositions pixels = {
      posenc::linspace_positions(3, 0.0, 1.0).replicate(1, 2),
      posenc::linspace_positions(2, -1.0, 1.0).transpose().replicate(3, 1)};
  const MatrixXd points = pixels.points();  // six rows: (y, x) of each pixel
  claim("the coordinates themselves come first, or last",
        nerf.table(points).leftCols(2) == points && harmonic.table(points).rightCols(2) == points);
  MatrixXd grid(6, nerf.width());
  nerf.write_grid(grid, posenc::linspace_positions(3, 0.0, 1.0),
                  posenc::linspace_positions(2, -1.0, 1.0));
  claim("write_grid", grid == nerf.table(points));
  const std::vector<posenc::AxialEncoding::Block> blocks = {{0, posenc::SinusoidalEncoding(4)},
                                                            {1, posenc::SinusoidalEncoding(6)}};
  claim("blocks lie side by side", posenc::AxialEncoding(blocks).table(points).leftCols(4) ==
                                       posenc::SinusoidalEncoding(4).table(points.col(0).eval()));
}

void heads() {
  std::printf("Heads and their pairs\n");
  const Index tokens = 5, count = 3, width = 8;
  const posenc::RotaryEmbedding rope(width, Pairing::halves);
  const MatrixXd x = MatrixXd::Random(tokens, count * width);  // tokens x (heads * width)
  const MatrixXd rotated = rope.rotated(x, 10);
  claim("unrotated", (rope.unrotated(rotated, 10) - x).cwiseAbs().maxCoeff() < 1e-14);

  MatrixXd rows(tokens * count, width), outer(tokens * count, width);
  for (Index t = 0; t < tokens; ++t) {
    for (Index h = 0; h < count; ++h) {
      rows.row(t * count + h) = x.row(t).segment(h * width, width);
      outer.row(h * tokens + t) = x.row(t).segment(h * width, width);
    }
  }
  const posenc::HeadRows within = posenc::heads_within_tokens(rows, count);
  rope.rotate(within, 10);
  rope.rotate(posenc::tokens_within_heads(outer, count), 10);
  claim("heads_within_tokens", rows.row(4) == rotated.row(1).segment(width, width));
  claim("tokens_within_heads", outer.row(6) == rotated.row(1).segment(width, width));

  const posenc::CosSin<double> tables = rope.cos_sin(tokens, 10);
  MatrixXd y = x;
  posenc::rotate_with(y, tables.cos, tables.sin, rope.head());
  claim("rotate_with", y == rotated);

  const Index part = posenc::partial_rotary_width(width, 0.5);
  const posenc::RotaryHead second_half(width, Pairing::halves, part, width - part);
  claim("a head that rotates in part",
        second_half.start() == 4 && second_half.channels(0) == std::pair<Index, Index>(4, 6));
  const auto axes = posenc::PairAxes::interleaved({2, 1, 1});
  claim("interleaved axes", axes.list() == std::vector<Index>{0, 1, 2, 0});
  const posenc::XPosEmbedding fading(Frequencies::geometric(width), rope.head(), 0.0);
  claim("at its centre xPos rotates only",
        fading.query().rotated(x.row(0).eval()) == rope.rotated(x.row(0).eval()));
  const auto sees = posenc::attention_mask(Eigen::RowVector3i(1, 1, 0), posenc::Attention::full);
  claim("full attention skips padding only", sees(0, 1) && !sees(0, 2));
}

}  // namespace

int main() {
  tables();
  coordinates();
  heads();
  return ok ? 0 : 1;
}
