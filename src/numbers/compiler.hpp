// Everything that is not plain C++17, each with a plain form for compilers that lack it.
// POSENC_PORTABLE selects the plain forms everywhere.
#pragma once

#include <cstddef>
#include <cstdint>

#include <posenc/version.hpp>

// --- Vectors -------------------------------------------------------------------------------------

// The vector extensions of GCC 12 and Clang, which kernels/simd.inl is written in; elsewhere
// kernels/simd_portable.inl stands in.
#define POSENC_HAS_VECTORS 0
#if !defined(POSENC_PORTABLE) && defined(__GNUC__) && defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector) && __has_builtin(__builtin_convertvector)
#undef POSENC_HAS_VECTORS
#define POSENC_HAS_VECTORS 1
#endif
#endif

// Kernels for wider vectors than the target of the build has, chosen at run time. Not with GCC on
// Windows: there it keeps the stack aligned to 16 bytes and spills vectors of 32 and 64 with
// aligned moves (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=54412).
#define POSENC_HAS_WIDE_KERNELS 0
#if POSENC_HAS_VECTORS && defined(__x86_64__) && (!defined(_WIN32) || defined(__clang__))
#undef POSENC_HAS_WIDE_KERNELS
#define POSENC_HAS_WIDE_KERNELS 1
#endif

// --- Functions -----------------------------------------------------------------------------------

#if POSENC_HAS_VECTORS
#define POSENC_INLINE inline __attribute__((always_inline))
#define POSENC_NOINLINE __attribute__((noinline))
#define POSENC_UNLIKELY(condition) __builtin_expect(condition, 0)
#else
#define POSENC_INLINE inline
#define POSENC_NOINLINE
#define POSENC_UNLIKELY(condition) condition
#endif

/// Asks for the cache line at this address, to be written soon. The address need not be valid.
#if POSENC_HAS_VECTORS
#define POSENC_PREFETCH_FOR_WRITE(address) __builtin_prefetch(address, 1, 3)
#else
#define POSENC_PREFETCH_FOR_WRITE(address) static_cast<void>(address)
#endif

// --- Integers of 128 bits ------------------------------------------------------------------------

#if defined(__SIZEOF_INT128__) && !defined(POSENC_PORTABLE)
#define POSENC_HAS_INT128 1
#else
#define POSENC_HAS_INT128 0
#endif

POSENC_BEGIN_NAMESPACE
namespace detail {

struct Wide {
  std::uint64_t high, low;
};

struct Division {
  std::uint64_t quotient, rest;
};

#if POSENC_HAS_INT128

__extension__ typedef unsigned __int128 Int128;

constexpr Wide wide(Int128 x) {
  return {static_cast<std::uint64_t>(x >> 64), static_cast<std::uint64_t>(x)};
}

/// x y + a + b, which is below 2^128.
constexpr Wide multiply_add(std::uint64_t x, std::uint64_t y, std::uint64_t a = 0,
                            std::uint64_t b = 0) {
  return wide(static_cast<Int128>(x) * y + a + b);
}

/// x / n, for x.high < n.
constexpr Division divide(const Wide& x, std::uint64_t n) {
  const Int128 whole = (static_cast<Int128>(x.high) << 64) | x.low;
  return {static_cast<std::uint64_t>(whole / n), static_cast<std::uint64_t>(whole % n)};
}

#else

/// x y + a + b, which is below 2^128, from products of 32 bits.
constexpr Wide multiply_add(std::uint64_t x, std::uint64_t y, std::uint64_t a = 0,
                            std::uint64_t b = 0) {
  constexpr std::uint64_t low_half = 0xffffffffu;
  const std::uint64_t x0 = x & low_half, x1 = x >> 32, y0 = y & low_half, y1 = y >> 32;
  // No sum reaches 2^64: (2^32 - 1)^2 + 2 (2^32 - 1) is 2^64 - 1.
  const std::uint64_t p0 = x0 * y0 + (a & low_half) + (b & low_half);
  const std::uint64_t p1 = x1 * y0 + (a >> 32) + (p0 >> 32);
  const std::uint64_t p2 = x0 * y1 + (b >> 32) + (p1 & low_half);
  return {x1 * y1 + (p1 >> 32) + (p2 >> 32), (p2 << 32) | (p0 & low_half)};
}

/// x / n, for x.high < n.
constexpr Division divide(const Wide& x, std::uint64_t n) {
  if (n >> 32 == 0) {  // in two digits of 32 bits
    const std::uint64_t upper = (x.high << 32) | (x.low >> 32);
    const std::uint64_t lower = ((upper % n) << 32) | (x.low & 0xffffffffu);
    return {(upper / n) << 32 | lower / n, lower % n};
  }
  std::uint64_t quotient = 0, rest = x.high;
  for (int bit = 63; bit >= 0; --bit) {
    const bool carry = rest >> 63 != 0;
    rest = (rest << 1) | ((x.low >> bit) & 1);
    if (carry || rest >= n) {
      rest -= n;
      quotient |= std::uint64_t{1} << bit;
    }
  }
  return {quotient, rest};
}

#endif

/// Modulo 2^128.
constexpr Wide operator+(const Wide& x, const Wide& y) {
  const std::uint64_t low = x.low + y.low;
  return {x.high + y.high + (low < x.low ? 1 : 0), low};
}
constexpr Wide operator-(const Wide& x) {
  return {~x.high + (x.low == 0 ? 1 : 0), ~x.low + 1};
}

}  // namespace detail
POSENC_END_NAMESPACE

// --- Byte order ----------------------------------------------------------------------------------

#if defined(__BYTE_ORDER__) && defined(__ORDER_BIG_ENDIAN__)
#define POSENC_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
#else
#define POSENC_BIG_ENDIAN 0  // as on every machine that Microsoft's compiler builds for
#endif
