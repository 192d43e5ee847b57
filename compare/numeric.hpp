// The ways to make a table that are compared: each fills a matrix with the encodings of positions
// first, first + 1, ... in interleaved columns.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>

#include <posenc/posenc.hpp>

namespace compare {

using Eigen::Index;

constexpr Index kChannels = 128, kPairs = kChannels / 2;

template <class Scalar>
using Table = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Naive loops, with the angle in Scalar. The frequencies are made once.
template <class Scalar>
struct Loop {
  Loop() {
    for (Index i = 0; i < kPairs; ++i) {
      frequencies[i] = std::pow(Scalar(10000), -static_cast<Scalar>(2 * i) / Scalar(kChannels));
    }
  }
  void operator()(Table<Scalar>& out, std::int64_t first) const {
    for (Index row = 0; row < out.rows(); ++row) {
      const auto p = static_cast<Scalar>(first + row);
      for (Index i = 0; i < kPairs; ++i) {
        out(row, 2 * i) = std::sin(p * frequencies[i]);
        out(row, 2 * i + 1) = std::cos(p * frequencies[i]);
      }
    }
  }
  Eigen::Matrix<Scalar, kPairs, 1> frequencies;
};

/// Outer product of positions and frequencies, then sine and cosine of the whole.
struct OuterProduct {
  void operator()(Table<double>& out, std::int64_t first) const {
    const Eigen::VectorXd positions = Eigen::VectorXd::LinSpaced(
        out.rows(), static_cast<double>(first), static_cast<double>(first + out.rows() - 1));
    const Eigen::MatrixXd angles = posenc::angle_matrix(positions, frequencies);
    out(Eigen::all, Eigen::seqN(0, kPairs, 2)) = angles.array().sin();
    out(Eigen::all, Eigen::seqN(1, kPairs, 2)) = angles.array().cos();
  }
  posenc::Frequencies frequencies = posenc::Frequencies::geometric(kChannels);
};

template <class Scalar>
struct Write {
  void operator()(Table<Scalar>& out, std::int64_t first) const { encoding.write(out, first); }
  posenc::SinusoidalEncoding encoding{kChannels};
};

/// Added to what `out` holds.
struct Add {
  void operator()(Table<float>& out, std::int64_t first) const { encoding.add(out, first); }
  posenc::SinusoidalEncoding encoding{kChannels};
};

/// Turns what `out` holds. Pairs of (1, 0) become cosine and sine.
struct Rotate {
  void operator()(Table<float>& out, std::int64_t first) const { rotary.rotate(out, first); }
  posenc::RotaryEmbedding rotary{kChannels, posenc::Pairing::adjacent};
};

}  // namespace compare
