// From sums in double to the scalar types, rounded once, and to memory. Included once for every
// instruction set.

#include "split_phasor.inl"

#include "half.inl"

/// hi + lo rounded to odd: to the double itself where it is one, else to the one of its two
/// neighbours whose last bit is set. Rounding that again, to fewer bits, is rounding once.
POSENC_INLINE Vec round_to_odd(const Sum& x) {
  const Vec sum = x.hi + x.lo;
  const Vec part = sum - x.hi;
  const Vec rest = (x.hi - (sum - part)) + (x.lo - part);  // hi + lo = sum + rest exactly
  const Int even_and_inexact = (rest != 0.0) & ((bits_of(sum) & 1) == 0);
  const Int step = ((rest > 0.0) == (sum > 0.0)) | 1;  // -1 where away from zero, else 1
  return from_bits(bits_of(sum) - (even_and_inexact & step));
}

/// Bound for the error of a sine or cosine from plain double products of two rounded phasors: four
/// roundings of at most 2^-54 in factors whose cofactors sum to 2 sqrt(2) at most, two in the
/// products, which sum to 1 at most, and one of the sum: below 6 * 2^-54.
constexpr int kPlainError = -51;
/// The same for a product of up to six rounded phasors.
constexpr int kChainError = -49;

/// Whether values with that error might not round as the true ones do. Collects doubts over several
/// vectors.
class Doubt {
 public:
  /// There is a doubt where all the bits of `mask` are zero.
  POSENC_INLINE void where_zero(const PairBits& bits, unsigned mask) {
#if POSENC_LANES == 8
    sure_ = _mm512_mask_test_epi32_mask(sure_, reinterpret_cast<__m512i>(bits),
                                        _mm512_set1_epi32(static_cast<int>(mask)));
#else
    unsure_ |= same_bits<PairBits>((bits & mask) == 0);
#endif
  }
  /// There is a doubt where |x| < 2^-15: exponents from -15 to 0 have three bits in common.
  POSENC_INLINE void where_small(const PairF& x) {
    common_ &= bits_of(x);
  }

  POSENC_INLINE bool any() const {
    constexpr unsigned large = 0x38000000;
#if POSENC_LANES == 8
    const __m512i all = _mm512_set1_epi32(large);
    const __m512i common = reinterpret_cast<__m512i>(common_) & all;
    const __mmask16 sure = _mm512_mask_cmpeq_epi32_mask(sure_, common, all);
    return _mm512_kortestc(sure, sure) == 0;
#else
    return any_bit((~common_ & large) | unsure_);
#endif
  }

 private:
#if POSENC_LANES == 8
  __mmask16 sure_ = 0xffff;
#else
  PairBits unsure_ = {};
#endif
  PairBits common_ = ~PairBits{};
};

/// What is packed for T: kWidth sines and cosines, interleaved or all sines first. For the types
/// narrower than double, `plain` rounds values that are right to kPlainError; where that may differ
/// from rounding the true value, there is a doubt, and `exact` must be used.
template <class T>
struct Lanes;

template <>
struct Lanes<double> {
  struct Packed {
    Vec first, second;
  };
  using Part = Vec;
  static POSENC_INLINE Packed joined(const Vec& a, const Vec& b) { return {a, b}; }
  static POSENC_INLINE Vec first(const Packed& x) { return x.first; }
  static POSENC_INLINE Vec second(const Packed& x) { return x.second; }
  static POSENC_INLINE Packed sum(const Packed& a, const Packed& b) {
    return {a.first + b.first, a.second + b.second};
  }
  template <bool kInterleaved>
  static POSENC_INLINE Packed exact(const Sum& sin, const Sum& cos) {
    const Vec s = sin.hi + sin.lo;
    const Vec c = cos.hi + cos.lo;
    if constexpr (kInterleaved) return {interleave_low(s, c), interleave_high(s, c)};
    return {s, c};
  }
};

/// One vector.
template <class P, class H>
struct OneVector {
  using Packed = P;
  using Part = H;
  static POSENC_INLINE P joined(const H& a, const H& b) {
    return joined(a, b, std::make_integer_sequence<int, 2 * kWidth>());
  }
  static POSENC_INLINE H first(const P& x) {
    return part<0>(x, std::make_integer_sequence<int, kWidth>());
  }
  static POSENC_INLINE H second(const P& x) {
    return part<kWidth>(x, std::make_integer_sequence<int, kWidth>());
  }

 private:
  template <int... I>
  static POSENC_INLINE P joined(const H& a, const H& b, std::integer_sequence<int, I...>) {
    return shuffle<I...>(a, b);
  }
  template <int kFrom, int... I>
  static POSENC_INLINE H part(const P& x, std::integer_sequence<int, I...>) {
    return shuffle<(kFrom + I)...>(x, x);
  }
};

template <>
struct Lanes<float> : OneVector<PairF, VecF> {
  static POSENC_INLINE PairF sum(const PairF& a, const PairF& b) { return a + b; }
  template <bool kInterleaved>
  static POSENC_INLINE Packed convert(const Vec& s, const Vec& c) {
    return join<kInterleaved>(converted<VecF>(s), converted<VecF>(c));
  }
  template <bool kInterleaved>
  static POSENC_INLINE Packed exact(const Sum& sin, const Sum& cos) {
    return convert<kInterleaved>(round_to_odd(sin), round_to_odd(cos));
  }
  /// In units of the last place of the double, 2^-67 or more where |x| >= 2^-15, the error is at
  /// most 2^16: no less lies between a safe value and the middle of two floats, where the 29 bits
  /// that drop are 2^28.
  template <bool kInterleaved, int kError = kPlainError>
  static POSENC_INLINE Packed plain(const Vec& s, const Vec& c, Doubt& doubt) {
    const Packed x = convert<kInterleaved>(s, c);
    constexpr auto error = 1u << (kError + 67);
    static_assert((error & (error - 1)) == 0, "the mask is made of whole bits");
    doubt.where_zero(low_halves(s, c) - ((1u << 28) - error), (1u << 29) - 2 * error);
    doubt.where_small(x);
    return x;
  }
};

/// The 16-bit types: Half and BFloat16 of rounding.hpp.
template <class Small>
struct HalfwayLanes : OneVector<PairShort, Short> {
  using Packed = PairShort;

  static POSENC_INLINE PairShort sum(const PairShort& a, const PairShort& b) {
    return narrow<Small>(widen<Small>(a) + widen<Small>(b));
  }
  template <bool kInterleaved>
  static POSENC_INLINE Packed exact(const Sum& sin, const Sum& cos) {
    return narrow<Small>(Lanes<float>::convert<kInterleaved>(float_to_odd(sin), float_to_odd(cos)));
  }

  /// By way of float, with an error below one unit of its last place. Only a float halfway between
  /// two 16-bit numbers (its last bits are zero) leaves open where the true value lies.
  template <bool kInterleaved, int kError = kPlainError>
  static POSENC_INLINE Packed plain(const Vec& s, const Vec& c, Doubt& doubt) {
    const PairF x = Lanes<float>::convert<kInterleaved>(s, c);
    constexpr int drop = 23 - Small::kMantissaBits;
    doubt.where_zero(bits_of(x), (1u << (drop - 1)) - 1);
    // Under round to nearest the other of sine and cosine is 1 or -1 then, and in doubt already.
    doubt.where_small(x);
    return narrow_no_tie<Small>(x);
  }

 private:
  /// Rounded to odd at the precision of float, as a double.
  static POSENC_INLINE Vec float_to_odd(const Sum& x) {
    constexpr long long below = (1LL << 29) - 1;
    const Int bits = bits_of(round_to_odd(x));
    return from_bits((bits | ((bits & below) + below)) & ~below);
  }
};
template <>
struct Lanes<Half> : HalfwayLanes<Half> {};
template <>
struct Lanes<BFloat16> : HalfwayLanes<BFloat16> {};

/// kWidth sines and cosines to memory; interleaved ones go to `sine`, one after the other.
template <class T, bool kInterleaved, Operation kOperation>
POSENC_INLINE void put(T* sine, T* cosine, typename Lanes<T>::Packed packed) {
  using L = Lanes<T>;
  if constexpr (kInterleaved) {
    if constexpr (kOperation == Operation::add) {
      packed = L::sum(load<typename L::Packed>(sine), packed);
    }
    store(sine, packed);
  } else {
    if constexpr (kOperation == Operation::add) {
      packed =
          L::sum(L::joined(load<typename L::Part>(sine), load<typename L::Part>(cosine)), packed);
    }
    store(sine, L::first(packed));
    store(cosine, L::second(packed));
  }
}

/// The first `sines` and `cosines` of them, by way of a full vector.
template <class T, bool kInterleaved, Operation kOperation>
POSENC_NOINLINE void put_some(T* sine, T* cosine, const typename Lanes<T>::Packed& packed,
                              std::ptrdiff_t sines, std::ptrdiff_t cosines) {
  constexpr int step = kInterleaved ? 2 : 1;
  T values[2 * kWidth] = {};
  T* const own_cosine = values + (kInterleaved ? 1 : kWidth);
  const auto copy = [=](T* to_sine, T* to_cosine, const T* from_sine, const T* from_cosine) {
    for (int k = 0; k < kWidth; ++k) {
      if (k < sines) to_sine[k * step] = from_sine[k * step];
      if (k < cosines) to_cosine[k * step] = from_cosine[k * step];
    }
  };
  if (kOperation == Operation::add) copy(values, own_cosine, sine, cosine);
  put<T, kInterleaved, kOperation>(values, own_cosine, packed);
  copy(sine, cosine, values, own_cosine);
}

/// All of them that there are.
template <class T, bool kInterleaved, Operation kOperation>
POSENC_INLINE void put_at_most(T* sine, T* cosine, const typename Lanes<T>::Packed& packed,
                               std::ptrdiff_t sines, std::ptrdiff_t cosines) {
  if (POSENC_UNLIKELY(cosines < kWidth)) {
    const typename Lanes<T>::Packed in_memory = packed;  // which the other path does not need
    put_some<T, kInterleaved, kOperation>(sine, cosine, in_memory, sines, cosines);
  } else {
    put<T, kInterleaved, kOperation>(sine, cosine, packed);
  }
}
