// Vectors of POSENC_LANES doubles, by the vector extensions of GCC and Clang. Included once for
// every instruction set, inside a namespace and a target of its own.

constexpr int kWidth = POSENC_LANES;

typedef double Vec __attribute__((vector_size(8 * POSENC_LANES)));
typedef long long Int __attribute__((vector_size(8 * POSENC_LANES)));
typedef float VecF __attribute__((vector_size(4 * POSENC_LANES)));
typedef int Int32 __attribute__((vector_size(4 * POSENC_LANES)));
typedef unsigned short Int16 __attribute__((vector_size(2 * POSENC_LANES)));
typedef float PairF __attribute__((vector_size(8 * POSENC_LANES)));

template <class V, class T>
inline V load(const T* from) {
  V value;
  __builtin_memcpy(&value, from, sizeof value);
  return value;
}
template <class V, class T>
inline void store(T* to, const V& value) {
  __builtin_memcpy(to, &value, sizeof value);
}
inline Vec splat(double value) {
  return Vec{} + value;
}

/// a0 b0 a1 b1 ... in two vectors, or in one of twice the length.
#if POSENC_LANES == 8
inline Vec interleave_low(const Vec& a, const Vec& b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
inline Vec interleave_high(const Vec& a, const Vec& b) {
  return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
inline PairF interleave(const VecF& a, const VecF& b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
}
#elif POSENC_LANES == 4
inline Vec interleave_low(const Vec& a, const Vec& b) {
  return __builtin_shufflevector(a, b, 0, 4, 1, 5);
}
inline Vec interleave_high(const Vec& a, const Vec& b) {
  return __builtin_shufflevector(a, b, 2, 6, 3, 7);
}
inline PairF interleave(const VecF& a, const VecF& b) {
  return __builtin_shufflevector(a, b, 0, 4, 1, 5, 2, 6, 3, 7);
}
#else
inline Vec interleave_low(const Vec& a, const Vec& b) {
  return __builtin_shufflevector(a, b, 0, 2);
}
inline Vec interleave_high(const Vec& a, const Vec& b) {
  return __builtin_shufflevector(a, b, 1, 3);
}
inline PairF interleave(const VecF& a, const VecF& b) {
  return __builtin_shufflevector(a, b, 0, 2, 1, 3);
}
#endif
