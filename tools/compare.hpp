// A table against one candidate: how close, and where they differ most.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "candidate.hpp"

namespace tables {

/// How close a table comes to the exact one, the closest first.
enum class Agreement { same_bits, rounded, double_angles, float_angles, none };

inline const char* sentence(Agreement agreement) {
  switch (agreement) {
    case Agreement::same_bits: return "the same bits";
    case Agreement::rounded: return "the same but for the last digits";
    case Agreement::double_angles: return "the same but for angles formed in double";
    case Agreement::float_angles: return "the same but for angles formed in float";
    case Agreement::none: break;
  }
  return "another table";
}

/// The rows of a candidate in a table.
struct Location {
  std::vector<Index> sizes;  ///< along each axis
  Index first = 0;           ///< the position of the first row, or coordinate of the first point
  Index skipped = 0;         ///< rows before them
  DataPoints data = {};      ///< where they are no grid
};

struct Match {
  std::string line, place;
  Agreement agreement = Agreement::none;
  double difference = 0;  ///< the largest one, absolute, and the mean
  double mean = 0;
  double ulp = 0;  ///< the largest one in ulp of the table's type, and where it is
  Index row = 0, col = 0;
  double theirs = 0, exact = 0;
  Index zeros = 0;  ///< rows that are left out
};

struct Type {
  int digits, least;  ///< bits of precision; exponent of the smallest ulp
};
inline Type type_of(const std::string& name) {
  if (name == "f2") return {11, -24};
  if (name == "f4") return {24, -149};
  return {53, -1074};
}
inline double ulp_of(double x, const Type& type) {
  const int exponent = x == 0 ? type.least : std::ilogb(x) - type.digits + 1;
  return std::ldexp(1.0, std::max(exponent, type.least));
}

inline std::string place_text(Places places, const Location& location) {
  if (location.data.points.size() > 0) return ", at " + location.data.which;
  const std::string first = std::to_string(location.first);
  if (location.sizes.size() == 1) return ", from position " + first;
  std::string text;
  for (const Index size : location.sizes) {
    text += (text.empty() ? ", grid of " : " x ") + std::to_string(size);
  }
  if (places == Places::counted) return text + " from coordinate " + first;
  return text + (places == Places::detr ? ", normalized_positions"
                                        : ", normalized_positions with shift 0.5");
}

/// Up to `count` of n rows, the first and the last among them.
inline std::vector<Index> spread_rows(Index n, Index count) {
  std::vector<Index> rows;
  const Index k = std::min(n, count);
  for (Index r = 0; r < k; ++r) rows.push_back(k == 1 ? 0 : r * (n - 1) / (k - 1));
  return rows;
}

/// These rows of a table against what `made` makes of their points.
template <class Made>
Match compare(const Eigen::MatrixXd& table, const std::string& type_name,
              const Candidate& candidate, const Made& made, const Location& location,
              const std::vector<Index>& rows) {
  const Type type = type_of(type_name);
  const double epsilon = std::ldexp(1.0, -type.digits);
  const Eigen::MatrixXd points = location.data.points.size() > 0
                                     ? location.data.points
                                     : points_of(candidate.places, location.sizes, location.first);
  Match match;
  match.line = candidate.line(table.cols());
  match.place = place_text(candidate.places, location);
  std::vector<Index> compared;
  for (const Index r : rows) {
    if ((table.row(r).array() != 0).any() && r >= location.skipped) compared.push_back(r);
  }
  match.zeros = static_cast<Index>(rows.size() - compared.size());
  if (compared.empty()) return match;  // nothing to judge by
  Eigen::MatrixXd at(static_cast<Index>(compared.size()), points.cols());
  for (Index k = 0; k < at.rows(); ++k) {
    at.row(k) = points.row(compared[static_cast<std::size_t>(k)] - location.skipped);
  }
  const Rows made_rows = made(at);

  bool same = true, close = true, in_double = true, in_float = true;
  double sum = 0;
  for (Index k = 0; k < at.rows(); ++k) {
    const Index r = compared[static_cast<std::size_t>(k)];
    const double p = at.row(k).cwiseAbs().maxCoeff();
    for (Index c = 0; c < table.cols(); ++c) {
      const double theirs = table(r, c), exact = made_rows.exact(k, c);
      const double off = std::fabs(theirs - exact);
      // Frequencies from an exponential are off by some ulps themselves.
      const double angle = 16 * p * std::fabs(made_rows.frequencies[c]);
      const bool equal = theirs == made_rows.nearest(k, c);
      same = same && equal;
      close = close && off <= 4 * epsilon;
      in_double = in_double && off <= 4 * epsilon + angle * 0x1p-53;
      in_float = in_float && off <= 4 * std::max(epsilon, 0x1p-24) + angle * 0x1p-24;
      match.difference = std::max(match.difference, off);
      sum += off;
      const double ulp = equal ? 0.0 : off / ulp_of(exact, type);
      if (ulp > match.ulp) {
        match.ulp = ulp;
        match.row = r;
        match.col = c;
        match.theirs = theirs;
        match.exact = exact;
      }
    }
  }
  match.mean = sum / static_cast<double>(at.size() / at.cols() * table.cols());
  match.agreement = same        ? Agreement::same_bits
                    : close     ? Agreement::rounded
                    : in_double ? Agreement::double_angles
                    : in_float  ? Agreement::float_angles
                                : Agreement::none;
  return match;
}

}  // namespace tables
