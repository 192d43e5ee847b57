// The cost of different ways to call: strides, reuse, positions as vectors, far rows.
#include <cstdint>

#include "lines.hpp"
#include "ratio.hpp"
#include "workload.hpp"

namespace posenc_bench {

namespace {

const char* const kSection = "Ways of calling";

template <int Order>
void strided_line() {
  const auto strided = [encoding = posenc::SinusoidalEncoding(128)] {
    using Stride = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
    auto whole = table_at<float, Order>(4096, 128);
    Eigen::Map<Table<float, Order>, 0, Stride> out(whole.data(), 4096, 128,
                                                   Stride(whole.outerStride(), 1));
    encoding.write(out);
    keep(out.data());
  };
  add_line(kSection, {"dynamic strides, contiguous " + table_name<float, Order>(4096, 128),
                      "no strides", write_of<float, Order>(4096, 128), strided});
}

void reuse_line() {
  const auto construct_and_write = [] {
    auto out = table_at<float, kRows>(4096, 128);
    posenc::SinusoidalEncoding(128).write(out);
    keep(out.data());
  };
  add_line(kSection,
           {"write " + table_name<float, kRows>(4096, 128) + ", one object for all uses",
            "an object for each use", construct_and_write, write_of<float, kRows>(4096, 128)});
}

template <class Positions>
void positions_line(const std::string& name, const Positions& positions) {
  add_line(kSection, {name + table_name<double, kRows>(positions.size(), 128), "consecutive",
                      write_of<double, kRows>(positions.size(), 128),
                      write_of<double, kRows>(positions.size(), 128, positions)});
}

void far_row_line() {
  add_line(kSection,
           {"one row of width 512 at 10^9, double", "the row at 3",
            write_of<double, kRows>(1, 512, 3), write_of<double, kRows>(1, 512, 1000000000)});
}

}  // namespace

void add_call_lines() {
  strided_line<kColumns>();
  strided_line<kRows>();
  reuse_line();
  positions_line("positions 0, 1, ... as a vector, ", consecutive_positions(4096));
  positions_line("shuffled positions, ", shuffled_positions(4096));
  positions_line("random real positions, ", real_positions(4096));
  far_row_line();
}

}  // namespace posenc_bench
