// Split phasors: sine and cosine each as hi + lo, hi a multiple of 2^-26, lo a double of at most
// about 2^-27. Included once for every instruction set.
//
// Products of two high parts and the sums of two such products are exact in double: multiples of
// 2^-52 below 2. So the bits do not depend on whether a compiler contracts them, and only terms
// near 2^-27 round. docs/exactness.md has the bounds.

#include "simd.inl"

struct Phasor {
  Vec sin_hi, sin_lo, cos_hi, cos_lo;
};

/// A value as an exact sum of high parts and the small rest: its double is hi + lo, rounded once.
struct Sum {
  Vec hi, lo;
};
struct SinCos {
  Sum sin, cos;
};

POSENC_INLINE Phasor load_phasor(const Phasors& p, std::ptrdiff_t i) {
  return {load<Vec>(p.component(0, i)), load<Vec>(p.component(1, i)), load<Vec>(p.component(2, i)),
          load<Vec>(p.component(3, i))};
}

/// x y + z, rounded once if kFuse is set and the processor can: for bits that nothing depends on.
template <bool kFuse>
POSENC_INLINE Vec multiply_add(const Vec& x, const Vec& y, const Vec& z) {
  if constexpr (kFuse) return about_multiply_add(x, y, z);
  return x * y + z;
}

/// e^(i(x + y)) from both phasors, by angle addition; `sin` and `cos` are the sums hi + lo of x.
POSENC_INLINE SinCos product(const Phasor& x, const Vec& sin, const Vec& cos, const Phasor& y) {
  SinCos z;
  z.sin.hi = x.sin_hi * y.cos_hi + x.cos_hi * y.sin_hi;
  z.sin.lo = (sin * y.cos_lo + x.sin_lo * y.cos_hi) + (cos * y.sin_lo + x.cos_lo * y.sin_hi);
  z.cos.hi = x.cos_hi * y.cos_hi - x.sin_hi * y.sin_hi;
  z.cos.lo = (cos * y.cos_lo + x.cos_lo * y.cos_hi) - (sin * y.sin_lo + x.sin_lo * y.sin_hi);
  return z;
}
POSENC_INLINE SinCos product(const Phasor& x, const Phasor& y) {
  return product(x, x.sin_hi + x.sin_lo, x.cos_hi + x.cos_lo, y);
}

/// Nearest multiple of 2^-26 for |x| < 2^25.
POSENC_INLINE Vec on_grid(const Vec& x) {
  const Vec shift = splat(0x1.8p26);
  return (x + shift) - shift;
}

/// To split form.
POSENC_INLINE Phasor split(const SinCos& z) {
  Phasor p;
  p.sin_hi = on_grid(z.sin.hi + z.sin.lo);
  p.sin_lo = (z.sin.hi - p.sin_hi) + z.sin.lo;
  p.cos_hi = on_grid(z.cos.hi + z.cos.lo);
  p.cos_lo = (z.cos.hi - p.cos_hi) + z.cos.lo;
  return p;
}

/// e^(ix) for the small angle x = 2π (coarse + fine) turns, |x| < 2^-7.3.
template <bool kFuse = false>
POSENC_INLINE Phasor small_phasor(const Vec& coarse, const Vec& fine) {
  // 2π = pi_hi + pi_lo with pi_hi in 26 bits: coarse * pi_hi is exact.
  const Vec pi_hi = splat(0x1.921fb58p+2);
  const Vec pi_lo = splat(-0x1.dde973dcb3b3ap-25);
  const Vec shift = splat(0x1.8p20);

  // x = u + v, u a multiple of 2^-32 below 2^-7.3, so that u^2 is exact; |v| < 2^-31.
  const Vec leading = coarse * pi_hi;
  const Vec u = (leading + shift) - shift;
  const auto sum = [&](const Vec& x, const Vec& y, const Vec& z) {
    return multiply_add<kFuse>(x, y, z);
  };
  const Vec v = (leading - u) + sum(coarse, pi_lo, fine * (pi_hi + pi_lo));
  const Vec u2 = u * u;
  const Vec half_u2 = 0.5 * u2;

  // sin u = u + s, cos u = 1 - u^2/2 + c.
  const Vec s = (u * u2) * sum(u2, sum(u2, splat(-1.0 / 5040), splat(1.0 / 120)), splat(-1.0 / 6));
  const Vec c =
      (u2 * u2) * sum(u2, sum(u2, splat(1.0 / 40320), splat(-1.0 / 720)), splat(1.0 / 24));
  const Vec sin_u = u + s;
  const Vec cos_u = (1.0 - half_u2) + c;

  // sin(u + v) = sin u + v (cos u - v/2 sin u),  cos(u + v) = cos u - v (sin u + v/2 cos u).
  const Vec minus_half_v = -0.5 * v;
  const Vec s_rest = sum(v, sum(minus_half_v, sin_u, cos_u), s);
  const Vec c_rest = sum(v, sum(minus_half_v, cos_u, -sin_u), c);

  Phasor p;
  p.sin_hi = on_grid(sin_u);
  p.sin_lo = (u - p.sin_hi) + s_rest;
  p.cos_hi = on_grid(cos_u);
  p.cos_lo = ((1.0 - p.cos_hi) - half_u2) + c_rest;
  return p;
}

/// The points of the circle with these numbers.
POSENC_INLINE Phasor circle_points(const std::int64_t* number) {
#if POSENC_LANES > 2
  // A point is four numbers that lie together: they are loaded at once, and transposed.
  const auto point = [&](int k) { return &kCircle.point[number[k]].sin_hi; };
#if POSENC_LANES == 8
  const auto both = [&](int k) {
    const __m512d first = _mm512_castpd256_pd512(_mm256_loadu_pd(point(k)));
    return Vec(_mm512_maskz_insertf64x4(0xff, first, _mm256_loadu_pd(point(k + 4)), 1));
  };
  const Vec a = both(0), b = both(1), c = both(2), d = both(3);
#define POSENC_EVEN 0, 8, 2, 10, 4, 12, 6, 14
#define POSENC_ODD 1, 9, 3, 11, 5, 13, 7, 15
#define POSENC_SINES 0, 1, 8, 9, 4, 5, 12, 13
#define POSENC_COSINES 2, 3, 10, 11, 6, 7, 14, 15
#else
  const Vec a = load<Vec>(point(0)), b = load<Vec>(point(1)), c = load<Vec>(point(2)),
            d = load<Vec>(point(3));
#define POSENC_EVEN 0, 4, 2, 6
#define POSENC_ODD 1, 5, 3, 7
#define POSENC_SINES 0, 1, 4, 5
#define POSENC_COSINES 2, 3, 6, 7
#endif
  const Vec hi_ab = shuffle<POSENC_EVEN>(a, b), lo_ab = shuffle<POSENC_ODD>(a, b);
  const Vec hi_cd = shuffle<POSENC_EVEN>(c, d), lo_cd = shuffle<POSENC_ODD>(c, d);
  return {shuffle<POSENC_SINES>(hi_ab, hi_cd), shuffle<POSENC_SINES>(lo_ab, lo_cd),
          shuffle<POSENC_COSINES>(hi_ab, hi_cd), shuffle<POSENC_COSINES>(lo_ab, lo_cd)};
#undef POSENC_EVEN
#undef POSENC_ODD
#undef POSENC_SINES
#undef POSENC_COSINES
#else
  double point[4][kWidth];
  for (int k = 0; k < kWidth; ++k) {
    const CirclePoint& p = kCircle.point[number[k]];
    point[0][k] = p.sin_hi;
    point[1][k] = p.sin_lo;
    point[2][k] = p.cos_hi;
    point[3][k] = p.cos_lo;
  }
  return {load<Vec>(point[0]), load<Vec>(point[1]), load<Vec>(point[2]), load<Vec>(point[3])};
#endif
}

/// e^(2πi angle) for angles i .. i + kWidth - 1 of a batch.
POSENC_INLINE SinCos angle_phasor(const Angles& angles, int i) {
  const Phasor point = circle_points(angles.point + i);
  return product(point, small_phasor(load<Vec>(angles.coarse + i), load<Vec>(angles.fine + i)));
}
