// Prints the golden lines from the library: needs neither GoogleTest nor MPFR, so that it runs
// wherever the library does. Compare its output with golden.txt.
#include "golden.hpp"

int main() {
  for (const posenc_test::Golden& golden : posenc_test::golden_tables()) {
    std::puts(posenc_test::golden_line(golden, posenc_test::Library()).c_str());
  }
}
