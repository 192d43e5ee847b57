// Floors: other ways of filling the same memory than the plain fill, and the arithmetic of a table
// that stays in the second-level cache.
#include <cstring>

#include "lines.hpp"
#include "ratio.hpp"
#include "workload.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace posenc_bench {

namespace {

void lines_of_size(std::size_t bytes) {
  const auto n = static_cast<Index>(bytes / sizeof(double));
  const Operation plain = fill_of<double, kColumns>(n, 1);
  const std::string size = std::to_string(bytes >> 20) + " MiB";
  const auto by_memset = [=] {
    std::memset(memory(Stretch::first), 1, bytes);
    keep(memory(Stretch::first));
  };
  add_line("Floor", {"memset of " + size, "plain fill", plain, by_memset});
#ifdef __SSE2__
  const auto streaming = [=] {
    auto* data = reinterpret_cast<double*>(memory(Stretch::first));
    for (Index i = 0; i < n; i += 2) _mm_stream_pd(data + i, _mm_set1_pd(0.5));
    _mm_sfence();
    keep(data);
  };
  add_line("Floor", {"fill of " + size + " past the caches", "plain fill", plain, streaming});
#endif
}

#if defined(__GNUC__) && defined(__x86_64__)

__attribute__((target("avx512f"))) void fill_by_lines(double* data, Index n) {
  typedef double Line __attribute__((vector_size(64), aligned(8), may_alias));
  const Line line = {0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5};
  for (Index i = 0; i < n; i += 8) *reinterpret_cast<Line*>(data + i) = line;
  keep(data);
}

/// As wide stores as AVX-512 has, on lines of the cache and across them.
void wide_store_lines() {
  if (!__builtin_cpu_supports("avx512f")) return;
  constexpr Index n = Index{1} << 23;
  for (const Stretch stretch : {Stretch::first, Stretch::off_line}) {
    const auto fill_wide = [=] { fill_by_lines(reinterpret_cast<double*>(memory(stretch)), n); };
    add_line("Floor", {std::string("fill of 64 MiB by 64 bytes, ") +
                           (stretch == Stretch::first ? "on lines" : "16 bytes off the lines"),
                       "plain fill", fill_of<double, kColumns>(n, 1, stretch), fill_wide});
  }
}

#else

void wide_store_lines() {}

#endif

template <class Scalar, int Order>
void arithmetic_line(Index rows, Index cols) {
  add_line("Floor",
           {"write " + table_name<Scalar, Order>(rows, cols) + ", in the cache", "plain fill",
            fill_of<Scalar, Order>(rows, cols), write_of<Scalar, Order>(rows, cols)});
}

}  // namespace

void add_floor_lines() {
  for (const int shift : {21, 23, 25, 26}) lines_of_size(std::size_t{1} << shift);
  wide_store_lines();
  arithmetic_line<double, kColumns>(1024, 128);
  arithmetic_line<double, kRows>(128, 1024);
  arithmetic_line<float, kColumns>(1024, 128);
  arithmetic_line<float, kRows>(128, 1024);
  arithmetic_line<Eigen::half, kRows>(128, 1024);
  arithmetic_line<Eigen::bfloat16, kRows>(128, 1024);
}

}  // namespace posenc_bench
