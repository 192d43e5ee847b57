// What the tests of rotary embedding run over.
#pragma once

#include <Eigen/Core>

#include <posenc/rotary/embedding.hpp>

namespace posenc_test {

constexpr posenc::Pairing kPairings[] = {posenc::Pairing::adjacent, posenc::Pairing::halves};

/// A token at position p.
inline Eigen::RowVectorXd rotated(Eigen::RowVectorXd x, const posenc::RotaryEmbedding& rope,
                                  double p) {
  rope.rotate(x, Eigen::Matrix<double, 1, 1>(p));
  return x;
}

}  // namespace posenc_test
