// Prints the golden lines from the library: needs neither GoogleTest nor MPFR, so that it runs
// wherever the library does. Compare its output with golden.txt and then rotary_golden.txt.
#include "golden.hpp"
#include "rotary_golden.hpp"

int main() {
  for (const posenc_test::Golden& golden : posenc_test::golden_tables()) {
    std::puts(posenc_test::golden_line(golden, posenc_test::Library()).c_str());
  }
  for (const std::string& line : posenc_test::rotary_golden_lines()) std::puts(line.c_str());
}
