// Single frequencies of a scaling rule against the numbers they should be.
#pragma once

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include <posenc/frequencies/scaling.hpp>

namespace posenc_test {

/// Pairs and their frequencies.
using Entries = std::vector<std::pair<Eigen::Index, double>>;

inline void expect_entries(const posenc::ScaledFrequencies& scaled, double relative,
                           const Entries& entries) {
  const Eigen::ArrayXd values = scaled.frequencies.values();
  for (const auto& [i, expected] : entries) {
    EXPECT_NEAR(values[i], expected, relative * expected) << "pair " << i;
  }
}

}  // namespace posenc_test
