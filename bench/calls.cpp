// What single ways of calling cost: fresh pages, strides, reuse, one row at a time.
#include <cstdint>

#include "lines.hpp"
#include "ratio.hpp"
#include "workload.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace posenc_bench {

namespace {

const char* const kSection = "Ways of calling";

/// Asks for huge pages where whole ones fit.
void advise_huge_pages(void* data, std::size_t bytes) {
#ifdef __linux__
  constexpr std::uintptr_t huge = std::uintptr_t{2} << 20;
  const auto begin = (reinterpret_cast<std::uintptr_t>(data) + huge - 1) / huge * huge;
  const auto end = (reinterpret_cast<std::uintptr_t>(data) + bytes) / huge * huge;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#else
  static_cast<void>(data), static_cast<void>(bytes);
#endif
}

void fill_fresh(bool huge_pages) {
  Eigen::MatrixXd out(8192, 1024);
  if (huge_pages) advise_huge_pages(out.data(), sizeof(double) * std::size_t(out.size()));
  fill(out);
}

void fresh_lines() {
  const auto table = [] { keep(posenc::sinusoidal_positional_encoding(8192, 1024).data()); };
  add_line(kSection, {"returned table double 8192x1024", "fill of a fresh matrix",
                      [] { fill_fresh(false); }, table});
  add_line(kSection,
           {"fill of a fresh 8192x1024 double, huge pages advised", "fill of a fresh matrix",
            [] { fill_fresh(false); }, [] { fill_fresh(true); }});
}

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

void reuse_lines() {
  const auto construct_and_write = [] {
    auto out = table_at<float, kRows>(4096, 128);
    posenc::SinusoidalEncoding(128).write(out);
    keep(out.data());
  };
  add_line(kSection,
           {"write " + table_name<float, kRows>(4096, 128) + ", one object for all uses",
            "an object for each use", construct_and_write, write_of<float, kRows>(4096, 128)});
  const auto row_by_row = [encoding = posenc::SinusoidalEncoding(128)] {
    auto out = table_at<float, kRows>(3200, 128);
    for (Index r = 0; r < out.rows(); ++r) encoding.write(out.row(r), r);
    keep(out.data());
  };
  add_line(kSection, {"3200 rows of width 128, float, a call for each", "one call",
                      write_of<float, kRows>(3200, 128), row_by_row});
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
  fresh_lines();
  strided_line<kColumns>();
  strided_line<kRows>();
  reuse_lines();
  positions_line("positions 0, 1, ... as a vector, ", consecutive_positions(4096));
  positions_line("shuffled positions, ", shuffled_positions(4096));
  positions_line("random real positions, ", real_positions(4096));
  far_row_line();
}

}  // namespace posenc_bench
