// Rotated numbers of each scalar, as a line that every compiler, kernel and machine must print.
#pragma once

#include <posenc/rotary/embedding.hpp>

#include "golden.hpp"

namespace posenc_test {

/// "hash name" of all that two pairings make of some widths, by range, by real positions, and back.
template <class Scalar>
std::string rotary_golden_line(const char* scalar) {
  std::uint64_t hash = 0;
  for (const posenc::Pairing pairing : {posenc::Pairing::adjacent, posenc::Pairing::halves}) {
    for (const Eigen::Index width : {6, 96, 128}) {
      const posenc::RotaryEmbedding rope({posenc::Frequencies::geometric(width), 1.25}, pairing);
      Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic> x =
          random_matrix(60, 2 * width).template cast<Scalar>();
      rope.rotate(x, 1000003);
      Eigen::VectorXd positions(60);
      for (Eigen::Index t = 0; t < 60; ++t) positions[t] = static_cast<double>(t) / 2 - 7.5;
      rope.shift(x, positions);
      rope.unrotate(x, -20);
      hash = (hash ^ golden_hash(x)) * 0x100000001b3u;
    }
  }
  char text[20];
  std::snprintf(text, sizeof text, "%016" PRIx64, hash);
  return text + (std::string(" rotary ") + scalar);
}

inline std::vector<std::string> rotary_golden_lines() {
  return {rotary_golden_line<double>("double"), rotary_golden_line<float>("float"),
          rotary_golden_line<Eigen::half>("half"), rotary_golden_line<Eigen::bfloat16>("bfloat16")};
}

}  // namespace posenc_test
