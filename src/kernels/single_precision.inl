// bfloat16 by products in single precision, twice as many pairs in a vector; a strip in doubt is
// computed as for the other narrow types. Included once for every instruction set, after rows.inl.

constexpr int kSinglePairs = 2 * kWidth;

/// A sine or cosine from plain float products of two rounded phasors is right to 6 * 2^-25, as for
/// kPlainError. More than this is between a safe value and the middle of its two neighbours, which
/// are 2^-20 apart then, and no other middle is nearer than 2^-22: docs/exactness.md.
constexpr float kSingleError = 0x1p-22f;

constexpr unsigned kUpperHalf = 0xffff0000u;

/// Whether such values might not round to bfloat16 as the true ones do. Collects doubts over
/// several vectors.
class SingleDoubt {
 public:
  POSENC_INLINE void at(const PairF& x) {
    const PairF distance = x - from_bits((bits_of(x) & kUpperHalf) | 0x8000u);
#if POSENC_LANES == 8
    constexpr int least_magnitude = 0xa;
    least_ = _mm512_range_ps(least_, distance, least_magnitude);
#else
    const PairF magnitude = from_bits(bits_of(distance) & 0x7fffffffu);
    unsure_ |= ~same_bits<PairBits>(magnitude > PairF{} + kSingleError);
#endif
  }
  POSENC_INLINE bool any() const {
#if POSENC_LANES == 8
    return _mm512_cmple_ps_mask(least_, _mm512_set1_ps(kSingleError)) != 0;
#else
    return any_bit(unsure_);
#endif
  }

 private:
#if POSENC_LANES == 8
  PairF least_ = PairF{} + 1.0f;
#else
  PairBits unsure_ = {};
#endif
};

/// Sines (component 0) or cosines (component 2) of the pairs from i on.
POSENC_INLINE PairF to_single(const Phasors& x, int component, std::ptrdiff_t i) {
  const auto part = [&](std::ptrdiff_t k) {
    return converted<VecF>(load<Vec>(x.component(component, k)) +
                           load<Vec>(x.component(component + 1, k)));
  };
  return join<false>(part(i), part(i + kWidth));
}

/// The sum of two numbers in the upper halves, rounded to the upper half.
POSENC_INLINE PairBits upper_half_of_sum(const PairBits& x, const PairBits& y) {
  return narrowed<BFloat16>(from_bits(x) + from_bits(y & kUpperHalf)) << 16;
}

/// kSinglePairs sines and cosines, none of them a tie, to their places in a row.
template <bool kInterleaved, Operation kOperation>
POSENC_INLINE void put_single(BFloat16* sine, BFloat16* cosine, const PairF& s, const PairF& c) {
  // Each rounded to the upper half of its bits.
  PairBits sines = bits_of(s) + 0x8000u;
  PairBits cosines = bits_of(c) + 0x8000u;
  if constexpr (kInterleaved) {
    if constexpr (kOperation == Operation::add) {
      const PairBits old = load<PairBits>(sine);
      const PairBits old_sines = POSENC_BIG_ENDIAN ? old & kUpperHalf : old << 16;
      const PairBits old_cosines = POSENC_BIG_ENDIAN ? old << 16 : old & kUpperHalf;
      sines = upper_half_of_sum(old_sines, sines);
      cosines = upper_half_of_sum(old_cosines, cosines);
    }
    store(sine, POSENC_BIG_ENDIAN ? (cosines >> 16) | (sines & kUpperHalf)
                                  : (sines >> 16) | (cosines & kUpperHalf));
  } else {
    const auto put_part = [](BFloat16* to, const PairBits& x) {
      auto part = converted<PairShort>(x >> 16);
      if constexpr (kOperation == Operation::add) {
        part = Lanes<BFloat16>::sum(load<PairShort>(to), part);
      }
      store(to, part);
    };
    put_part(sine, sines);
    put_part(cosine, cosines);
  }
}

/// By products in double, kept out of the loop, which rarely needs them.
template <bool kInterleaved, Operation kOperation, int kRows>
POSENC_NOINLINE void doubtful_single_strip(const Phasors& anchor, const Offsets& offsets, int digit,
                                           double sign, const RowTarget<BFloat16>& to,
                                           std::ptrdiff_t first) {
  constexpr int step = kInterleaved ? 2 : 1;
  for (std::ptrdiff_t i = first; i < first + kSinglePairs; i += kWidth) {
    strip<BFloat16, kInterleaved, kOperation, kRows>(StripSource(anchor, offsets, digit, i), sign,
                                                     to.sine + step * i, to.cosine + step * i,
                                                     to.row_stride, false);
  }
}

template <bool kInterleaved, Operation kOperation, int kRows>
std::ptrdiff_t single_strips(const Phasors& anchor, const Offsets& offsets, int digit, double sign,
                             const RowTarget<BFloat16>& to) {
  constexpr int step = kInterleaved ? 2 : 1;
  if (offsets.single == nullptr || !routes.single_products) return 0;
  std::ptrdiff_t i = 0;
  for (; i + kSinglePairs <= to.cosines; i += kSinglePairs) {
    BFloat16* sine = to.sine + step * i;
    BFloat16* cosine = to.cosine + step * i;
    if (kRows > 1 && to.ask_ahead) {
      ask_for_strip<BFloat16, kInterleaved, kRows, kSinglePairs>(sine, cosine, to.row_stride);
    }
    const PairF sin = to_single(anchor, 0, i);
    const PairF cos = to_single(anchor, 2, i);
    const PairF signed_sin = sin * static_cast<float>(sign);
    const PairF signed_cos = cos * static_cast<float>(sign);
    const PairF minus_sin = -sin;
    const float* offset = offsets.single_sine(digit, i);
    PairF s[kRows], c[kRows];
    SingleDoubt doubt;
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r, offset += 2 * kSingles) {
      const auto offset_sin = load<PairF>(offset);
      const auto offset_cos = load<PairF>(offset + kSingles);
      s[r] = about_multiply_add(signed_sin, offset_cos, signed_cos * offset_sin);
      c[r] = about_multiply_add(minus_sin, offset_sin, cos * offset_cos);
      doubt.at(s[r]);
      doubt.at(c[r]);
    }
    if (POSENC_UNLIKELY(doubt.any())) {
      doubtful_single_strip<kInterleaved, kOperation, kRows>(anchor, offsets, digit, sign, to, i);
      continue;
    }
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r, sine += to.row_stride, cosine += to.row_stride) {
      put_single<kInterleaved, kOperation>(sine, cosine, s[r], c[r]);
    }
  }
  return i;
}
