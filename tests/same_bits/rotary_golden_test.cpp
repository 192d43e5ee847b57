// Rotated numbers have the bits of rotary_golden.txt. ctest runs this once for each kernel.
#include "rotary_golden.hpp"

#include <gtest/gtest.h>

namespace posenc_test {
namespace rotary_golden_test {

TEST(RotaryGolden, Bits) {
  const std::vector<std::string> expected = stored_lines("rotary_golden.txt");
  const std::vector<std::string> lines = rotary_golden_lines();
  ASSERT_EQ(expected.size(), lines.size());
  for (std::size_t n = 0; n < lines.size(); ++n) EXPECT_EQ(lines[n], expected[n]);
}

}  // namespace rotary_golden_test
}  // namespace posenc_test
