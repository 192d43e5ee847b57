// Training by Adam on random windows of a text, and the loss on what was held out.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <random>
#include <vector>

#include "model.hpp"
#include "result.hpp"
#include "text.hpp"

namespace compare {

struct Training {
  int steps = 1500, warm_up = 50;
  Index batch = 16;
  double rate = 4e-3, decay1 = 0.9, decay2 = 0.99, largest_gradient = 1.0;
  std::uint64_t seed = 1;
};

/// Source: Kingma and Ba 2015, algorithm 1.
class Adam {
 public:
  Adam(const Training& training, Index size) : training_(training) {
    first_.setZero(size);
    second_.setZero(size);
  }

  void step(Eigen::VectorXf& weights, const Eigen::VectorXf& gradient) {
    ++steps_;
    const auto b1 = static_cast<float>(training_.decay1), b2 = static_cast<float>(training_.decay2);
    const double norm = static_cast<double>(gradient.norm());
    const auto clip = static_cast<float>((std::min)(1.0, training_.largest_gradient / norm));
    first_ = b1 * first_ + (1.0F - b1) * clip * gradient.array();
    second_ = b2 * second_ + (1.0F - b2) * (clip * gradient.array()).square();
    const double unbiased1 = 1.0 - std::pow(training_.decay1, steps_);
    const double unbiased2 = 1.0 - std::pow(training_.decay2, steps_);
    const auto rate = static_cast<float>(learning_rate() / unbiased1);
    const auto scale = static_cast<float>(1.0 / unbiased2);
    weights.array() -= rate * first_ / ((scale * second_).sqrt() + 1e-8F);
  }

 private:
  /// Up in a line, down in half a cosine to a tenth.
  double learning_rate() const {
    constexpr double kPi = 3.14159265358979323846;
    const double t = static_cast<double>(steps_) / training_.steps;
    const double up = static_cast<double>(steps_) / training_.warm_up;
    return training_.rate * (std::min)(up, 0.55 + 0.45 * std::cos(kPi * t));
  }

  Training training_;
  int steps_ = 0;
  Eigen::ArrayXf first_, second_;
};

/// Progress goes to standard error.
inline void train(Model<float>& model, const Shape& shape, const Text& text,
                  const Training& training, const char* name) {
  std::mt19937_64 engine(training.seed + 1000);
  Parameters<float> gradient(shape);
  Adam adam(training, gradient.values.size());
  const std::uint64_t starts = text.train.size() - static_cast<std::size_t>(kTrainedLength) - 1;
  std::vector<int> symbols, targets;
  double smooth = 0.0;
  for (int step = 1; step <= training.steps; ++step) {
    symbols.clear();
    targets.clear();
    for (Index b = 0; b < training.batch; ++b) {
      const auto begin = text.train.begin() + static_cast<std::ptrdiff_t>(engine() % starts);
      symbols.insert(symbols.end(), begin, begin + kTrainedLength);
      targets.insert(targets.end(), begin + 1, begin + kTrainedLength + 1);
    }
    const double loss = model.loss(symbols, targets, kTrainedLength, gradient);
    smooth = step == 1 ? loss : 0.98 * smooth + 0.02 * loss;
    adam.step(model.weights.values, gradient.values);
    if (step % 100 == 0 || step == training.steps) {
      std::fprintf(stderr, "%-10s step %4d of %d, loss in training %.3f\n", name, step,
                   training.steps, smooth);
    }
  }
}

/// The mean loss of predictions that are the same at every length: of each window the last 32, each
/// window 32 further, the first ending where the longest fits. Only what comes before them grows.
inline double held_out_loss(Model<float>& model, const std::vector<int>& text, Index length) {
  constexpr Index kScored = 32;
  double sum = 0.0;
  Index count = 0;
  const auto size = static_cast<Index>(text.size());
  for (Index end = kLongest; end < size; end += kScored) {
    const auto last = text.begin() + end;
    model.forward(std::vector<int>(last - length, last), length);
    for (Index row = length - kScored; row < length; ++row, ++count) {
      sum += model.minus_log_probability(row, *(last - length + row + 1));
    }
  }
  return sum / static_cast<double>(count);
}

}  // namespace compare
