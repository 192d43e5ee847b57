// 16-bit numbers to float and back, rounded once. Included once for every instruction set, after
// simd.inl.

POSENC_INLINE PairF from_bits(const PairBits& x) {
  return same_bits<PairF>(x);
}
/// Bits of a 16-bit number in the low half of each lane, to float.
template <class Small>
POSENC_INLINE PairF widened(const PairBits& bits);
template <>
POSENC_INLINE PairF widened<BFloat16>(const PairBits& bits) {
  return from_bits(bits << 16);
}
template <>
POSENC_INLINE PairF widened<Half>(const PairBits& bits) {
  const PairBits magnitude = bits & 0x7fffu;
  const PairBits normal = (magnitude << 13) + 0x38000000u;  // exponent bias 15 -> 127
  const PairBits special = normal + 0x38000000u;            // infinity and NaN: 31 -> 255
  const PairBits subnormal = bits_of(converted<PairF>(magnitude) * 0x1p-24f);
  const PairBits finite = choose(magnitude < 0x0400u, subnormal, normal);
  const PairBits wide = choose(magnitude >= 0x7c00u, special, finite);
  return from_bits(wide | (bits & 0x8000u) << 16);
}

/// To nearest, ties to even; the bits in the low half of each lane. NaN stays NaN: bfloat16 needs
/// no test for it, since widening and arithmetic leave the low half of a NaN zero, so that nothing
/// carries.
template <class Small>
POSENC_INLINE PairBits narrowed(const PairF& x);
template <>
POSENC_INLINE PairBits narrowed<BFloat16>(const PairF& x) {
  const PairBits bits = bits_of(x);
  return (bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16;
}
template <>
POSENC_INLINE PairBits narrowed<Half>(const PairF& x) {
  const PairBits magnitude = bits_of(x) & 0x7fffffffu;
  const PairBits sign = (bits_of(x) >> 16) & 0x8000u;
  const PairBits normal = (magnitude - 0x38000000u + 0xfffu + ((magnitude >> 13) & 1u)) >> 13;
  // Below 2^-14 the grid is even, of step 2^-24: the step of float next to 1/2.
  const PairF half = PairF{} + 0.5f;
  const PairBits subnormal = bits_of(from_bits(magnitude) + half) - bits_of(half);
  const PairBits nan = ((magnitude >> 13) & 0x3ffu) | 0x7e00u;
  const PairBits infinity = PairBits{} + 0x7c00u;
  PairBits result = choose(magnitude < 0x38800000u, subnormal, normal);
  result = choose(magnitude >= 0x47800000u, infinity, result);
  result = choose(magnitude > 0x7f800000u, nan, result);
  return result | sign;
}

#undef POSENC_CONVERTS_HALF
#if POSENC_LANES > 2
#define POSENC_CONVERTS_HALF 1
#else
#define POSENC_CONVERTS_HALF 0
#endif

/// Vectors of them; half by the processor's conversions where it has any, which round alike.
template <class Small>
POSENC_INLINE PairF widen(const PairShort& x) {
#if POSENC_LANES == 8
  if constexpr (std::is_same<Small, Half>::value) {
    return _mm512_maskz_cvtph_ps(0xffff, reinterpret_cast<__m256i>(x));
  }
#elif POSENC_CONVERTS_HALF
  if constexpr (std::is_same<Small, Half>::value) {
    return _mm256_cvtph_ps(reinterpret_cast<__m128i>(x));
  }
#endif
  return widened<Small>(converted<PairBits>(x));
}
template <class Small>
POSENC_INLINE PairShort narrow(const PairF& x) {
#if POSENC_LANES == 8
  if constexpr (std::is_same<Small, Half>::value) {
    constexpr int rounding = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
    return reinterpret_cast<PairShort>(_mm512_maskz_cvtps_ph(0xffff, x, rounding));
  }
#elif POSENC_CONVERTS_HALF
  if constexpr (std::is_same<Small, Half>::value) {
    return reinterpret_cast<PairShort>(_mm256_cvtps_ph(x, _MM_FROUND_TO_NEAREST_INT));
  }
#endif
  return converted<PairShort>(narrowed<Small>(x));
}

/// The same where no x is a tie.
template <class Small>
POSENC_INLINE PairShort narrow_no_tie(const PairF& x) {
  if constexpr (std::is_same<Small, Half>::value) return narrow<Small>(x);
  return converted<PairShort>((bits_of(x) + 0x8000u) >> 16);
}
