// Rows: the products of one anchor and the offsets of 16 positions, a strip of pairs at a time.
// Included once for every instruction set, after round_store.inl.

/// Rows of one block that are written side by side: few enough streams for the memory, enough rows
/// for the anchor to stay in registers and, in narrow types, to share one rounding test.
constexpr int kRowsAtOnce = POSENC_ROUTE_ROWS_TOGETHER ? 4 : 1;

/// Whether a strip of T is made of whole lines of the cache.
template <class T>
constexpr bool kStoresLines = POSENC_LANES == 8 && sizeof(typename Lanes<T>::Packed) % 64 == 0;

/// The factors of a strip: the phasors of the anchor, and those of the first row's offset, from the
/// strip's first pair on.
struct StripSource {
  Phasors anchor;
  const double* split;
  const double* plain;

  POSENC_INLINE StripSource(const Phasors& x, const Offsets& offsets, int digit, std::ptrdiff_t i)
      : anchor{x.component(0, i), x.group},
        split(offsets.digit(digit).component(0, i)),
        plain(offsets.sine(digit, i)) {}

  POSENC_INLINE Phasor offset(int row) const {
    return load_phasor({split + row * kPhasorGroup, 0}, 0);
  }
  POSENC_INLINE Vec sine(int row) const { return load<Vec>(plain + row * 2 * kLanes); }
  POSENC_INLINE Vec cosine(int row) const { return load<Vec>(plain + row * 2 * kLanes + kLanes); }

  /// Moves on from pair i to the next kWidth pairs.
  POSENC_INLINE void advance(std::ptrdiff_t i) {
    const bool next_group = (i + kWidth) % kLanes == 0;
    constexpr std::ptrdiff_t back = kLanes - kWidth;
    anchor.data += next_group ? anchor.group - back : kWidth;
    split += next_group ? kSplitGroup - back : kWidth;
    plain += next_group ? kPlainGroup - back : kWidth;
  }
};

/// Rounded once, with the sine negated where `sign` is negative.
template <class T, bool kInterleaved>
POSENC_INLINE typename Lanes<T>::Packed exact_signed(SinCos z, double sign) {
  if (sign < 0) z.sin = {-z.sin.hi, -z.sin.lo};
  return Lanes<T>::template exact<kInterleaved>(z.sin, z.cos);
}

/// kRows rows of kWidth pairs, by split products.
template <class T, bool kInterleaved, int kRows>
POSENC_INLINE void exact_strip(const StripSource& from, double sign,
                               typename Lanes<T>::Packed* packed) {
  const Phasor x = load_phasor(from.anchor, 0);
  const Vec sin = x.sin_hi + x.sin_lo;
  const Vec cos = x.cos_hi + x.cos_lo;
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r) {
    packed[r] = exact_signed<T, kInterleaved>(product(x, sin, cos, from.offset(r)), sign);
  }
}

/// By plain products; returns whether there is doubt how a value rounds.
template <class T, bool kInterleaved, int kRows>
POSENC_INLINE bool plain_strip(const StripSource& from, double sign,
                               typename Lanes<T>::Packed* packed) {
  const Phasor x = load_phasor(from.anchor, 0);
  const Vec sin = x.sin_hi + x.sin_lo;
  const Vec cos = x.cos_hi + x.cos_lo;
  const Vec signed_sin = sin * sign;
  const Vec signed_cos = cos * sign;
  const Vec minus_sin = -sin;
  Doubt doubt;
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r) {
    packed[r] = Lanes<T>::template plain<kInterleaved>(
        about_multiply_add(signed_sin, from.cosine(r), signed_cos * from.sine(r)),
        about_multiply_add(minus_sin, from.sine(r), cos * from.cosine(r)), doubt);
  }
  return doubt.any();
}

/// To a row and those after it.
template <class T, bool kInterleaved, Operation kOperation, int kRows>
POSENC_INLINE void put_strip(T* sine, T* cosine, std::ptrdiff_t row_stride,
                             const typename Lanes<T>::Packed* packed) {
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r, sine += row_stride, cosine += row_stride) {
    put<T, kInterleaved, kOperation>(sine, cosine, packed[r]);
  }
}

/// Some rows by split products, kept out of the loop: a strip in doubt, or the last one, if its
/// sines or cosines do not fill a vector.
template <class T, bool kInterleaved, Operation kOperation>
POSENC_NOINLINE void exact_rows(const StripSource& from, double sign, int rows, T* sine, T* cosine,
                                std::ptrdiff_t row_stride, std::ptrdiff_t sines = kWidth,
                                std::ptrdiff_t cosines = kWidth) {
  const Phasor x = load_phasor(from.anchor, 0);
  for (int r = 0; r < rows; ++r, sine += row_stride, cosine += row_stride) {
    const auto packed = exact_signed<T, kInterleaved>(product(x, from.offset(r)), sign);
    put_at_most<T, kInterleaved, kOperation>(sine, cosine, packed, sines, cosines);
  }
}

/// The same kPairs pairs of the next kRows rows.
template <class T, bool kInterleaved, int kRows, int kPairs = kWidth>
POSENC_INLINE void ask_for_strip(const T* sine, const T* cosine, std::ptrdiff_t row_stride) {
  constexpr std::ptrdiff_t numbers = kInterleaved ? 2 * kPairs : kPairs;
#pragma GCC unroll 4
  for (int r = kRows; r < 2 * kRows; ++r) {
    for (std::ptrdiff_t k = 0; k < numbers; k += kLine<T>) {
      ask_for(sine, r * row_stride + k);
      if (!kInterleaved) ask_for(cosine, r * row_stride + k);
    }
  }
}

template <class T, bool kInterleaved, Operation kOperation, int kRows>
POSENC_INLINE void strip(const StripSource& from, double sign, T* sine, T* cosine,
                         std::ptrdiff_t row_stride, bool ask_ahead) {
  if (kRows > 1 && ask_ahead) ask_for_strip<T, kInterleaved, kRows>(sine, cosine, row_stride);
  typename Lanes<T>::Packed packed[kRows];
  if constexpr (std::is_same<T, double>::value) {
    exact_strip<T, kInterleaved, kRows>(from, sign, packed);
  } else {
    const bool doubt = plain_strip<T, kInterleaved, kRows>(from, sign, packed);
    if (POSENC_UNLIKELY(doubt)) {
      return exact_rows<T, kInterleaved, kOperation>(from, sign, kRows, sine, cosine, row_stride);
    }
  }
  put_strip<T, kInterleaved, kOperation, kRows>(sine, cosine, row_stride, packed);
}

/// Interleaved rows that do not begin on a cache line: kRows of them, by stores that do, for as
/// many pairs as fill vectors; returns how many that were (lines.inl).
template <class T, int kRows>
std::ptrdiff_t lined_up_strips(const Phasors& anchor, const Offsets& offsets, int digit,
                               double sign, const RowTarget<T>& to);

/// bfloat16: kRows rows of the pairs that fill vectors of single precision; returns how many pairs
/// that were (single_precision.inl).
template <bool kInterleaved, Operation kOperation, int kRows>
std::ptrdiff_t single_strips(const Phasors& anchor, const Offsets& offsets, int digit, double sign,
                             const RowTarget<BFloat16>& to);

/// The hot loop: kRows rows from `digit` on, all pairs.
template <class T, bool kInterleaved, Operation kOperation, int kRows>
void loop_over_pairs(const Phasors& anchor, const Offsets& offsets, int digit, double sign,
                     const RowTarget<T>& to) {
  constexpr int step = kInterleaved ? 2 : 1;
  std::ptrdiff_t i = 0;
  if constexpr (std::is_same<T, BFloat16>::value) {
    i = single_strips<kInterleaved, kOperation, kRows>(anchor, offsets, digit, sign, to);
  } else if constexpr (kStoresLines<T> && kInterleaved && kOperation == Operation::write &&
                       kRows > 1) {
    i = lined_up_strips<T, kRows>(anchor, offsets, digit, sign, to);
  }
  StripSource from(anchor, offsets, digit, i);
  const std::ptrdiff_t row_stride = to.row_stride;
  T* sine = to.sine + step * i;
  T* cosine = to.cosine + step * i;
  for (; i + kWidth <= to.cosines; i += kWidth, sine += step * kWidth, cosine += step * kWidth) {
    strip<T, kInterleaved, kOperation, kRows>(from, sign, sine, cosine, row_stride, to.ask_ahead);
    from.advance(i);
  }
  for (; i < to.sines; i += kWidth, sine += step * kWidth, cosine += step * kWidth) {
    exact_rows<T, kInterleaved, kOperation>(from, sign, kRows, sine, cosine, row_stride,
                                            to.sines - i, to.cosines - i);
    from.advance(i);
  }
}

/// ScalarKernels::block_rows.
template <class T, bool kInterleaved, Operation kOperation>
void write_block_rows(const Phasors& anchor, const Offsets& offsets, int digit, int rows,
                      double sign, const RowTarget<T>& target) {
  RowTarget<T> to = target;
  for (int step; rows > 0; rows -= step) {
    if (rows >= kRowsAtOnce) {
      step = kRowsAtOnce;
      loop_over_pairs<T, kInterleaved, kOperation, kRowsAtOnce>(anchor, offsets, digit, sign, to);
    } else {
      step = 1;
      loop_over_pairs<T, kInterleaved, kOperation, 1>(anchor, offsets, digit, sign, to);
    }
    digit += step;
    to.sine += step * to.row_stride;
    to.cosine += step * to.row_stride;
  }
}
