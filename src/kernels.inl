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
      store(out.component(0, begin + i), z.sin_hi * sign);
      store(out.component(1, begin + i), z.sin_lo * sign);
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

/// kRows rows of kWidth pairs from pair i on, by split products.
template <class T, bool kInterleaved, int kRows>
POSENC_INLINE void exact_strip(const Phasors& anchor, const Offsets& offsets, int digit,
                               double sign, std::ptrdiff_t i, typename Lanes<T>::Packed* packed) {
  const Phasor x = load_phasor(anchor, i);
  const Vec sin = x.sin_hi + x.sin_lo;
  const Vec cos = x.cos_hi + x.cos_lo;
  for (int r = 0; r < kRows; ++r) {
    SinCos z = product(x, sin, cos, load_phasor(offsets.digit(digit + r), i));
    if (sign < 0) z.sin = {-z.sin.hi, -z.sin.lo};
    packed[r] = Lanes<T>::template exact<kInterleaved>(z.sin, z.cos);
  }
}

/// The same by plain products where that decides how each value rounds.
template <class T, bool kInterleaved, int kRows>
POSENC_INLINE void strip(const Phasors& anchor, const Offsets& offsets, int digit, double sign,
                         std::ptrdiff_t i, typename Lanes<T>::Packed* packed) {
  if constexpr (std::is_same<T, double>::value) {
    exact_strip<T, kInterleaved, kRows>(anchor, offsets, digit, sign, i, packed);
  } else {
    const Phasor x = load_phasor(anchor, i);
    const Vec sin = x.sin_hi + x.sin_lo;
    const Vec cos = x.cos_hi + x.cos_lo;
    const Vec signed_sin = sin * sign;
    const Vec signed_cos = cos * sign;
    PairBits unsure = {};
    for (int r = 0; r < kRows; ++r) {
      const Vec offset_sin = load<Vec>(offsets.sine(digit + r, i));
      const Vec offset_cos = load<Vec>(offsets.cosine(digit + r, i));
      packed[r] =
          Lanes<T>::template plain<kInterleaved>(signed_sin * offset_cos + signed_cos * offset_sin,
                                                 cos * offset_cos - sin * offset_sin, unsure);
    }
    if (__builtin_expect(any<T>(unsure), 0)) {
      exact_strip<T, kInterleaved, kRows>(anchor, offsets, digit, sign, i, packed);
    }
  }
}

template <class T, bool kInterleaved, Operation kOperation, int kRows>
POSENC_INLINE void put_strip(const RowTarget<T>& to, std::ptrdiff_t i,
                             const typename Lanes<T>::Packed* packed) {
  T* sine = to.sine + i * (kInterleaved ? 2 : 1);
  T* cosine = to.cosine + i * (kInterleaved ? 2 : 1);
  for (int r = 0; r < kRows; ++r, sine += to.row_stride, cosine += to.row_stride) {
    if (i + kWidth <= to.cosines) {
      put<T, kInterleaved, kOperation>(sine, cosine, packed[r]);
    } else {
      put_some<T, kInterleaved, kOperation>(sine, cosine, packed[r], to.sines - i, to.cosines - i);
    }
  }
}

template <class T, bool kInterleaved, Operation kOperation, int kRows>
void strips(const Phasors& anchor, const Offsets& offsets, int digit, double sign,
            const RowTarget<T>& to) {
  typename Lanes<T>::Packed packed[kRows];
  for (std::ptrdiff_t i = 0; i < to.sines; i += kWidth) {
    strip<T, kInterleaved, kRows>(anchor, offsets, digit, sign, i, packed);
    put_strip<T, kInterleaved, kOperation, kRows>(to, i, packed);
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
        put_strip<T, kInterleaved, kOperation, 1>(to, begin + i, &packed);
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
  if constexpr (kAddsInPlace<T>) {
    if (to.operation == Operation::add) {
      return rows_with<T, Operation::add>(anchor, offsets, digit, count, sign, to);
    }
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
  if constexpr (kAddsInPlace<T>) {
    if (to.operation == Operation::add) {
      return real_row_with<T, Operation::add>(turns, position, sign, to);
    }
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

constexpr int kParts = kRadix / kWidth;

/// The 16 rows of one block and pair.
template <class T>
POSENC_INLINE void column_block(const SpreadAnchor& anchor, const OffsetColumn& offset,
                                typename Lanes<T>::Packed* packed) {
  if constexpr (!std::is_same<T, double>::value) {
    PairBits unsure = {};
    for (int part = 0; part < kParts; ++part) {
      const Vec offset_sin = load<Vec>(offset.sin + part * kWidth);
      const Vec offset_cos = load<Vec>(offset.cos + part * kWidth);
      packed[part] = Lanes<T>::template plain<false>(
          anchor.sin * offset_cos + anchor.cos * offset_sin,
          anchor.cos * offset_cos - anchor.sin * offset_sin, unsure);
    }
    if (__builtin_expect(!any<T>(unsure), 1)) return;
  }
  for (int part = 0; part < kParts; ++part) {
    const SinCos z = product(anchor.split, anchor.sin, anchor.cos, offset.from(part * kWidth));
    packed[part] = Lanes<T>::template exact<false>(z.sin, z.cos);
  }
}

template <class T, Operation kOperation>
void columns_placed(const double* anchors, const Offsets& offsets, int digit, std::ptrdiff_t rows,
                    const ColumnTarget<T>& target) {
  typename Lanes<T>::Packed packed[kParts];
  for (std::ptrdiff_t i = 0; i < target.sines; ++i) {
    const OffsetColumn offset(offsets, i);
    T* sine = target.sine + i * target.pair_stride;
    T* cosine = target.cosine + i * target.pair_stride;
    const bool both = i < target.cosines;
    // The block starts in row `at`; the first one may start before row 0.
    for (std::ptrdiff_t at = -digit; at < rows; at += kRadix, anchors += kPhasorGroup) {
      column_block<T>(SpreadAnchor(anchors + i), offset, packed);
      for (int part = 0; part < kParts; ++part) {
        const std::ptrdiff_t r = at + part * kWidth;
        if (both && r >= 0 && r + kWidth <= rows) {
          put<T, false, kOperation>(sine + r, cosine + r, packed[part]);
          continue;
        }
        const std::ptrdiff_t skip = r < 0 ? -r : 0;
        T values[2 * kWidth];
        put<T, false, Operation::write>(values, values + kWidth, packed[part]);
        for (std::ptrdiff_t k = skip; k < kWidth && r + k < rows; ++k) {
          put_one<T, kOperation>(sine[r + k], values[k]);
          if (both) put_one<T, kOperation>(cosine[r + k], values[kWidth + k]);
        }
      }
    }
    anchors -= (digit + rows + kRadix - 1) / kRadix * kPhasorGroup;
  }
}

template <class T>
void columns(const double* anchors, const Offsets& offsets, int digit, std::ptrdiff_t rows,
             const ColumnTarget<T>& target) {
  if constexpr (kAddsInPlace<T>) {
    if (target.operation == Operation::add) {
      return columns_placed<T, Operation::add>(anchors, offsets, digit, rows, target);
    }
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
