// Two sentences of different length in one batch, through attention: with positions and mask from
// the same lengths, padding changes nothing for real tokens, wherever it stands.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <posenc/posenc.hpp>

namespace {

using Eigen::Index;
using Eigen::MatrixXd;

/// Softmax(x x^T / sqrt(d) + added) x.
MatrixXd attention(const MatrixXd& x, const Eigen::ArrayXXd& added) {
  const double scale = 1.0 / std::sqrt(static_cast<double>(x.cols()));
  Eigen::ArrayXXd weights = (scale * (x * x.transpose())).array() + added;
  weights.colwise() -= weights.rowwise().maxCoeff().eval();
  weights = weights.exp();
  weights.colwise() /= weights.rowwise().sum().eval();
  return weights.matrix() * x;
}

}  // namespace

int main() {
  const Index batch = 2, seq_len = 7, width = 32;
  const Eigen::Vector2i lengths(7, 4);
  const posenc::SinusoidalEncoding encoding(width);
  const MatrixXd words = MatrixXd::Random(batch * seq_len, width);  // real tokens, row by row
  double with_mask = 0.0, without = 0.0;

  for (const auto side : {posenc::PaddingSide::right, posenc::PaddingSide::left}) {
    const posenc::BatchMask mask = posenc::mask_from_lengths(lengths, seq_len, side);
    const posenc::BatchPositions positions = posenc::positions_from_mask(mask);
    MatrixXd x = MatrixXd::Constant(batch * seq_len, width, 3.0);  // 3 is the padding's embedding
    for (Index b = 0; b < batch; ++b) {
      const Index begin = side == posenc::PaddingSide::right ? 0 : seq_len - lengths[b];
      x.middleRows(b * seq_len + begin, lengths[b]) = words.middleRows(b * seq_len, lengths[b]);
    }
    posenc::add_batch(encoding, x, positions, mask, posenc::Padding::untouched);

    for (Index b = 0; b < batch; ++b) {
      MatrixXd alone = words.middleRows(b * seq_len, lengths[b]);
      encoding.add(alone);
      const Eigen::ArrayXXd nothing = Eigen::ArrayXXd::Zero(seq_len, seq_len);
      const MatrixXd expected = attention(alone, nothing.topLeftCorner(lengths[b], lengths[b]));

      const MatrixXd padded = x.middleRows(b * seq_len, seq_len);
      const Index begin = side == posenc::PaddingSide::right ? 0 : seq_len - lengths[b];
      const auto off = [&](const Eigen::ArrayXXd& added) {
        const MatrixXd real = attention(padded, added).middleRows(begin, lengths[b]);
        return (real - expected).cwiseAbs().maxCoeff();
      };
      const auto sees = posenc::attention_mask(mask.row(b));
      with_mask = std::max(with_mask, off(posenc::additive_mask(sees)));
      without = std::max(without, off(nothing));
    }
  }
  std::printf("real tokens, padded against alone: %.0e with the mask, %.1f without\n", with_mask,
              without);
  return with_mask < 1e-13 && without > 0.1 ? 0 : 1;
}
