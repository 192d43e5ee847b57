// The library's tables have the bits of golden.txt. ctest runs this test once for each kernel, with
// POSENC_KERNEL=scalar, baseline, avx2 or avx512 in its ENVIRONMENT; a kernel that the machine
// cannot run falls back to one that it can.
#include "golden.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace posenc_test {
namespace {

/// golden.txt stands beside this source.
std::vector<std::string> expected_lines() {
  const std::string source = __FILE__;
  std::ifstream file(source.substr(0, source.find_last_of("/\\") + 1) + "golden.txt");
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

TEST(Golden, TablesHaveTheirBits) {
  const std::vector<std::string> expected = expected_lines();
  const std::vector<Golden> tables = golden_tables();
  ASSERT_EQ(expected.size(), tables.size());
  for (std::size_t n = 0; n < tables.size(); ++n) {
    EXPECT_EQ(golden_line(tables[n], Library()), expected[n]);
  }
}

}  // namespace
}  // namespace posenc_test
