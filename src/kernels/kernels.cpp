// The kernels, compiled once for each instruction set, and the choice among them.
#include "kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <utility>

#include "../numbers/compiler.hpp"
#include "../numbers/small_floats.hpp"
#include "../phasors/row_order.hpp"
#include "routes.hpp"

#if POSENC_HAS_WIDE_KERNELS
#include <cpuid.h>
#include <immintrin.h>
#endif

// One namespace for each instruction set. The target applies only to what is defined between the
// pragmas: no flag leaks into another file or into inline functions that the linker shares.

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace baseline {
namespace {
#define POSENC_LANES 2
#define POSENC_KERNEL_NAME "baseline"
#include "kernels.inl"
#undef POSENC_KERNEL_NAME
#undef POSENC_LANES
}  // namespace
}  // namespace baseline

#if POSENC_HAS_WIDE_KERNELS

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma,f16c"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma,f16c")
#endif
namespace avx2 {
namespace {
#define POSENC_LANES 4
#define POSENC_KERNEL_NAME "avx2"
#include "kernels.inl"
#undef POSENC_KERNEL_NAME
#undef POSENC_LANES
}  // namespace
}  // namespace avx2
#if defined(__clang__)
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512bw,avx512vl"))), \
                             apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl")
#endif
namespace avx512 {
namespace {
#define POSENC_LANES 8
#define POSENC_KERNEL_NAME "avx512"
#include "kernels.inl"
#undef POSENC_KERNEL_NAME
#undef POSENC_LANES
}  // namespace
}  // namespace avx512
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif

namespace {

#if POSENC_HAS_WIDE_KERNELS
/// F16C, which Clang 14 does not know as a name.
bool converts_half() {
  unsigned a = 0, b = 0, c = 0, d = 0;
  return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
}
#endif

const Kernels& best_kernels() {
#if !POSENC_HAS_WIDE_KERNELS
  return baseline::kKernels;
#else
  const Kernels* best = &baseline::kKernels;
  const char* wanted = std::getenv("POSENC_KERNEL");
  const auto consider = [&](const Kernels& kernels, bool runs) {
    if (!runs) return;
    if (wanted != nullptr && std::strcmp(wanted, kernels.name) != 0) return;
    best = &kernels;
  };
  consider(avx2::kKernels,
           __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && converts_half());
  consider(avx512::kKernels,
           __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
               __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl"));
  return *best;
#endif
}

}  // namespace

const Kernels& chosen_kernels() {
  static const Kernels& chosen = best_kernels();
  return chosen;
}

}  // namespace detail
POSENC_END_NAMESPACE
