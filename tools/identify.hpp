// A table against all candidates.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "candidates.hpp"
#include "npy.hpp"

namespace tables {

/// How close a table comes to the exact one, the closest first.
enum class Agreement { same_bits, rounded, double_angles, float_angles, none };

inline const char* sentence(Agreement agreement) {
  switch (agreement) {
    case Agreement::same_bits: return "the same bits";
    case Agreement::rounded: return "the same up to the last digits of 1";
    case Agreement::double_angles: return "the same but for angles formed in double";
    case Agreement::float_angles: return "the same but for angles formed in float";
    case Agreement::none: break;
  }
  return "another table";
}

struct Match {
  std::string line;
  Index first = 0;  ///< position of row 0
  Agreement agreement = Agreement::none;
  double difference = 0;  ///< the largest one, absolute
  double ulp = 0;         ///< the largest one in ulp of the table's type, and where it is
  Index row = 0, col = 0;
  double theirs = 0, exact = 0;
  Index skipped = 0;  ///< rows of zeros
};

struct Answer {
  std::vector<Match> matches;  ///< the best agreement; several where lines make one table
  std::vector<Match> nearest;  ///< where there is none
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
inline double rounded(double x, const std::string& type) {
  if (type == "f2") return static_cast<double>(static_cast<Eigen::half>(x));
  if (type == "f4") return static_cast<double>(static_cast<float>(x));
  return x;
}

/// These rows of `table` against those of a candidate.
inline Match compare(const Eigen::MatrixXd& table, const std::string& type_name,
                     const Candidate& candidate, Index first, const Eigen::VectorXi& rows) {
  const Type type = type_of(type_name);
  const double epsilon = std::ldexp(1.0, -type.digits);
  const Rows exact = candidate.make(rows, table.rows(), table.cols(), first);
  Match match;
  match.line = candidate.line(table.cols());
  match.first = first;
  bool same = true, close = true, in_double = true, in_float = true;
  for (Index k = 0; k < rows.size(); ++k) {
    const Index r = rows[k];
    if ((table.row(r).array() == 0).all()) {  // padding
      ++match.skipped;
      continue;
    }
    const double p = candidate.grid ? std::sqrt(static_cast<double>(table.rows()))
                                    : std::fabs(static_cast<double>(first + r));
    for (Index c = 0; c < table.cols(); ++c) {
      const double theirs = table(r, c), value = exact.values(k, c);
      const double nearest = rounded(value, type_name);
      const double off = std::isfinite(theirs) ? std::fabs(theirs - value) : 4.0;
      // Frequencies from an exponential are off by some ulps themselves.
      const double angle = 16 * p * std::fabs(exact.frequencies[c]);
      same = same && theirs == nearest;
      close = close && off <= 4 * epsilon;
      in_double = in_double && off <= 4 * epsilon + angle * 0x1p-53;
      in_float = in_float && off <= 4 * std::max(epsilon, 0x1p-24) + angle * 0x1p-24;
      match.difference = std::max(match.difference, off);
      const double ulp = theirs == nearest ? 0.0 : off / ulp_of(value, type);
      if (ulp > match.ulp) {
        match.ulp = ulp;
        match.row = r;
        match.col = c;
        match.theirs = theirs;
        match.exact = value;
      }
    }
  }
  if (match.skipped == rows.size()) return match;  // no row to judge by
  match.agreement = same        ? Agreement::same_bits
                    : close     ? Agreement::rounded
                    : in_double ? Agreement::double_angles
                    : in_float  ? Agreement::float_angles
                                : Agreement::none;
  return match;
}

/// The candidates that a table of this type agrees with best. Few rows decide which candidates are
/// compared in whole.
inline Answer identify(const Eigen::MatrixXd& table, const std::string& type, bool two_files) {
  std::vector<Candidate> candidates = rotary_caches(two_files);
  if (!two_files) {
    std::vector<Candidate> tables = sinusoidal_tables();
    tables.insert(tables.end(), candidates.begin(), candidates.end());
    candidates = std::move(tables);
  }
  const auto n = static_cast<int>(table.rows());
  const Eigen::VectorXi all = Eigen::VectorXi::LinSpaced(n, 0, n - 1);
  const int few_rows = std::min(n, 24);
  const Eigen::VectorXi few = Eigen::VectorXi::LinSpaced(few_rows, 0, n - 1);

  std::vector<std::pair<Match, const Candidate*>> tried;
  for (const Candidate& candidate : candidates) {
    for (const Index first : {0, 1, 2}) {
      if (candidate.grid && first > 0) break;
      try {
        tried.emplace_back(compare(table, type, candidate, first, few), &candidate);
      } catch (const std::invalid_argument&) {  // no table of this width or number of rows
      }
    }
  }
  const auto better = [](const auto& a, const auto& b) {
    if (a.first.agreement != b.first.agreement) return a.first.agreement < b.first.agreement;
    return a.first.difference < b.first.difference;
  };
  std::stable_sort(tried.begin(), tried.end(), better);

  Answer answer;
  for (auto& [match, candidate] : tried) {
    if (match.agreement == Agreement::none) {
      if (answer.nearest.size() < 3) answer.nearest.push_back(match);
      continue;
    }
    const Match whole = compare(table, type, *candidate, match.first, all);
    if (whole.agreement == Agreement::none) {
      answer.nearest.push_back(whole);
    } else if (answer.matches.empty() || whole.agreement < answer.matches[0].agreement) {
      answer.matches.assign(1, whole);
    } else if (whole.agreement == answer.matches[0].agreement && answer.matches.size() < 6) {
      answer.matches.push_back(whole);
    }
  }
  std::stable_sort(answer.matches.begin(), answer.matches.end(),
                   [](const Match& a, const Match& b) { return a.difference < b.difference; });
  return answer;
}

}  // namespace tables
