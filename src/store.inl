// From vectors of double to vectors of each scalar type, rounded once, and to memory. Included once
// for every instruction set.

#include "phasor.inl"

inline Int bits_of(const Vec& x) {
  return reinterpret_cast<Int>(x);
}
inline Vec from_bits(const Int& x) {
  return reinterpret_cast<Vec>(x);
}

/// hi + lo rounded to odd: to the double itself where it is one, else to the one of its two
/// neighbours whose last bit is set. Rounding that again, to fewer bits, is rounding once.
inline Vec round_to_odd(const Sum& x) {
  const Vec sum = x.hi + x.lo;
  const Vec part = sum - x.hi;
  const Vec rest = (x.hi - (sum - part)) + (x.lo - part);  // hi + lo = sum + rest exactly
  const Int even_and_inexact = (rest != 0.0) & ((bits_of(sum) & 1) == 0);
  const Int step = ((rest > 0.0) == (sum > 0.0)) | 1;  // -1 where away from zero, else 1
  return from_bits(bits_of(sum) - (even_and_inexact & step));
}

template <class T>
struct Lanes;

template <>
struct Lanes<double> {
  using Rounded = Vec;
  static Rounded round(const Vec& x) {
    return x;
  }
  static void put(double* to, const Rounded& x) {
    store(to, x);
  }
  static void put_pairs(double* to, const Rounded& a, const Rounded& b) {
    store(to, interleave_low(a, b));
    store(to + kWidth, interleave_high(a, b));
  }
};

template <>
struct Lanes<float> {
  using Rounded = VecF;
  using Difference = Int32;
  static Rounded round(const Vec& x) {
    return __builtin_convertvector(x, VecF);
  }
  static Difference difference(const Rounded& a, const Rounded& b) {
    return reinterpret_cast<Int32>(a) ^ reinterpret_cast<Int32>(b);
  }
  static void put(float* to, const Rounded& x) {
    store(to, x);
  }
  static void put_pairs(float* to, const Rounded& a, const Rounded& b) {
    store(to, interleave(a, b));
  }
};

/// The 16-bit types, in 64-bit lanes until they are stored.
template <class Small>
struct SmallLanes {
  using Rounded = Int;
  using Difference = Int;

  /// To nearest, for |x| <= 1. Ties do not come: 0 and 1 aside, no entry is halfway.
  static Rounded round(const Vec& x) {
    constexpr int drop = 52 - Small::kMantissaBits;
    const Int magnitude = bits_of(x) & 0x7fffffffffffffff;
    const Int sign = (bits_of(x) ^ magnitude) != 0;
    const long long bias = static_cast<long long>(1022 + Small::kMinExponent) << 52;
    const Int normal = (magnitude - bias + (1LL << (drop - 1))) >> drop;
    // Below the smallest normal number the grid is even: its numbers are the integers in units of
    // it.
    const double unit = Small::kMinExponent == -14 ? 0x1p-24 : 0x1p-133;
    const Vec shift = splat(0x1.8p52 * unit);
    const Int subnormal = bits_of(from_bits(magnitude) + shift) - bits_of(shift);
    const double smallest_normal = Small::kMinExponent == -14 ? 0x1p-14 : 0x1p-126;
    const Int is_small = from_bits(magnitude) < splat(smallest_normal);
    return (is_small & subnormal) | (~is_small & normal) | (sign & 0x8000);
  }
  static Difference difference(const Rounded& a, const Rounded& b) {
    return a ^ b;
  }
  static void put(Small* to, const Rounded& x) {
    store(to, __builtin_convertvector(x, Int16));
  }
  static void put_pairs(Small* to, const Rounded& a, const Rounded& b) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    store(to, __builtin_convertvector(a | (b << 16), Int32));
#else
    store(to, __builtin_convertvector(b | (a << 16), Int32));
#endif
  }
};
template <>
struct Lanes<Half> : SmallLanes<Half> {};
template <>
struct Lanes<BFloat16> : SmallLanes<BFloat16> {};

/// Sines and cosines of pairs i .. i + kWidth - 1 into row r of the target.
template <class T>
inline void put_row(const RowTarget<T>& to, std::ptrdiff_t r, std::ptrdiff_t i,
                    const typename Lanes<T>::Rounded& sin, const typename Lanes<T>::Rounded& cos) {
  T* sine = to.sine + r * to.row_stride + i * to.pair_stride;
  T* cosine = to.cosine + r * to.row_stride + i * to.pair_stride;
  if (i + kWidth <= to.cosines && i + kWidth <= to.sines) {
    if (to.pair_stride == 2) {
      Lanes<T>::put_pairs(sine, sin, cos);
    } else {
      Lanes<T>::put(sine, sin);
      Lanes<T>::put(cosine, cos);
    }
    return;
  }
  T sines[kWidth], cosines[kWidth];
  Lanes<T>::put(sines, sin);
  Lanes<T>::put(cosines, cos);
  for (int k = 0; k < kWidth; ++k) {
    if (i + k < to.sines) sine[k * to.pair_stride] = sines[k];
    if (i + k < to.cosines) cosine[k * to.pair_stride] = cosines[k];
  }
}
