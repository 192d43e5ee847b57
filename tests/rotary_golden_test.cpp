// Rotated numbers have the bits of rotary_golden.txt. ctest runs this once for each kernel.
#include "rotary_golden.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace posenc_test {
namespace {

TEST(RotaryGolden, Bits) {
  const std::string source = __FILE__;
  std::ifstream file(source.substr(0, source.find_last_of("/\\") + 1) + "rotary_golden.txt");
  std::vector<std::string> expected;
  for (std::string line; std::getline(file, line);) expected.push_back(line);
  const std::vector<std::string> lines = rotary_golden_lines();
  ASSERT_EQ(expected.size(), lines.size());
  for (std::size_t n = 0; n < lines.size(); ++n) EXPECT_EQ(lines[n], expected[n]);
}

}  // namespace
}  // namespace posenc_test
