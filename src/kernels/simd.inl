// Vectors of POSENC_LANES doubles, by the vector extensions of GCC and Clang, or in plain C++17.
// Included once for every instruction set, inside its own namespace and target.

constexpr int kWidth = POSENC_LANES;

/// Whether about_multiply_add rounds once.
constexpr bool kFuses = POSENC_HAS_WIDE_KERNELS && POSENC_LANES > 2;

/// Numbers in a line of the cache.
template <class T>
constexpr std::ptrdiff_t kLine = 64 / sizeof(T);

#if !POSENC_HAS_VECTORS

#include "simd_portable.inl"

#else

typedef double Vec __attribute__((vector_size(8 * POSENC_LANES)));
typedef long long Int __attribute__((vector_size(8 * POSENC_LANES)));
typedef float VecF __attribute__((vector_size(4 * POSENC_LANES)));
// Twice as many lanes: a sine and a cosine for each lane of Vec.
typedef float PairF __attribute__((vector_size(8 * POSENC_LANES)));
typedef unsigned PairBits __attribute__((vector_size(8 * POSENC_LANES)));
typedef std::uint16_t PairShort __attribute__((vector_size(4 * POSENC_LANES)));
typedef std::uint16_t Short __attribute__((vector_size(2 * POSENC_LANES)));

POSENC_INLINE Vec splat(double value) {
  return value - Vec{};
}

/// x y + z, fused where the processor can: for values whose last bits do not matter.
POSENC_INLINE Vec about_multiply_add(const Vec& x, const Vec& y, const Vec& z) {
#if POSENC_LANES == 8
  return _mm512_fmadd_pd(x, y, z);
#elif POSENC_LANES == 4
  return _mm256_fmadd_pd(x, y, z);
#else
  return x * y + z;
#endif
}

POSENC_INLINE PairF about_multiply_add(const PairF& x, const PairF& y, const PairF& z) {
#if POSENC_LANES == 8
  return _mm512_fmadd_ps(x, y, z);
#elif POSENC_LANES == 4
  return _mm256_fmadd_ps(x, y, z);
#else
  return x * y + z;
#endif
}

/// The same bits as lanes of another type.
template <class To, class From>
POSENC_INLINE To same_bits(const From& x) {
  return reinterpret_cast<To>(x);
}
/// Lane by lane to another type.
template <class To, class From>
POSENC_INLINE To converted(const From& x) {
  return __builtin_convertvector(x, To);
}
/// Lanes of a where those of the mask are -1, of b where they are 0.
template <class M, class V>
POSENC_INLINE V choose(const M& mask, const V& a, const V& b) {
  return mask ? a : b;
}
/// Lanes I... of a followed by b.
template <int... I, class V>
POSENC_INLINE auto shuffle(const V& a, const V& b) {
  return __builtin_shufflevector(a, b, I...);
}

POSENC_INLINE bool any_bit(const PairBits& x) {
  typedef unsigned long long Two __attribute__((vector_size(16)));
  Two parts[kWidth / 2];
  std::memcpy(parts, &x, sizeof x);
  Two any = parts[0];
  for (int k = 1; k < kWidth / 2; ++k) any |= parts[k];
  return (any[0] | any[1]) != 0;
}

#endif

template <class V, class T>
POSENC_INLINE V load(const T* from) {
  V value;
  std::memcpy(&value, from, sizeof value);
  return value;
}
template <class V, class T>
POSENC_INLINE void store(T* to, const V& value) {
  std::memcpy(to, &value, sizeof value);
}

/// Asks for the cache line `bytes` after this address, to be written soon; it need not be valid.
POSENC_INLINE void prefetch_for_write(const void* address, std::uintptr_t bytes = 0) {
  const auto ahead = reinterpret_cast<std::uintptr_t>(address) + bytes;
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a pointer past its array would be undefined
  POSENC_PREFETCH_FOR_WRITE(reinterpret_cast<const void*>(ahead));
}

/// The same for the line `numbers` further on.
template <class T>
POSENC_INLINE void ask_for(const T* from, std::ptrdiff_t numbers) {
  prefetch_for_write(from, static_cast<std::uintptr_t>(numbers) * sizeof(T));
}

POSENC_INLINE Int bits_of(const Vec& x) {
  return same_bits<Int>(x);
}
POSENC_INLINE Vec from_bits(const Int& x) {
  return same_bits<Vec>(x);
}
POSENC_INLINE PairBits bits_of(const PairF& x) {
  return same_bits<PairBits>(x);
}

/// The low halves of all lanes of a, then of b.
template <int... I>
POSENC_INLINE PairBits low_halves(const Vec& a, const Vec& b, std::integer_sequence<int, I...>) {
  constexpr int low = POSENC_BIG_ENDIAN ? 1 : 0;
  return shuffle<(2 * I + low)...>(same_bits<PairBits>(a), same_bits<PairBits>(b));
}
POSENC_INLINE PairBits low_halves(const Vec& a, const Vec& b) {
  return low_halves(a, b, std::make_integer_sequence<int, 2 * kWidth>());
}

// a0 b0 a1 b1 ... in two vectors or in one of twice the length, and a0 a1 ... b0 b1 ...
#if POSENC_LANES == 8
#define POSENC_LOW 0, 8, 1, 9, 2, 10, 3, 11
#define POSENC_HIGH 4, 12, 5, 13, 6, 14, 7, 15
#define POSENC_IN_ORDER 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
#elif POSENC_LANES == 4
#define POSENC_LOW 0, 4, 1, 5
#define POSENC_HIGH 2, 6, 3, 7
#define POSENC_IN_ORDER 0, 1, 2, 3, 4, 5, 6, 7
#else
#define POSENC_LOW 0, 2
#define POSENC_HIGH 1, 3
#define POSENC_IN_ORDER 0, 1, 2, 3
#endif
POSENC_INLINE Vec interleave_low(const Vec& a, const Vec& b) {
  return shuffle<POSENC_LOW>(a, b);
}
POSENC_INLINE Vec interleave_high(const Vec& a, const Vec& b) {
  return shuffle<POSENC_HIGH>(a, b);
}
template <bool kInterleaved>
POSENC_INLINE PairF join(const VecF& a, const VecF& b) {
#if POSENC_LANES == 8
  if constexpr (kInterleaved) {
    return __builtin_shufflevector(reinterpret_cast<PairF>(_mm512_castps256_ps512(a)),
                                   reinterpret_cast<PairF>(_mm512_castps256_ps512(b)), 0, 16, 1, 17,
                                   2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
  }
#else
  if constexpr (kInterleaved) return shuffle<POSENC_LOW, POSENC_HIGH>(a, b);
#endif
  return shuffle<POSENC_IN_ORDER>(a, b);
}
#undef POSENC_LOW
#undef POSENC_HIGH
#undef POSENC_IN_ORDER
