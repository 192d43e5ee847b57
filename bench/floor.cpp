// How much of a floor the plain fill is: other ways of filling the same memory.
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

}  // namespace

void add_floor_lines() {
  for (const int shift : {21, 23, 25, 26}) lines_of_size(std::size_t{1} << shift);
}

}  // namespace posenc_bench
