// The choices that are compared: how a model learns the order of its symbols.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <stdexcept>
#include <string>

#include <posenc/posenc.hpp>

namespace compare {

enum class Choice { none, sinusoidal, learned, rotary };

inline Choice choice_named(const std::string& name) {
  if (name == "none") return Choice::none;
  if (name == "sinusoidal") return Choice::sinusoidal;
  if (name == "learned") return Choice::learned;
  if (name == "rotary") return Choice::rotary;
  throw std::runtime_error("'" + name + "': expected none, sinusoidal, learned or rotary");
}

/// Sequences lie below each other: row b * length + p is position p of sequence b.
class Positions {
 public:
  Positions(Choice choice, Eigen::Index width, Eigen::Index head_width) {
    if (choice == Choice::sinusoidal) table_.emplace(width);
    if (choice == Choice::rotary) rotary_.emplace(head_width, posenc::Pairing::halves);
  }

  /// Other frequencies for a rotary model that is trained already.
  void scale(const posenc::ScaledFrequencies& frequencies) {
    rotary_.emplace(frequencies, posenc::Pairing::halves);
  }

  /// Before the first layer.
  template <class Matrix>
  void add(Matrix&& embedded, Eigen::Index length) const {
    if (!table_) return;
    for (Eigen::Index row = 0; row < embedded.rows(); row += length) {
      table_->add(embedded.middleRows(row, length));
    }
  }

  /// Queries and keys of every head.
  template <class Matrix>
  void rotate(Matrix&& heads, Eigen::Index length) const {
    if (!rotary_) return;
    for (Eigen::Index row = 0; row < heads.rows(); row += length) {
      rotary_->rotate(heads.middleRows(row, length));
    }
  }

  /// The gradient of `rotate`.
  template <class Matrix>
  void rotate_gradient(Matrix&& heads, Eigen::Index length) const {
    if (!rotary_) return;
    for (Eigen::Index row = 0; row < heads.rows(); row += length) {
      rotary_->unrotate(heads.middleRows(row, length));
    }
    const double m = rotary_->amplitude();
    if (m != 1.0) heads *= static_cast<typename std::decay_t<Matrix>::Scalar>(m * m);
  }

 private:
  std::optional<posenc::SinusoidalEncoding> table_;
  std::optional<posenc::RotaryEmbedding> rotary_;
};

}  // namespace compare
