// Fourier features: each pair turns with all coordinates at once.
//
// n points p with coordinates a, i the pair, ω_ia a matrix of frequencies.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <utility>
#include <vector>

#include <posenc/detail/coordinates.hpp>
#include <posenc/detail/errors.hpp>
#include <posenc/detail/frequencies/frequencies.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/outputs.hpp>
#include <posenc/detail/phasors/phasor_table.hpp>
#include <posenc/detail/sinusoidal/call.hpp>
#include <posenc/frequencies.hpp>
#include <posenc/integer.hpp>
#include <posenc/layout.hpp>

POSENC_BEGIN_NAMESPACE

/// Formula: sine column of pair i: sin(Σ_a p_a ω_ia); cosine column: cos of the same.
/// Shapes: points (n, coordinates()), out (n, width()).
/// Error: 0.5 ulp + 2^-70: phases are summed in fixed point, and whole turns are dropped exactly.
/// Throws: std::invalid_argument before anything is written, as SinusoidalEncoding does. A
/// moved-from object may only be assigned to or destroyed.
/// Source: Tancik et al. 2020, section 6.1.
class FourierFeatures {
 public:
  /// ω as a matrix (pairs, coordinates) of radians per unit, exact as given.
  template <class Matrix>
  explicit FourierFeatures(const Eigen::DenseBase<Matrix>& frequencies,
                           Layout layout = Layout::cos_sin);

  /// ω by its columns, one for each coordinate: Frequencies::given(B.col(a)).times_pi(2) is the
  /// paper's 2πB.
  /// Throws: std::invalid_argument unless there is at least one and all have the same number of
  /// pairs.
  explicit FourierFeatures(const std::vector<Frequencies>& coordinates,
                           Layout layout = Layout::cos_sin);

  Index width() const { return 2 * placement_.sines; }
  Index coordinates() const { return static_cast<Index>(phasors_.size()); }

  template <class Scalar = double, int Order = Eigen::ColMajor, class Points>
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> table(
      const Eigen::DenseBase<Points>& points) const;
  template <class Out, class Points>
  void write(Out&& out, const Eigen::DenseBase<Points>& points) const;
  template <class Out, class Points>
  void add(Out&& out, const Eigen::DenseBase<Points>& points) const;

 private:
  template <class Matrix>
  static std::vector<Frequencies> columns(const Eigen::DenseBase<Matrix>& frequencies);
  template <class Points>
  void encode(const detail::Call& call, const Eigen::DenseBase<Points>& points) const;

  detail::Placement placement_;
  std::vector<detail::PhasorHandle> phasors_;
  std::vector<const detail::PhasorTable*> tables_;  // of phasors_
};

// -------------------------------------------------------------------------------------------------

inline FourierFeatures::FourierFeatures(const std::vector<Frequencies>& coordinates,
                                        Layout layout) {
  if (coordinates.empty() || coordinates.size() > detail::kPositionChunk) {
    detail::fail("FourierFeatures", "coordinates", "from 1 to 2048",
                 static_cast<long long>(coordinates.size()));
  }
  const Index pairs = coordinates.front().size();
  for (const Frequencies& frequencies : coordinates) {
    if (frequencies.size() != pairs) {
      detail::fail_size("FourierFeatures", "frequencies", pairs, frequencies.size());
    }
    phasors_.push_back(detail::make_phasor_table(frequencies));
    tables_.push_back(phasors_.back().get());
  }
  placement_ = detail::placement("FourierFeatures", layout, pairs, 2 * pairs);
}

template <class Matrix>
FourierFeatures::FourierFeatures(const Eigen::DenseBase<Matrix>& frequencies, Layout layout)
    : FourierFeatures(columns(frequencies), layout) {}

template <class Matrix>
std::vector<Frequencies> FourierFeatures::columns(const Eigen::DenseBase<Matrix>& frequencies) {
  const auto& read = detail::readable(frequencies);
  std::vector<Frequencies> result;
  for (Index a = 0; a < read.cols(); ++a) {
    result.push_back(detail::given_frequencies("FourierFeatures", read.col(a)));
  }
  return result;
}

template <class Points>
void FourierFeatures::encode(const detail::Call& call,
                             const Eigen::DenseBase<Points>& points) const {
  if (call.cols != width()) {
    detail::fail_shape(call.function, "out", call.rows, width(), call.rows, call.cols);
  }
  const auto& read = detail::readable(points);
  detail::check_points(call.function, "points", read, call.rows, coordinates());
  double buffer[detail::kPositionChunk];
  const Index chunk = detail::kPositionChunk / coordinates();
  for (Index begin = 0; begin < call.rows; begin += chunk) {
    const Index n = (std::min)(chunk, call.rows - begin);
    for (Index r = 0; r < n; ++r) {
      for (Index a = 0; a < coordinates(); ++a) {
        buffer[r * coordinates() + a] = static_cast<double>(read.coeff(begin + r, a));
      }
    }
    detail::encode_sum(tables_.data(), coordinates(), placement_, buffer, n,
                       detail::skip_rows(call.output, begin), call.operation);
  }
}

template <class Scalar, int Order, class Points>
Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order> FourierFeatures::table(
    const Eigen::DenseBase<Points>& points) const {
  return detail::new_table<Scalar, Order>("FourierFeatures::table", points.rows(), width(),
                                          "points",
                                          [&](const detail::Call& call) { encode(call, points); });
}

template <class Out, class Points>
void FourierFeatures::write(Out&& out, const Eigen::DenseBase<Points>& points) const {
  encode(detail::call("FourierFeatures::write", detail::Operation::write, std::forward<Out>(out)),
         points);
}

template <class Out, class Points>
void FourierFeatures::add(Out&& out, const Eigen::DenseBase<Points>& points) const {
  encode(detail::call("FourierFeatures::add", detail::Operation::add, std::forward<Out>(out)),
         points);
}

POSENC_END_NAMESPACE
