// The definition, as Eigen expressions: as a tutorial writes it, to be read beside the formula.
//
// It forms the angle in double and so loses digits as the position grows: entries are off by up to
// |p ω_i| 2^-51 + 2^-52. SinusoidalEncoding has no such loss.
#pragma once

#include <Eigen/Core>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/frequencies.hpp>
#include <posenc/integer.hpp>
#include <posenc/layout.hpp>

POSENC_BEGIN_NAMESPACE

/// Outer product of positions and frequencies.
/// Formula: angles(r, i) = positions[r] ω_i.
/// Shapes: (positions, pairs).
/// Units: radians.
template <class Positions>
Eigen::MatrixXd angle_matrix(const Eigen::DenseBase<Positions>& positions,
                             const Frequencies& frequencies);

/// The same with frequencies as an Eigen vector.
template <class Positions, class Values>
Eigen::MatrixXd angle_matrix(const Eigen::DenseBase<Positions>& positions,
                             const Eigen::DenseBase<Values>& frequencies);

/// The paper's table, straight from the definition.
/// Formula: column 2i is sin(angles(·, i)), column 2i+1 is cos(angles(·, i)).
/// Shapes: (seq_len, d_model).
/// Error: |p ω_i| 2^-51 + 2^-52.
/// Throws: std::invalid_argument unless seq_len >= 0 and d_model is even and at least 2.
/// Source: Vaswani et al. 2017, section 3.5.
Eigen::MatrixXd outer_product_encoding(Integer seq_len, Integer d_model);

// -------------------------------------------------------------------------------------------------

template <class Positions, class Values>
Eigen::MatrixXd angle_matrix(const Eigen::DenseBase<Positions>& positions,
                             const Eigen::DenseBase<Values>& frequencies) {
  static_assert(Positions::IsVectorAtCompileTime && Values::IsVectorAtCompileTime,
                "posenc: positions and frequencies must be Eigen vectors");
  const Eigen::VectorXd p = detail::readable(positions).reshaped().matrix().template cast<double>();
  const Eigen::VectorXd w =
      detail::readable(frequencies).reshaped().matrix().template cast<double>();
  return p * w.transpose();
}

template <class Positions>
Eigen::MatrixXd angle_matrix(const Eigen::DenseBase<Positions>& positions,
                             const Frequencies& frequencies) {
  return angle_matrix(positions, frequencies.values());
}

inline Eigen::MatrixXd outer_product_encoding(Integer seq_len, Integer d_model) {
  const Index pairs = detail::even_pair_count("outer_product_encoding", "d_model", d_model);
  const Index n = seq_len.index();
  detail::check_size("outer_product_encoding", n, 2 * pairs, sizeof(double), "seq_len");
  detail::check_range("outer_product_encoding", 0, n, "seq_len", "seq_len");

  const Eigen::ArrayXd positions = Eigen::ArrayXd::LinSpaced(n, 0.0, static_cast<double>(n - 1));
  const Eigen::ArrayXd frequencies = Frequencies::geometric(d_model).values();
  const Eigen::ArrayXXd angles = angle_matrix(positions, frequencies).array();

  Eigen::MatrixXd encoding(n, 2 * pairs);
  encoding(Eigen::indexing::all, Eigen::seqN(0, pairs, Eigen::fix<2>)) = angles.sin().matrix();
  encoding(Eigen::indexing::all, Eigen::seqN(1, pairs, Eigen::fix<2>)) = angles.cos().matrix();
  return encoding;
}

POSENC_END_NAMESPACE
