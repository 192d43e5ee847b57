// A table against all candidates.
#pragma once

#include <string>
#include <vector>

#include "compare.hpp"

namespace tables {

struct Answer {
  std::vector<Match> matches;  ///< the best agreement; several where lines make one table
  std::vector<Match> nearest;  ///< where there is none
};

/// A table as its file has it.
struct Given {
  Eigen::MatrixXd rows;
  std::string type;
  std::vector<Index> sizes;     ///< of its rows: {n}, or those of a grid
  Eigen::MatrixXd points = {};  ///< of each row, where they are given
  Eigen::MatrixXd matrix = {};  ///< B of Fourier features (pairs, coordinates), where it is given
};

/// Sizes of grids of n points, the squarest first; along each axis two at least.
std::vector<std::vector<Index>> grids(Index n, Index axes);

/// The tables that have names, of one file or of two (cosines and sines).
std::vector<Candidate> presets(bool rotary);

/// The candidates that a table agrees with best. A few rows decide which ones are compared in
/// whole. Where none agrees from the usual first positions, those up to 1023 are searched.
Answer identify(const Given& given, bool two_files);

}  // namespace tables
