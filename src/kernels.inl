// The kernels, included once for every instruction set.

#include "store.inl"

#include "rotary.inl"

void direct(const Turns& turns, std::uint64_t p, std::ptrdiff_t n, const MutablePhasors& out) {
  Angles angles;
  for (std::ptrdiff_t begin = 0; begin < n; begin += kAngleBatch) {
    const int batch = static_cast<int>(n - begin < kAngleBatch ? n - begin : kAngleBatch);
    for (int i = 0; i < batch; ++i) angles.set(i, integer_phase(p, turns, begin + i));
    for (int i = 0; i < batch; i += kWidth) {
      const Phasor z = cut(angle_phasor(angles, i));
      const Vec sign = load<Vec>(turns.sign + begin + i);
      store(out.component(0, begin + i), z.sin_hi * sign + 0.0);  // no zero is negative
      store(out.component(1, begin + i), z.sin_lo * sign + 0.0);
      store(out.component(2, begin + i), z.cos_hi);
      store(out.component(3, begin + i), z.cos_lo);
    }
  }
}

void multiply(const Phasors& x, const Phasors& y, std::ptrdiff_t n, const MutablePhasors& out) {
  for (std::ptrdiff_t i = 0; i < n; i += kWidth) {
    const Phasor z = cut(product(load_phasor(x, i), load_phasor(y, i)));
    store(out.component(0, i), z.sin_hi);
    store(out.component(1, i), z.sin_lo);
    store(out.component(2, i), z.cos_hi);
    store(out.component(3, i), z.cos_lo);
  }
}

/// Rows of one block that are written side by side: few enough streams for the memory, enough rows
/// for the anchor to stay in registers and, in narrow types, to share one rounding test.
template <class T>
constexpr int kRowsAtOnce = std::is_same<T, double>::value ? 2 : 4;

/// What a strip is made of: the anchor's phasors and the offsets' from its first pair on, those of
/// its first row.
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

  /// On to the next kWidth pairs after pair i.
  POSENC_INLINE void advance(std::ptrdiff_t i) {
    const bool next_group = (i + kWidth) % kLanes == 0;
    constexpr std::ptrdiff_t back = kLanes - kWidth;
    anchor.data += next_group ? anchor.group - back : kWidth;
    split += next_group ? kSplitGroup - back : kWidth;
    plain += next_group ? kPlainGroup - back : kWidth;
  }
};

/// kRows rows of kWidth pairs, by split products.
template <class T, bool kInterleaved, int kRows>
POSENC_INLINE void exact_strip(const StripSource& from, double sign,
                               typename Lanes<T>::Packed* packed) {
  const Phasor x = load_phasor(from.anchor, 0);
  const Vec sin = x.sin_hi + x.sin_lo;
  const Vec cos = x.cos_hi + x.cos_lo;
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
    SinCos z = product(x, sin, cos, from.offset(r));
    if (sign < 0) z.sin = {-z.sin.hi, -z.sin.lo};
    packed[r] = Lanes<T>::template exact<kInterleaved>(z.sin, z.cos);
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
#pragma GCC unroll 8
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
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r, sine += row_stride, cosine += row_stride) {
    put<T, kInterleaved, kOperation>(sine, cosine, packed[r]);
  }
}

/// By split products, out of the way of the loop that rarely needs them.
template <class T, bool kInterleaved, Operation kOperation, int kRows>
__attribute__((noinline)) void doubtful_strip(const StripSource& from, double sign, T* sine,
                                              T* cosine, std::ptrdiff_t row_stride) {
  typename Lanes<T>::Packed packed[kRows];
  exact_strip<T, kInterleaved, kRows>(from, sign, packed);
  put_strip<T, kInterleaved, kOperation, kRows>(sine, cosine, row_stride, packed);
}

template <class T, bool kInterleaved, Operation kOperation, int kRows>
POSENC_INLINE void strip(const StripSource& from, double sign, T* sine, T* cosine,
                         std::ptrdiff_t row_stride) {
  typename Lanes<T>::Packed packed[kRows];
  if constexpr (std::is_same<T, double>::value) {
    exact_strip<T, kInterleaved, kRows>(from, sign, packed);
  } else {
    const bool doubt = plain_strip<T, kInterleaved, kRows>(from, sign, packed);
    if (__builtin_expect(doubt, 0)) {
      return doubtful_strip<T, kInterleaved, kOperation, kRows>(from, sign, sine, cosine,
                                                                row_stride);
    }
  }
  put_strip<T, kInterleaved, kOperation, kRows>(sine, cosine, row_stride, packed);
}

/// The last pairs, whose sines or cosines do not fill a vector.
template <class T, bool kInterleaved, Operation kOperation, int kRows>
__attribute__((noinline)) void last_strip(const StripSource& from, double sign, T* sine, T* cosine,
                                          std::ptrdiff_t row_stride, std::ptrdiff_t sines,
                                          std::ptrdiff_t cosines) {
  typename Lanes<T>::Packed packed[kRows];
  exact_strip<T, kInterleaved, kRows>(from, sign, packed);
  for (int r = 0; r < kRows; ++r, sine += row_stride, cosine += row_stride) {
    put_some<T, kInterleaved, kOperation>(sine, cosine, packed[r], sines, cosines);
  }
}

template <class T, bool kInterleaved, Operation kOperation, int kRows>
void strips(const Phasors& anchor, const Offsets& offsets, int digit, double sign,
            const RowTarget<T>& to) {
  constexpr int step = kInterleaved ? 2 : 1;
  StripSource from(anchor, offsets, digit, 0);
  const std::ptrdiff_t row_stride = to.row_stride;
  T* sine = to.sine;
  T* cosine = to.cosine;
  std::ptrdiff_t i = 0;
  for (; i + kWidth <= to.cosines; i += kWidth, sine += step * kWidth, cosine += step * kWidth) {
    strip<T, kInterleaved, kOperation, kRows>(from, sign, sine, cosine, row_stride);
    from.advance(i);
  }
  for (; i < to.sines; i += kWidth, sine += step * kWidth, cosine += step * kWidth) {
    last_strip<T, kInterleaved, kOperation, kRows>(from, sign, sine, cosine, row_stride,
                                                   to.sines - i, to.cosines - i);
    from.advance(i);
  }
}

template <class T, bool kInterleaved, Operation kOperation>
struct RowLoops {
  static void rows(const Phasors& anchor, const Offsets& offsets, int digit, int count, double sign,
                   RowTarget<T> to) {
    while (count > 0) {
      const int step = count >= kRowsAtOnce<T> ? kRowsAtOnce<T> : 1;
      if (step == kRowsAtOnce<T>) {
        strips<T, kInterleaved, kOperation, kRowsAtOnce<T>>(anchor, offsets, digit, sign, to);
      } else {
        strips<T, kInterleaved, kOperation, 1>(anchor, offsets, digit, sign, to);
      }
      count -= step;
      digit += step;
      to.sine += step * to.row_stride;
      to.cosine += step * to.row_stride;
    }
  }

  static void real_row(const Turns& turns, const Magnitude& position, double sign,
                       const RowTarget<T>& to) {
    Angles angles;
    for (std::ptrdiff_t begin = 0; begin < to.sines; begin += kAngleBatch) {
      const std::ptrdiff_t rest = padded(to.sines - begin);
      const int batch = static_cast<int>(rest < kAngleBatch ? rest : kAngleBatch);
      for (int i = 0; i < batch; ++i) angles.set(i, real_phase(position, turns, begin + i));
      for (int i = 0; i < batch; i += kWidth) {
        SinCos z = angle_phasor(angles, i);
        const Vec signs = load<Vec>(turns.sign + begin + i) * sign;
        z.sin = {z.sin.hi * signs, z.sin.lo * signs};
        const auto packed = Lanes<T>::template exact<kInterleaved>(z.sin, z.cos);
        const std::ptrdiff_t at = begin + i;
        T* const sine = to.sine + at * (kInterleaved ? 2 : 1);
        T* const cosine = to.cosine + at * (kInterleaved ? 2 : 1);
        if (at + kWidth <= to.cosines) {
          put<T, kInterleaved, kOperation>(sine, cosine, packed);
        } else {
          put_some<T, kInterleaved, kOperation>(sine, cosine, packed, to.sines - at,
                                                to.cosines - at);
        }
      }
    }
  }
};

template <class T, Operation kOperation>
void rows_with(const Phasors& anchor, const Offsets& offsets, int digit, int count, double sign,
               const RowTarget<T>& to) {
  if (to.pair_stride == 2) {
    RowLoops<T, true, kOperation>::rows(anchor, offsets, digit, count, sign, to);
  } else {
    RowLoops<T, false, kOperation>::rows(anchor, offsets, digit, count, sign, to);
  }
}

template <class T>
void rows(const Phasors& anchor, const Offsets& offsets, int digit, int count, double sign,
          const RowTarget<T>& to) {
  if (to.operation == Operation::add) {
    return rows_with<T, Operation::add>(anchor, offsets, digit, count, sign, to);
  }
  rows_with<T, Operation::write>(anchor, offsets, digit, count, sign, to);
}

template <class T, Operation kOperation>
void real_row_with(const Turns& turns, const Magnitude& position, double sign,
                   const RowTarget<T>& to) {
  if (to.pair_stride == 2) {
    RowLoops<T, true, kOperation>::real_row(turns, position, sign, to);
  } else {
    RowLoops<T, false, kOperation>::real_row(turns, position, sign, to);
  }
}

template <class T>
void real_row(const Turns& turns, const Magnitude& position, double sign, const RowTarget<T>& to) {
  if (to.operation == Operation::add) {
    return real_row_with<T, Operation::add>(turns, position, sign, to);
  }
  real_row_with<T, Operation::write>(turns, position, sign, to);
}

/// Offsets of one pair, digit after digit.
struct OffsetColumn {
  double sin_hi[kRadix], sin_lo[kRadix], cos_hi[kRadix], cos_lo[kRadix];
  double sin[kRadix], cos[kRadix];

  POSENC_INLINE OffsetColumn(const Offsets& offsets, std::ptrdiff_t i) {
    for (int a = 0; a < kRadix; ++a) {
      const Phasors p = offsets.digit(a);
      sin_hi[a] = *p.component(0, i);
      sin_lo[a] = *p.component(1, i);
      cos_hi[a] = *p.component(2, i);
      cos_lo[a] = *p.component(3, i);
      sin[a] = sin_hi[a] + sin_lo[a];
      cos[a] = cos_hi[a] + cos_lo[a];
    }
  }
  POSENC_INLINE Phasor from(int a) const {
    return {load<Vec>(sin_hi + a), load<Vec>(sin_lo + a), load<Vec>(cos_hi + a),
            load<Vec>(cos_lo + a)};
  }
};

/// One pair's anchor in every lane.
struct SpreadAnchor {
  Phasor split;
  Vec sin, cos;

  POSENC_INLINE explicit SpreadAnchor(const double* anchor) {
    split = {splat(anchor[0]), splat(anchor[kLanes]), splat(anchor[2 * kLanes]),
             splat(anchor[3 * kLanes])};
    sin = split.sin_hi + split.sin_lo;
    cos = split.cos_hi + split.cos_lo;
  }
};

/// Rows that are worked on at a time: two vectors of sines, two of cosines.
constexpr int kPart = 2 * kWidth;
constexpr int kParts = kRadix / kPart;

/// The 16 rows of one block and pair.
template <class T>
struct Block {
  typename Lanes<T>::Packed sines[kParts], cosines[kParts];

  /// By split products.
  POSENC_INLINE void exact(const SpreadAnchor& anchor, const OffsetColumn& offset) {
    for (int part = 0; part < kParts; ++part) {
      const int r = part * kPart;
      const SinCos x = product(anchor.split, anchor.sin, anchor.cos, offset.from(r));
      const SinCos y = product(anchor.split, anchor.sin, anchor.cos, offset.from(r + kWidth));
      sines[part] = Lanes<T>::template exact<false>(x.sin, y.sin);
      cosines[part] = Lanes<T>::template exact<false>(x.cos, y.cos);
    }
  }

  /// By plain products; returns whether there is doubt how a value rounds.
  POSENC_INLINE bool plain(const SpreadAnchor& anchor, const OffsetColumn& offset) {
    Doubt doubt;
    const Vec minus_sin = -anchor.sin;
    const auto sine = [&](int r) {
      return about_multiply_add(anchor.sin, load<Vec>(offset.cos + r),
                                anchor.cos * load<Vec>(offset.sin + r));
    };
    const auto cosine = [&](int r) {
      return about_multiply_add(minus_sin, load<Vec>(offset.sin + r),
                                anchor.cos * load<Vec>(offset.cos + r));
    };
    for (int part = 0; part < kParts; ++part) {
      const int r = part * kPart;
      sines[part] = Lanes<T>::template plain<false>(sine(r), sine(r + kWidth), doubt);
      cosines[part] = Lanes<T>::template plain<false>(cosine(r), cosine(r + kWidth), doubt);
    }
    return doubt.any();
  }

  template <Operation kOperation>
  POSENC_INLINE void put(T* sine, T* cosine) const {
    for (int part = 0; part < kParts; ++part) {
      put_all<T, kOperation>(sine + part * kPart, sines[part]);
      put_all<T, kOperation>(cosine + part * kPart, cosines[part]);
    }
  }
};

/// By split products; rows `first` to `end` - 1, with or without cosines.
template <class T, Operation kOperation>
__attribute__((noinline)) void part_of_block(const double* anchor, const OffsetColumn& offset,
                                             std::ptrdiff_t first, std::ptrdiff_t end, T* sine,
                                             T* cosine, bool both) {
  Block<T> block;
  block.exact(SpreadAnchor(anchor), offset);
  T sines[kRadix] = {}, cosines[kRadix] = {};
  const auto copy = [=](T* to_sine, T* to_cosine, const T* from_sine, const T* from_cosine) {
    for (std::ptrdiff_t r = first; r < end; ++r) {
      to_sine[r] = from_sine[r];
      if (both) to_cosine[r] = from_cosine[r];
    }
  };
  if (kOperation == Operation::add) copy(sines, cosines, sine, cosine);
  block.template put<kOperation>(sines, cosines);
  copy(sine, cosine, sines, cosines);
}

template <class T, Operation kOperation>
POSENC_INLINE void whole_block(const double* split, const OffsetColumn& offset, T* sine,
                               T* cosine) {
  Block<T> block;
  const SpreadAnchor anchor(split);
  if constexpr (std::is_same<T, double>::value) {
    block.exact(anchor, offset);
  } else if (__builtin_expect(block.plain(anchor, offset), 0)) {
    return part_of_block<T, kOperation>(split, offset, 0, kRadix, sine, cosine, true);
  }
  block.template put<kOperation>(sine, cosine);
}

template <class T, Operation kOperation>
void columns_placed(const double* anchors, const Offsets& offsets, int digit, std::ptrdiff_t rows,
                    const ColumnTarget<T>& target) {
  for (std::ptrdiff_t i = 0; i < target.sines; ++i) {
    const OffsetColumn offset(offsets, i);
    T* sine = target.sine + i * target.pair_stride;
    T* cosine = target.cosine + i * target.pair_stride;
    const bool both = i < target.cosines;
    const double* anchor = anchors + i;
    std::ptrdiff_t at = -digit;  // the row of a block's start, which may lie before row 0
    const auto part = [&] {
      part_of_block<T, kOperation>(anchor, offset, at < 0 ? -at : 0,
                                   std::min<std::ptrdiff_t>(kRadix, rows - at), sine + at,
                                   cosine + at, both);
      anchor += kPhasorGroup;
      at += kRadix;
    };
    if (at < 0) part();
    if (both) {
      for (; at + kRadix <= rows; at += kRadix, anchor += kPhasorGroup) {
        whole_block<T, kOperation>(anchor, offset, sine + at, cosine + at);
      }
    }
    while (at < rows) part();
  }
}

template <class T>
void columns(const double* anchors, const Offsets& offsets, int digit, std::ptrdiff_t rows,
             const ColumnTarget<T>& target) {
  if (target.operation == Operation::add) {
    return columns_placed<T, Operation::add>(anchors, offsets, digit, rows, target);
  }
  columns_placed<T, Operation::write>(anchors, offsets, digit, rows, target);
}

template <class T>
constexpr ScalarKernels<T> scalar_kernels() {
  return {rows<T>, columns<T>, real_row<T>};
}

constexpr Kernels kKernels = {POSENC_KERNEL_NAME,
                              direct,
                              multiply,
                              scalar_kernels<double>(),
                              scalar_kernels<float>(),
                              scalar_kernels<Half>(),
                              scalar_kernels<BFloat16>(),
                              kRotary};
