// The two layers that are more than a product, each with its gradient.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "parameters.hpp"

namespace compare {

/// Formula: y = x / s, s = sqrt(mean(x^2) + 1e-5), for each row.
template <class Scalar>
struct Norm {
  Rows<Scalar> y;
  Eigen::Array<Scalar, Eigen::Dynamic, 1> s;

  void forward(const Rows<Scalar>& x) {
    s = (x.rowwise().squaredNorm().array() / static_cast<Scalar>(x.cols()) + Scalar(1e-5)).sqrt();
    y = x.array().colwise() / s;
  }

  /// dx += (dy - y mean(dy y)) / s.
  void backward(const Rows<Scalar>& dy, Rows<Scalar>& dx) const {
    const Eigen::Array<Scalar, Eigen::Dynamic, 1> mean =
        dy.cwiseProduct(y).rowwise().sum().array() / static_cast<Scalar>(y.cols());
    dx.array() += (dy.array() - y.array().colwise() * mean).colwise() / s;
  }
};

/// Causal attention of one head of one sequence; q, k, v: length x head width.
/// Formula: out = P v, P = softmax(q k^T / sqrt(head width)) over the positions up to the row's
/// own.
template <class Scalar>
class Attention {
 public:
  template <class Heads, class Out>
  void forward(const Heads& q, const Heads& k, const Heads& v, Out&& out) {
    probabilities(q, k);
    out.noalias() = p_ * v;
  }

  template <class Heads, class DOut, class DHeads>
  void backward(const Heads& q, const Heads& k, const Heads& v, const DOut& d_out, DHeads&& dq,
                DHeads&& dk, DHeads&& dv) {
    probabilities(q, k);
    dv.noalias() = p_.transpose() * d_out;
    ds_.noalias() = d_out * v.transpose();
    for (Index row = 0; row < p_.rows(); ++row) {
      const auto p = p_.row(row).array();
      auto ds = ds_.row(row).array();
      ds = p * (ds - (p * ds).sum()) * scale(q);
    }
    dq.noalias() = ds_ * k;
    dk.noalias() = ds_.transpose() * q;
  }

 private:
  template <class Heads>
  static Scalar scale(const Heads& q) {
    return Scalar(1) / std::sqrt(static_cast<Scalar>(q.cols()));
  }

  template <class Heads>
  void probabilities(const Heads& q, const Heads& k) {
    p_.noalias() = q * k.transpose();
    const Index length = p_.rows();
    for (Index row = 0; row < length; ++row) {
      auto seen = p_.row(row).head(row + 1).array();
      const Scalar top = seen.maxCoeff();
      seen = ((seen - top) * scale(q)).exp();
      seen /= seen.sum();
      p_.row(row).tail(length - row - 1).setZero();
    }
  }

  Rows<Scalar> p_, ds_;
};

}  // namespace compare
