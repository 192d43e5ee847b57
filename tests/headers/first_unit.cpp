// As if windows.h stood ahead of the header, under a strict compiler.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <memory>
#include <utility>
#undef M_PI
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))

#include <posenc/posenc.hpp>

Eigen::MatrixXd table_of_second_unit(long rows, unsigned width);

namespace {

template <class Size>
bool table_agrees(const Eigen::MatrixXd& expected) {
  const Size rows = 5, width = 8, first = 0;
  const posenc::SinusoidalEncoding encoding(width);
  Eigen::MatrixXd written(5, 8), added = Eigen::MatrixXd::Zero(5, 8);
  encoding.write(written, first);
  encoding.add(added, first);
  return expected == posenc::sinusoidal_positional_encoding(rows, width) &&
         expected == encoding.table(rows, first) && expected == written && expected == added &&
         posenc::Frequencies::geometric(width).size() == posenc::pair_count(width);
}

}  // namespace

int main() {
  const Eigen::MatrixXd expected = table_of_second_unit(5, 8);
  const bool agree = table_agrees<int>(expected) && table_agrees<long>(expected) &&
                     table_agrees<long long>(expected) && table_agrees<std::size_t>(expected) &&
                     table_agrees<unsigned>(expected) && table_agrees<short>(expected) &&
                     table_agrees<std::uint8_t>(expected) && table_agrees<Eigen::Index>(expected);
  if (!agree) std::puts("sizes of some type give another table");
  return agree ? 0 : 1;
}
