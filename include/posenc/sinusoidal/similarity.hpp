// How well rows can be told apart.
//
// k the distance of two positions. Where every sine has its cosine, the dot product of two rows and
// their distance depend only on k:
//   PE(p) · PE(p + k) = Σ cos kω_i,   |PE(p) - PE(p + k)|² = Σ (sin kω_i)² + (1 - cos kω_i)².
#pragma once

#include <Eigen/Core>
#include <algorithm>

#include <posenc/sinusoidal.hpp>

POSENC_BEGIN_NAMESPACE

/// The kernel: dot products of rows that are 0 .. count-1 apart, at most n at k = 0.
/// Throws: std::invalid_argument where a cosine was dropped, or count is negative.
Eigen::VectorXd similarity(const SinusoidalEncoding& encoding, Integer count);

/// Two rows, and how far apart they are.
struct ClosestRows {
  Index apart;      ///< the k with the smallest distance, the first of them
  double distance;  ///< |PE(p) - PE(p + k)|
};

/// The two rows of positions 0 .. count-1 that are closest to each other. If their distance is
/// above zero, all rows are distinct.
/// Throws: std::invalid_argument where a cosine was dropped, or count is less than 2.
ClosestRows closest_rows(const SinusoidalEncoding& encoding, Integer count);

// -------------------------------------------------------------------------------------------------

namespace detail {

/// Calls f(rows, k of the first) on the table of k = 0 .. count-1, some rows at a time.
template <class F>
void for_each_distance(const char* function, const SinusoidalEncoding& encoding, Integer count,
                       Index least, F&& f) {
  if (encoding.width() % 2 != 0 && encoding.frequencies().size() > encoding.width() / 2) {
    fail(function, "encoding", "no dropped cosine", static_cast<long long>(encoding.width()));
  }
  const Index n = checked_count(function, "count", count);
  if (n < least) fail(function, "count", "at least 2", static_cast<long long>(n));
  constexpr Index kRowsAtOnce = 1024;
  for (Index k = 0; k < n; k += kRowsAtOnce) {
    const Eigen::MatrixXd rows = encoding.table((std::min)(kRowsAtOnce, n - k), k);
    f(rows, k);
  }
}

}  // namespace detail

inline Eigen::VectorXd similarity(const SinusoidalEncoding& encoding, Integer count) {
  const Eigen::VectorXd zero = encoding.table(1).transpose();
  Eigen::VectorXd kernel(detail::checked_count("similarity", "count", count));
  detail::for_each_distance(
      "similarity", encoding, count, 0,
      [&](const Eigen::MatrixXd& rows, Index k) { kernel.segment(k, rows.rows()) = rows * zero; });
  return kernel;
}

inline ClosestRows closest_rows(const SinusoidalEncoding& encoding, Integer count) {
  const Eigen::RowVectorXd zero = encoding.table(1);
  ClosestRows closest = {0, 0.0};
  detail::for_each_distance(
      "closest_rows", encoding, count, 2, [&](const Eigen::MatrixXd& rows, Index first) {
        const Eigen::VectorXd distances = (rows.rowwise() - zero).rowwise().norm();
        for (Index r = 0; r < distances.size(); ++r) {
          const Index k = first + r;
          if (k == 1 || (k > 1 && distances[r] < closest.distance)) {
            closest = {k, distances[r]};
          }
        }
      });
  return closest;
}

POSENC_END_NAMESPACE
