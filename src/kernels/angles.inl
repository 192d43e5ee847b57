// Angles of a batch of pairs at one position: in vectors if there are any for 64-bit integers, else
// one after the other. The bits are the same either way. Included once for every instruction set,
// after simd.inl.

/// One after the other, n of them from pair `first` on.
inline void set_angles_singly(Angles& angles, int at, int n, const Turns& turns,
                              const Magnitude& position, std::ptrdiff_t first) {
  for (int i = at; i < at + n; ++i) {
    angles.set(i, position.shift == 0 ? integer_phase(position.mantissa, turns, first + i)
                                      : real_phase(position, turns, first + i));
  }
}

#if POSENC_HAS_WIDE_KERNELS && POSENC_LANES > 2

typedef unsigned long long Bits __attribute__((vector_size(8 * POSENC_LANES)));

/// Products of numbers below 2^32.
POSENC_INLINE Bits multiply_small(const Bits& x, const Bits& y) {
#if POSENC_LANES == 8
  return reinterpret_cast<Bits>(
      _mm512_maskz_mul_epu32(0xff, reinterpret_cast<__m512i>(x), reinterpret_cast<__m512i>(y)));
#else
  return reinterpret_cast<Bits>(
      _mm256_mul_epu32(reinterpret_cast<__m256i>(x), reinterpret_cast<__m256i>(y)));
#endif
}

/// The nearest doubles of integers below 2^63.
POSENC_INLINE Vec to_double(const Bits& x) {
#if POSENC_LANES == 8
  return converted<Vec>(reinterpret_cast<Int>(x));
#else
  // Both halves get the exponent that makes them doubles; only the last sum rounds.
  const Vec low = reinterpret_cast<Vec>((x & 0xffffffff) | 0x4330000000000000);  // 2^52 + half
  const Vec high = reinterpret_cast<Vec>((x >> 32) | 0x4530000000000000);        // 2^84 + 2^32 half
  return (high - 0x1.00000001p84) + low;
#endif
}
/// Of integers below 2^51 in magnitude, in two's complement.
POSENC_INLINE Vec small_to_double(const Bits& x) {
  return reinterpret_cast<Vec>(x + 0x4338000000000000) - 0x1.8p52;
}

/// kWidth angles, from the digits of frequencies at `digit` and those of the position, the lowest
/// first, in `position`. Returns whether the digits that are left out may matter.
template <int kPositionDigits>
POSENC_INLINE bool set_angles_at(Angles& angles, int i, const std::uint64_t* digit,
                                 std::ptrdiff_t stride, const Bits* position) {
  constexpr unsigned long long mask = (1ULL << kDigitBits) - 1;
  // Digit k of the phase before its carry, from 1 on.
  const auto sum = [&](int k) {
    Bits x = multiply_small(load<Bits>(digit + (k - 1) * stride), position[0]);
#pragma GCC unroll 3
    for (int j = 1; j < kPositionDigits; ++j) {
      x += multiply_small(load<Bits>(digit + (k - 1 + j) * stride), position[j]);
    }
    return x;
  };
  const Bits sixth = sum(6);
  const Bits fifth = sum(5) + (sixth >> kDigitBits);
  const Bits fourth = sum(4) + (fifth >> kDigitBits);
  const Bits third = sum(3) + (fourth >> kDigitBits);
  const Bits second = sum(2) + (third >> kDigitBits);
  const Bits first = sum(1) + (second >> kDigitBits);

  // As in Angles::set: 36 bits, of which 9 are the nearest point, and 63 bits after them.
  const Bits leading = (first & mask) << 9 | (second & mask) >> 18;
  const Bits nearest = (leading + (1ULL << 26)) >> 27;
  store(angles.point + i, nearest & (kCirclePoints - 1));
  store(angles.coarse + i, small_to_double(leading - (nearest << 27)) * 0x1p-36);
  const Bits below = (second & 0x3ffff) << 45 | (third & mask) << 18 | (fourth & mask) >> 9;
  store(angles.fine + i, to_double(below) * 0x1p-99);

  // What is left out of the product is less than 5 in the fifth digit.
  return any_bit(same_bits<PairBits>(((fifth & mask) + 8) >> kDigitBits));
}

/// Angles of n pairs from `first` on, n a multiple of kWidth.
POSENC_NOINLINE void set_angles(Angles& angles, int n, const Turns& turns,
                                const Magnitude& position, std::ptrdiff_t first) {
  constexpr std::uint64_t mask = (std::uint64_t{1} << kDigitBits) - 1;
  const int shift = (position.shift + kDigitBits - 1) / kDigitBits;  // in digits
  if (turns.digits == nullptr || !routes.vector_angles || 1 - shift < kFirstDigit) {
    return set_angles_singly(angles, 0, n, turns, position, first);
  }
  // mantissa * 2^-shift = (the three digits) * 2^(-27 * digits).
  const int up = shift * kDigitBits - position.shift;
  const std::uint64_t low = position.mantissa << up;
  const std::uint64_t high = up == 0 ? 0 : position.mantissa >> (64 - up);
  const Bits position_digits[] = {Bits{} + (low & mask), Bits{} + (low >> kDigitBits & mask),
                                  Bits{} + (low >> 2 * kDigitBits | high << (64 - 2 * kDigitBits))};
  const std::uint64_t* digit = turns.digits + (1 - shift - kFirstDigit) * turns.stride + first;
  const bool two = (low >> 2 * kDigitBits | high) == 0;
  for (int i = 0; i < n; i += kWidth) {
    const bool doubt = two ? set_angles_at<2>(angles, i, digit + i, turns.stride, position_digits)
                           : set_angles_at<3>(angles, i, digit + i, turns.stride, position_digits);
    if (POSENC_UNLIKELY(doubt)) {
      set_angles_singly(angles, i, kWidth, turns, position, first);
    }
  }
}

#else

POSENC_NOINLINE void set_angles(Angles& angles, int n, const Turns& turns,
                                const Magnitude& position, std::ptrdiff_t first) {
  set_angles_singly(angles, 0, n, turns, position, first);
}

#endif
