// A small attention model that predicts the next symbol, with its gradient.
//
// Each layer: x += attention(norm(x)), x += narrow relu(widen norm(x)); logits of norm(x) at the
// end. Rows of every matrix: sequences of one length below each other.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "layers.hpp"
#include "parameters.hpp"
#include "positions.hpp"

namespace compare {

template <class Scalar>
class Model {
 public:
  Model(const Shape& shape, Choice choice)
      : weights(shape),
        positions(choice, shape.width, shape.head_width()),
        shape_(shape),
        layers_(static_cast<std::size_t>(shape.layers)) {}

  Parameters<Scalar> weights;
  Positions positions;

  /// Logits of the symbol after each one: symbols.size() x shape.symbols.
  const Rows<Scalar>& forward(const std::vector<int>& symbols, Index length) {
    const auto rows = static_cast<Index>(symbols.size());
    if (rows % length != 0) throw std::invalid_argument("forward: expected whole sequences");
    x_.resize(rows, shape_.width);
    for (Index row = 0; row < rows; ++row) {
      x_.row(row) = weights.embedding().row(symbols[static_cast<std::size_t>(row)]);
      if (shape_.learned_rows > 0) x_.row(row) += weights.learned().row(row % length);
    }
    positions.add(x_, length);
    for (Index l = 0; l < shape_.layers; ++l) forward_layer(l, length);
    last_.forward(x_);
    logits_.noalias() = last_.y * weights.logits();
    return logits_;
  }

  /// The mean of -ln probability(targets), and its gradient by every weight.
  double loss(const std::vector<int>& symbols, const std::vector<int>& targets, Index length,
              Parameters<Scalar>& gradient) {
    forward(symbols, length);
    const Index rows = logits_.rows();
    double sum = 0.0;
    for (Index row = 0; row < rows; ++row) {
      const Index target = targets[static_cast<std::size_t>(row)];
      sum += minus_log_probability(row, target);
      auto logits = logits_.row(row).array();
      logits = (logits - logits.maxCoeff()).exp();
      logits /= logits.sum();
      logits_(row, target) -= Scalar(1);
    }
    logits_ /= static_cast<Scalar>(rows);
    backward(symbols, length, gradient);
    return sum / static_cast<double>(rows);
  }

  double minus_log_probability(Index row, Index target) const {
    const auto logits = logits_.row(row).array();
    const Scalar top = logits.maxCoeff();
    return static_cast<double>(std::log((logits - top).exp().sum()) + top - logits_(row, target));
  }

 private:
  /// What a layer computes, kept for its gradient.
  struct Layer {
    Norm<Scalar> before_attention, before_widening;
    Rows<Scalar> query_key_value, attended, wide;
  };

  void forward_layer(Index l, Index length) {
    Layer& layer = layers_[static_cast<std::size_t>(l)];
    layer.before_attention.forward(x_);
    layer.query_key_value.noalias() = layer.before_attention.y * weights.query_key_value(l);
    positions.rotate(layer.query_key_value.leftCols(2 * shape_.width), length);
    layer.attended.resize(x_.rows(), shape_.width);
    for_each_head(length, [&](Index row, Index col) {
      const auto& qkv = layer.query_key_value;
      attention_.forward(head(qkv, 0, row, col, length), head(qkv, 1, row, col, length),
                         head(qkv, 2, row, col, length), head(layer.attended, 0, row, col, length));
    });
    x_.noalias() += layer.attended * weights.attended(l);

    layer.before_widening.forward(x_);
    layer.wide.noalias() = layer.before_widening.y * weights.widen(l);
    layer.wide = layer.wide.cwiseMax(Scalar(0));
    x_.noalias() += layer.wide * weights.narrow(l);
  }

  void backward(const std::vector<int>& symbols, Index length, Parameters<Scalar>& gradient) {
    gradient.values.setZero();
    const Rows<Scalar>& d_logits = logits_;
    gradient.logits().noalias() = last_.y.transpose() * d_logits;
    d_norm_.noalias() = d_logits * weights.logits().transpose();
    dx_.setZero(x_.rows(), x_.cols());
    last_.backward(d_norm_, dx_);
    for (Index l = shape_.layers; l-- > 0;) backward_layer(l, length, gradient);
    for (Index row = 0; row < dx_.rows(); ++row) {
      gradient.embedding().row(symbols[static_cast<std::size_t>(row)]) += dx_.row(row);
      if (shape_.learned_rows > 0) gradient.learned().row(row % length) += dx_.row(row);
    }
  }

  void backward_layer(Index l, Index length, Parameters<Scalar>& gradient) {
    Layer& layer = layers_[static_cast<std::size_t>(l)];
    gradient.narrow(l).noalias() = layer.wide.transpose() * dx_;
    d_wide_.noalias() = dx_ * weights.narrow(l).transpose();
    d_wide_ = (layer.wide.array() > Scalar(0)).select(d_wide_, Scalar(0));
    gradient.widen(l).noalias() = layer.before_widening.y.transpose() * d_wide_;
    d_norm_.noalias() = d_wide_ * weights.widen(l).transpose();
    layer.before_widening.backward(d_norm_, dx_);

    gradient.attended(l).noalias() = layer.attended.transpose() * dx_;
    d_norm_.noalias() = dx_ * weights.attended(l).transpose();
    d_qkv_.resize(x_.rows(), 3 * shape_.width);
    for_each_head(length, [&](Index row, Index col) {
      const auto& qkv = layer.query_key_value;
      attention_.backward(head(qkv, 0, row, col, length), head(qkv, 1, row, col, length),
                          head(qkv, 2, row, col, length), head(d_norm_, 0, row, col, length),
                          head(d_qkv_, 0, row, col, length), head(d_qkv_, 1, row, col, length),
                          head(d_qkv_, 2, row, col, length));
    });
    positions.rotate_gradient(d_qkv_.leftCols(2 * shape_.width), length);
    gradient.query_key_value(l).noalias() = layer.before_attention.y.transpose() * d_qkv_;
    d_norm_.noalias() = d_qkv_ * weights.query_key_value(l).transpose();
    layer.before_attention.backward(d_norm_, dx_);
  }

  template <class Use>
  void for_each_head(Index length, Use&& use) const {
    for (Index row = 0; row < x_.rows(); row += length) {
      for (Index col = 0; col < shape_.width; col += shape_.head_width()) use(row, col);
    }
  }

  /// One head of queries (part 0), keys (1) or values (2).
  template <class Matrix>
  auto head(Matrix& heads, Index part, Index row, Index col, Index length) const {
    return heads.block(row, part * shape_.width + col, length, shape_.head_width());
  }

  Shape shape_;
  std::vector<Layer> layers_;
  Norm<Scalar> last_;
  Attention<Scalar> attention_;
  Rows<Scalar> x_, logits_, dx_, d_norm_, d_wide_, d_qkv_;
};

}  // namespace compare
