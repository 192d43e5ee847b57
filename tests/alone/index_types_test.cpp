// A program may set another integer type as Eigen's index. The library does not depend on it; its
// headers refuse sizes that such an index cannot hold.
#define EIGEN_DEFAULT_DENSE_INDEX_TYPE int

// Sizes that were checked go to an Eigen that counts with int.
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Wconversion"
#endif

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include <posenc/posenc.hpp>

static_assert(sizeof(Eigen::Index) == sizeof(int), "counts with int");

namespace {

TEST(IndexOfInt, GivesTheSameTables) {
  const Eigen::MatrixXd table = posenc::sinusoidal_positional_encoding(70, 6);
  EXPECT_EQ(table(1, 0), 0x1.aed548f090ceep-1);
  Eigen::MatrixXd rows(1, 6);
  posenc::SinusoidalEncoding(6).write(rows, 69);
  EXPECT_EQ(rows, table.bottomRows(1));
}

TEST(IndexOfInt, RefusesATableWithMoreEntriesThanItCounts) {
  for (const long long rows : {1LL << 29, (1LL << 32) + 1}) {
    try {
      posenc::sinusoidal_positional_encoding(rows, 6);
      ADD_FAILURE() << rows;
    } catch (const std::invalid_argument& error) {
      EXPECT_NE(std::string(error.what()).find("within an Eigen::Index"), std::string::npos)
          << error.what();
    }
  }
}

TEST(IndexOfInt, RefusesMorePositionsThanItCounts) {
  EXPECT_THROW(posenc::linspace_positions(1LL << 31, 0.0, 1.0), std::invalid_argument);
}

}  // namespace
