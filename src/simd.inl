// Vectors of POSENC_LANES doubles, by the vector extensions of GCC and Clang. Included once for
// every instruction set, inside a namespace and a target of its own.

constexpr int kWidth = POSENC_LANES;

typedef double Vec __attribute__((vector_size(8 * POSENC_LANES)));
typedef long long Int __attribute__((vector_size(8 * POSENC_LANES)));
typedef float VecF __attribute__((vector_size(4 * POSENC_LANES)));
// Twice as many lanes: a sine and a cosine for each lane of Vec.
typedef float PairF __attribute__((vector_size(8 * POSENC_LANES)));
typedef unsigned PairBits __attribute__((vector_size(8 * POSENC_LANES)));
typedef std::uint16_t PairShort __attribute__((vector_size(4 * POSENC_LANES)));

template <class V, class T>
POSENC_INLINE V load(const T* from) {
  V value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}
template <class V, class T>
POSENC_INLINE void store(T* to, const V& value) {
  __builtin_memcpy(to, &value, sizeof value);
}
POSENC_INLINE Vec splat(double value) {
  return Vec{} + value;
}

POSENC_INLINE Int bits_of(const Vec& x) {
  return reinterpret_cast<Int>(x);
}
POSENC_INLINE Vec from_bits(const Int& x) {
  return reinterpret_cast<Vec>(x);
}
POSENC_INLINE PairBits bits_of(const PairF& x) {
  return reinterpret_cast<PairBits>(x);
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
  return __builtin_shufflevector(a, b, POSENC_LOW);
}
POSENC_INLINE Vec interleave_high(const Vec& a, const Vec& b) {
  return __builtin_shufflevector(a, b, POSENC_HIGH);
}
template <bool kInterleaved>
POSENC_INLINE PairF join(const VecF& a, const VecF& b) {
  if constexpr (kInterleaved) return __builtin_shufflevector(a, b, POSENC_LOW, POSENC_HIGH);
  return __builtin_shufflevector(a, b, POSENC_IN_ORDER);
}
#undef POSENC_LOW
#undef POSENC_HIGH
#undef POSENC_IN_ORDER
