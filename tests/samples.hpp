// Positions, widths and bases that the tests run over. The engine's raw output is used, so that
// every standard library draws the same samples.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <posenc/layout.hpp>

namespace posenc_test {

constexpr double kMaxPosition = 0x1p53;

const std::vector<long> kWidths = {1, 2, 3, 6, 7, 63, 64, 65, 127, 512, 1024, 4096};
const std::vector<double> kBases = {1.5, 100.0, 10000.0, 500000.0, 1e7, 1e9};

/// The rule under which any width is legal.
inline posenc::OddWidth odd_rule(long width) {
  return width % 2 == 0 ? posenc::OddWidth::reject : posenc::OddWidth::drop_last_cosine;
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// 0 .. bound-1.
  std::uint64_t below(std::uint64_t bound) { return engine_() % bound; }
  /// An integer below 2^bits in magnitude, of either sign.
  double integer(int bits) { return signed_as(static_cast<double>(engine_() >> (64 - bits))); }
  /// A real number of 53 random bits below 2^exponent in magnitude, of either sign.
  double real(int exponent) {
    return signed_as(std::ldexp(static_cast<double>(engine_() >> 11), exponent - 53));
  }

 private:
  double signed_as(double magnitude) { return engine_() % 2 == 0 ? magnitude : -magnitude; }
  std::mt19937_64 engine_;
};

/// 0, and 2^k - 1, 2^k, 2^k + 1 for k up to 53, of both signs.
inline std::vector<double> powers_of_two() {
  std::vector<double> positions = {0.0};
  for (int k = 0; k <= 53; ++k) {
    for (const std::int64_t off : {-1, 0, 1}) {
      const std::int64_t p = (std::int64_t{1} << k) + off;
      if (p < 1 || p > std::int64_t{1} << 53) continue;
      positions.push_back(static_cast<double>(p));
      positions.push_back(static_cast<double>(-p));
    }
  }
  return positions;
}

/// A real position where sin or cos of p ω is next to zero: a double next to m π / (2 ω).
inline double near_quarter_turn(Random& random, double frequency) {
  constexpr double kQuarterTurn = 1.5707963267948966;
  const double m = random.integer(1 + static_cast<int>(random.below(30)));
  const double p = m * kQuarterTurn / frequency;
  return std::fabs(p) <= kMaxPosition ? p : kQuarterTurn;
}

/// `each` integers below 2^20, 2^32 and 2^53, as many tiny, small and large reals, half-integers,
/// and positions next to a zero of sin or cos for each of the frequencies.
inline std::vector<double> random_positions(Random& random, long each,
                                            const std::vector<double>& frequencies) {
  std::vector<double> positions;
  for (long n = 0; n < each; ++n) {
    for (const int bits : {20, 32, 53}) positions.push_back(random.integer(bits));
    for (const int exponent : {-40, 0, 10, 40, 53}) positions.push_back(random.real(exponent));
    positions.push_back(random.real(-static_cast<int>(random.below(200))));
    positions.push_back(random.integer(20) + 0.5);
    for (const double w : frequencies) {
      if (w != 0.0) positions.push_back(near_quarter_turn(random, w));
    }
  }
  return positions;
}

/// Embeddings to add to: numbers of many magnitudes below 8.
inline Eigen::MatrixXd random_matrix(Eigen::Index rows, Eigen::Index cols) {
  Random random(9);
  Eigen::MatrixXd x(rows, cols);
  for (double& entry : x.reshaped()) entry = random.real(3 - static_cast<int>(random.below(20)));
  return x;
}

inline Eigen::Map<const Eigen::VectorXd> as_vector(const std::vector<double>& values) {
  return {values.data(), static_cast<Eigen::Index>(values.size())};
}

}  // namespace posenc_test
