// Which of the peers were built, and the one for the instruction set that the library runs on.
#include "peers.hpp"

#include <cstring>

namespace posenc_bench {

#ifdef POSENC_HAS_SLEEF
Peer sleef_baseline();
Peer sleef_avx2();
Peer sleef_avx512();
#endif
#ifdef POSENC_HAS_LIBMVEC
Peer libmvec_baseline();
Peer libmvec_avx2();
Peer libmvec_avx512();
#endif

namespace {

#if defined(POSENC_HAS_SLEEF) || defined(POSENC_HAS_LIBMVEC)
Peer choose(const char* kernel, Peer (*baseline)(), Peer (*avx2)(), Peer (*avx512)()) {
  if (std::strcmp(kernel, "avx512") == 0) return avx512();
  if (std::strcmp(kernel, "avx2") == 0) return avx2();
  return baseline();
}
#endif

}  // namespace

Peer sleef([[maybe_unused]] const char* kernel) {
#ifdef POSENC_HAS_SLEEF
  return choose(kernel, sleef_baseline, sleef_avx2, sleef_avx512);
#else
  return {};
#endif
}

Peer libmvec([[maybe_unused]] const char* kernel) {
#ifdef POSENC_HAS_LIBMVEC
  return choose(kernel, libmvec_baseline, libmvec_avx2, libmvec_avx512);
#else
  return {};
#endif
}

}  // namespace posenc_bench
