// The weights of the model: one vector, with a matrix for each part of it.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <random>

namespace compare {

using Eigen::Index;

template <class Scalar>
using Rows = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct Shape {
  Index symbols = 2, width = 64, heads = 4, layers = 2, hidden = 256;
  Index learned_rows = 0;  ///< of a learned table
  Index head_width() const { return width / heads; }
};

template <class Scalar>
class Parameters {
 public:
  using Part = Eigen::Map<Rows<Scalar>>;

  explicit Parameters(const Shape& shape) : shape_(shape) {
    const Index d = shape.width;
    layer_size_ = 4 * d * d + 2 * d * shape.hidden;
    values.setZero((2 * shape.symbols + shape.learned_rows) * d + shape.layers * layer_size_);
  }

  Part embedding() { return part(0, shape_.symbols, shape_.width); }
  Part logits() { return part(shape_.symbols * shape_.width, shape_.width, shape_.symbols); }
  Part learned() {
    return part(2 * shape_.symbols * shape_.width, shape_.learned_rows, shape_.width);
  }
  Part query_key_value(Index layer) { return in_layer(layer, 0, shape_.width, 3 * shape_.width); }
  Part attended(Index layer) { return in_layer(layer, 3, shape_.width, shape_.width); }
  Part widen(Index layer) { return in_layer(layer, 4, shape_.width, shape_.hidden); }
  Part narrow(Index layer) {
    Part before = widen(layer);
    return {before.data() + before.size(), shape_.hidden, shape_.width};
  }

  /// Normal numbers of variance 1 / inputs; layers that end in a sum begin smaller.
  void randomise(std::uint64_t seed) {
    std::mt19937_64 engine(seed);
    const auto fill = [&engine](Part matrix, double deviation) {
      std::normal_distribution<double> normal(0.0, deviation);
      for (Index i = 0; i < matrix.size(); ++i) {
        matrix.data()[i] = static_cast<Scalar>(normal(engine));
      }
    };
    const auto over = [](Index inputs) { return 1.0 / std::sqrt(static_cast<double>(inputs)); };
    const double sums = over(2 * shape_.layers);
    fill(embedding(), 0.5);
    fill(logits(), 0.5 * over(shape_.width));
    for (Index l = 0; l < shape_.layers; ++l) {
      fill(query_key_value(l), over(shape_.width));
      fill(attended(l), sums * over(shape_.width));
      fill(widen(l), over(shape_.width));
      fill(narrow(l), sums * over(shape_.hidden));
    }
    fill(learned(), 0.02);
  }

  Eigen::Matrix<Scalar, Eigen::Dynamic, 1> values;

 private:
  Part part(Index begin, Index rows, Index cols) { return {values.data() + begin, rows, cols}; }
  Part in_layer(Index layer, Index squares, Index rows, Index cols) {
    const Index d = shape_.width;
    const Index begin = (2 * shape_.symbols + shape_.learned_rows) * d + layer * layer_size_;
    return part(begin + squares * d * d, rows, cols);
  }

  Shape shape_;
  Index layer_size_ = 0;
};

}  // namespace compare
