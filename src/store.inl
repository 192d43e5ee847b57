// From sums in double to the scalar types, rounded once, and to memory. Included once for every
// instruction set.

#include "phasor.inl"

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

/// Error of a sine or cosine from plain double products of two rounded phasors: six roundings of
/// at most 2^-54 each in products that sum to sqrt(2) at most, and one of the sum.
constexpr double kPlainError = 0x1p-50;

/// What is packed for T: kWidth sines and cosines, interleaved or all sines first. For the types
/// narrower than double, `plain` rounds values that are right to kPlainError; where that may differ
/// from rounding the true value, it sets the top bit of a lane of `unsure`, and `exact` must be
/// used.
template <class T>
struct Lanes;

template <>
struct Lanes<double> {
  struct Packed {
    Vec first, second;
  };
  template <bool kInterleaved>
  static POSENC_INLINE Packed exact(const Sum& sin, const Sum& cos) {
    const Vec s = sin.hi + sin.lo;
    const Vec c = cos.hi + cos.lo;
    if constexpr (kInterleaved) return {interleave_low(s, c), interleave_high(s, c)};
    return {s, c};
  }
};

template <>
struct Lanes<float> {
  using Packed = PairF;
  template <bool kInterleaved>
  static POSENC_INLINE Packed convert(const Vec& s, const Vec& c) {
    return join<kInterleaved>(__builtin_convertvector(s, VecF), __builtin_convertvector(c, VecF));
  }
  template <bool kInterleaved>
  static POSENC_INLINE Packed exact(const Sum& sin, const Sum& cos) {
    return convert<kInterleaved>(round_to_odd(sin), round_to_odd(cos));
  }
  /// Both ends of the interval of error: where they round alike, so does the true value.
  template <bool kInterleaved>
  static POSENC_INLINE Packed plain(const Vec& s, const Vec& c, PairBits& unsure) {
    const Packed low = convert<kInterleaved>(s - kPlainError, c - kPlainError);
    const Packed high = convert<kInterleaved>(s + kPlainError, c + kPlainError);
    unsure |= bits_of(low) ^ bits_of(high);
    return low;
  }
};

/// The 16-bit types: Half and BFloat16 of rounding.hpp.
template <class Small>
struct SmallLanes {
  using Packed = PairShort;

  template <bool kInterleaved>
  static POSENC_INLINE Packed exact(const Sum& sin, const Sum& cos) {
    const PairF x = Lanes<float>::convert<kInterleaved>(float_to_odd(sin), float_to_odd(cos));
    const PairBits magnitude = bits_of(x) & 0x7fffffffu;
    // Below the smallest normal number the grid is even, its numbers the integers in units of it.
    constexpr float unit = Small::kMinExponent == -14 ? 0x1p-24f : 0x1p-133f;
    const PairF shift = PairF{} + 0x1.8p23f * unit;
    const PairF absolute = x < 0.0f ? -x : x;
    const PairBits subnormal = bits_of(absolute + shift) - bits_of(shift);
    const auto small = magnitude < kLeastNormal;  // -1 or 0 in each lane
    const PairBits is_subnormal = reinterpret_cast<PairBits>(small);
    const PairBits rounded = (is_subnormal & subnormal) | (~is_subnormal & normal(magnitude));
    return __builtin_convertvector(rounded | sign(x), PairShort);
  }

  /// By way of float, whose error stays below one unit of its last place down to 2^-24: only a
  /// float halfway between two small numbers does not tell where the true value lies. Smaller
  /// values, and all that are subnormal in the small type, are left to `exact`.
  template <bool kInterleaved>
  static POSENC_INLINE Packed plain(const Vec& s, const Vec& c, PairBits& unsure) {
    constexpr unsigned half = 1u << (kDrop - 1);
    constexpr unsigned least = Small::kMinExponent < -24 ? (127u - 24) << 23 : kLeastNormal;
    const PairF x = Lanes<float>::convert<kInterleaved>(s, c);
    const PairBits magnitude = bits_of(x) & 0x7fffffffu;
    unsure |= (((magnitude & (2 * half - 1)) ^ half) - 1) | (magnitude - least);
    return __builtin_convertvector(normal(magnitude) | sign(x), PairShort);
  }

 private:
  static constexpr int kDrop = 23 - Small::kMantissaBits;
  static constexpr unsigned kLeastNormal = static_cast<unsigned>(127 + Small::kMinExponent) << 23;

  static POSENC_INLINE PairBits sign(const PairF& x) { return (bits_of(x) >> 16) & 0x8000u; }
  /// To nearest; ties do not come.
  static POSENC_INLINE PairBits normal(const PairBits& magnitude) {
    constexpr unsigned bias = static_cast<unsigned>(126 + Small::kMinExponent) << 23;
    return (magnitude + ((1u << (kDrop - 1)) - bias)) >> kDrop;
  }
  /// Rounded to odd at the precision of float, as a double.
  static POSENC_INLINE Vec float_to_odd(const Sum& x) {
    constexpr long long below = (1LL << 29) - 1;
    const Int bits = bits_of(round_to_odd(x));
    return from_bits((bits | ((bits & below) + below)) & ~below);
  }
};
template <>
struct Lanes<Half> : SmallLanes<Half> {};
template <>
struct Lanes<BFloat16> : SmallLanes<BFloat16> {};

/// Whether any lane of `unsure` is.
template <class T>
POSENC_INLINE bool any(const PairBits& unsure) {
  typedef unsigned long long Two __attribute__((vector_size(16)));
  Two parts[kWidth / 2];
  __builtin_memcpy(parts, &unsure, sizeof unsure);
  Two all = parts[0];
  for (int k = 1; k < kWidth / 2; ++k) all |= parts[k];
  const unsigned long long bits = all[0] | all[1];
  return (std::is_same<T, float>::value ? bits : bits & 0x8000000080000000u) != 0;
}

template <class T, Operation kOperation>
POSENC_INLINE void put_line(T* to, const char* from) {
  if constexpr (kOperation == Operation::write) {
    __builtin_memcpy(to, from, kWidth * sizeof(T));
  } else {
    typedef T Lane __attribute__((vector_size(kWidth * sizeof(T))));
    store(to, load<Lane>(to) + load<Lane>(from));
  }
}

/// kWidth sines and cosines to memory.
template <class T, bool kInterleaved, Operation kOperation>
POSENC_INLINE void put(T* sine, T* cosine, const typename Lanes<T>::Packed& packed) {
  const char* from = reinterpret_cast<const char*>(&packed);
  put_line<T, kOperation>(sine, from);
  put_line<T, kOperation>(kInterleaved ? sine + kWidth : cosine, from + kWidth * sizeof(T));
}

template <class T, Operation kOperation>
POSENC_INLINE void put_one(T& to, const T& value) {
  if constexpr (kOperation == Operation::write) {
    to = value;
  } else {
    to += value;
  }
}

/// The first `sines` and `cosines` of them.
template <class T, bool kInterleaved, Operation kOperation>
POSENC_INLINE void put_some(T* sine, T* cosine, const typename Lanes<T>::Packed& packed,
                            std::ptrdiff_t sines, std::ptrdiff_t cosines) {
  T values[2 * kWidth];
  put<T, false, Operation::write>(values, values + kWidth, packed);
  constexpr int step = kInterleaved ? 2 : 1;
  for (int k = 0; k < kWidth; ++k) {
    if (k < sines) put_one<T, kOperation>(sine[k * step], values[k * step]);
    if (k < cosines)
      put_one<T, kOperation>(cosine[k * step], values[kInterleaved ? 2 * k + 1 : kWidth + k]);
  }
}
