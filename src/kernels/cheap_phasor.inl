// Direct phasors with fewer operations, for positions that cheap_enough() allows. Values whose
// rounding is in doubt are computed exactly, so the bits do not depend on these phasors. Included
// once for every instruction set, after split_phasor.inl.

/// Sine and cosine of 2π p (hi + lo), |p (hi + lo)| < kCheapTurns, each off by less than 6 * 2^-54
/// where products and sums fuse: for the narrow types, whose bits do not depend on it.
/// docs/exactness.md has the proof.
struct CheapPhasor {
  Vec sin, cos;
};

#if POSENC_LANES == 8

/// sin(k/16 turn), k from 0 to 19: cosines are four further on.
alignas(64) constexpr double kSixteenth[] = {
    0.0,  0x1.87de2a6aea963p-2,  0x1.6a09e667f3bcdp-1,  0x1.d906bcf328d46p-1,
    1.0,  0x1.d906bcf328d46p-1,  0x1.6a09e667f3bcdp-1,  0x1.87de2a6aea963p-2,
    0.0,  -0x1.87de2a6aea963p-2, -0x1.6a09e667f3bcdp-1, -0x1.d906bcf328d46p-1,
    -1.0, -0x1.d906bcf328d46p-1, -0x1.6a09e667f3bcdp-1, -0x1.87de2a6aea963p-2,
    0.0,  0x1.87de2a6aea963p-2,  0x1.6a09e667f3bcdp-1,  0x1.d906bcf328d46p-1,
};

/// Points of a sixteenth of a turn, looked up in registers, times a short polynomial.
POSENC_INLINE CheapPhasor cheap_phasor(const Vec& p, const Vec& hi, const Vec& lo) {
  const Vec leading = p * hi;
  const Vec below = about_multiply_add(p, lo, about_multiply_add(p, hi, -leading));
  // To the nearest sixteenth in every rounding mode, since the polynomials soon get worse.
  constexpr int to_sixteenths = 4 << 4 | _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
  const Vec nearest = _mm512_maskz_roundscale_pd(0xff, leading, to_sixteenths);
  const Vec r = (leading - nearest) + below;  // in turns, 1/32 and a little at most
  const Vec r2 = r * r;

  // sin(2πr)/r and (cos(2πr) - 1)/r^2, interpolated at the Chebyshev points of 0 <= r^2 <= 2^-10.
  constexpr double sine[] = {0x1.921fb54442d18p+2, -0x1.4abbce625bd96p+5, 0x1.466bc6769e1bap+6,
                             -0x1.32d2c4a60a45dp+6, 0x1.502cc32556230p+5};
  constexpr double cosine[] = {-0x1.3bd3cc9be45dep+4, 0x1.03c1f081b5a92p+6, -0x1.55d3c7e369410p+6,
                               0x1.e1f4fde51f47cp+5, -0x1.a682f08b00b35p+4};
  Vec s = splat(sine[4]);
  Vec c = splat(cosine[4]);
#pragma GCC unroll 4
  for (int k = 3; k >= 0; --k) {
    s = about_multiply_add(s, r2, splat(sine[k]));
    c = about_multiply_add(c, r2, splat(cosine[k]));
  }
  s = s * r;
  c = c * r2;

  // The number of the point is in the last four bits.
  const auto number = reinterpret_cast<__m512i>(nearest + splat(0x1.8p48));
  const auto point = [&](int from) {
    return Vec(_mm512_permutex2var_pd(load<Vec>(kSixteenth + from), number,
                                      load<Vec>(kSixteenth + from + 8)));
  };
  const Vec sin = point(0);
  const Vec cos = point(4);
  return {sin + about_multiply_add(sin, c, cos * s), cos + about_multiply_add(cos, c, -(sin * s))};
}

#else

/// Quarter turns by the symmetry of the circle, the rest by a polynomial.
POSENC_INLINE CheapPhasor cheap_phasor(const Vec& p, const Vec& hi, const Vec& lo) {
  const Vec shift = splat(0x1.8p50);  // its last place is a quarter turn
  const Vec leading = p * hi;
  const Vec below = about_multiply_add(p, lo, about_multiply_add(p, hi, -leading));
  const Vec shifted = leading + shift;
  const Vec r = (leading - (shifted - shift)) + below;  // in turns, 1/8 and a little at most
  const Vec r2 = r * r;

  // Taylor series of sin(2πr)/r and cos(2πr): (2π)^k / k!.
  constexpr double sine[] = {0x1.921fb54442d18p+2,  -0x1.4abbce625be53p+5, 0x1.466bc6775aae2p+6,
                             -0x1.32d2cce62bd86p+6, 0x1.50783487ee782p+5,  -0x1.e3074fde8871fp+3,
                             0x1.e8f434d018d63p+1,  -0x1.6fadb9f155744p-1};
  constexpr double cosine[] = {1.0,
                               -0x1.3bd3cc9be45dep+4,
                               0x1.03c1f081b5ac4p+6,
                               -0x1.55d3c7e3cbffap+6,
                               0x1.e1f506891babbp+5,
                               -0x1.a6d1f2a204a8cp+4,
                               0x1.f9d38a3763cc3p+2,
                               -0x1.b6e24f44b128fp+0,
                               0x1.20c62c2f2d7f5p-2};
  Vec s = splat(sine[7]);
  Vec c = about_multiply_add(splat(cosine[8]), r2, splat(cosine[7]));
#pragma GCC unroll 8
  for (int k = 6; k >= 0; --k) {
    s = about_multiply_add(s, r2, splat(sine[k]));
    c = about_multiply_add(c, r2, splat(cosine[k]));
  }
  s = s * r;

  const Int quarter = bits_of(shifted);
  const Int odd = (quarter & 1) != 0;
  const Vec sin = choose(odd, c, s);
  const Vec cos = choose(odd, s, c);
  return {choose((quarter & 2) != 0, -sin, sin), choose(((quarter + 1) & 2) != 0, -cos, cos)};
}

#endif

/// To the nearest point of the circle in every rounding mode, so that the rest is exact.
POSENC_INLINE Vec nearest_point(const Vec& turns) {
#if POSENC_LANES == 8
  constexpr int to_points = kCircleBits << 4 | _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
  return _mm512_maskz_roundscale_pd(0xff, turns, to_points);
#elif POSENC_LANES == 4
  const Vec points =
      _mm256_round_pd(turns * splat(kCirclePoints), _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  return points * splat(1.0 / kCirclePoints);
#else
  const Vec shift = splat(0x1.8p52 / kCirclePoints);
  return (turns + shift) - shift;
#endif
}

/// `product` with fewer roundings in the low parts.
POSENC_INLINE SinCos fused_product(const Phasor& x, const Phasor& y) {
  const Vec sin = x.sin_hi + x.sin_lo;
  const Vec cos = x.cos_hi + x.cos_lo;
  const auto sum = [&](const Vec& a, const Vec& b, const Vec& c) {
    return about_multiply_add(a, b, c);
  };
  SinCos z;
  z.sin.hi = sum(x.sin_hi, y.cos_hi, x.cos_hi * y.sin_hi);
  z.sin.lo = sum(sin, y.cos_lo, sum(x.sin_lo, y.cos_hi, sum(cos, y.sin_lo, x.cos_lo * y.sin_hi)));
  z.cos.hi = sum(x.cos_hi, y.cos_hi, -(x.sin_hi * y.sin_hi));
  z.cos.lo = sum(cos, y.cos_lo, sum(x.cos_lo, y.cos_hi, -sum(sin, y.sin_lo, x.sin_lo * y.sin_hi)));
  return z;
}

/// Sine and cosine of 2π p (hi + lo), |p (hi + lo)| < kCheapDoubleTurns, off by less than 18 *
/// 2^-78 where products and sums fuse. docs/exactness.md has the proof.
POSENC_INLINE SinCos cheap_sums(const Vec& p, const Vec& hi, const Vec& lo) {
  const Vec leading = p * hi;
  const Vec below = about_multiply_add(p, hi, -leading);  // exactly
  const Vec nearest = nearest_point(leading);
  const Vec rest = leading - nearest;
  const Vec grid = splat(0x1.8p17);  // its last place is 2^-35
  const Vec coarse = ((rest + about_multiply_add(p, lo, below)) + grid) - grid;
  const Vec fine = about_multiply_add(p, lo, (rest - coarse) + below);
  std::int64_t number[kWidth];
  store(number, bits_of(nearest + splat(0x1.8p43)) & (kCirclePoints - 1));
  return fused_product(circle_points(number), small_phasor<true>(coarse, fine));
}

/// The nearest doubles of a sum minus and plus some margin. Where they are equal, every number
/// between rounds to the same double.
struct Rounded {
  Vec below, above;
};
POSENC_INLINE Rounded rounded(const Sum& x, double margin) {
  return {x.hi + (x.lo - margin), x.hi + (x.lo + margin)};
}
POSENC_INLINE bool differ(const Rounded& x, const Rounded& y) {
#if POSENC_LANES == 8
  return (_mm512_cmp_pd_mask(x.below, x.above, _CMP_NEQ_UQ) |
          _mm512_cmp_pd_mask(y.below, y.above, _CMP_NEQ_UQ)) != 0;
#else
  return any_bit(same_bits<PairBits>((x.below != x.above) | (y.below != y.above)));
#endif
}
