// The kernels, included once for every instruction set.

#include "store.inl"

void direct(const Turns& turns, std::uint64_t p, std::ptrdiff_t n, const MutablePhasors& out) {
  Angles angles;
  for (std::ptrdiff_t begin = 0; begin < n; begin += kAngleBatch) {
    const int batch = static_cast<int>(n - begin < kAngleBatch ? n - begin : kAngleBatch);
    for (int i = 0; i < batch; ++i) angles.set(i, integer_phase(p, turns, begin + i));
    for (int i = 0; i < batch; i += kWidth) {
      const Phasor z = cut(angle_phasor(angles, i));
      const Vec sign = load<Vec>(turns.sign + begin + i);
      store(out.component(0) + begin + i, z.sin_hi * sign);
      store(out.component(1) + begin + i, z.sin_lo * sign);
      store(out.component(2) + begin + i, z.cos_hi);
      store(out.component(3) + begin + i, z.cos_lo);
    }
  }
}

void multiply(const Phasors& x, const Phasors& y, std::ptrdiff_t n, const MutablePhasors& out) {
  for (std::ptrdiff_t i = 0; i < n; i += kWidth) {
    const Phasor z = cut(product(load_phasor(x, i), load_phasor(y, i)));
    store(out.component(0) + i, z.sin_hi);
    store(out.component(1) + i, z.sin_lo);
    store(out.component(2) + i, z.cos_hi);
    store(out.component(3) + i, z.cos_lo);
  }
}

/// The value of a sum in each scalar type, for any sum.
template <class T>
inline typename Lanes<T>::Rounded exactly(const Sum& x) {
  return Lanes<T>::round(round_to_odd(x));
}
template <>
inline Vec exactly<double>(const Sum& x) {
  return x.hi + x.lo;
}

template <class T>
void rows_exactly(const Phasors& anchor, const Offsets& offsets, int digit, int rows, double sign,
                  std::ptrdiff_t begin, std::ptrdiff_t end, const RowTarget<T>& target) {
  for (std::ptrdiff_t i = begin; i < end; i += kWidth) {
    const Phasor x = load_phasor(anchor, i);
    const Vec sin = x.sin_hi + x.sin_lo;
    const Vec cos = x.cos_hi + x.cos_lo;
    for (int r = 0; r < rows; ++r) {
      SinCos z = product(x, sin, cos, load_phasor(offsets.digit(digit + r), i));
      z.sin.hi *= sign;
      z.sin.lo *= sign;
      put_row<T>(target, r, i, exactly<T>(z.sin), exactly<T>(z.cos));
    }
  }
}

/// Rows of one block that are written side by side: few enough streams for the memory, enough rows
/// for the anchor to stay in registers.
constexpr int kRowsAtOnce = 4;

/// Error of a sine or cosine from plain double products of two rounded phasors: 3 roundings of
/// terms that sum to sqrt(2) at most, and one of the sum.
constexpr double kPlainError = 0x1p-50;

/// In types narrower than double: plain double arithmetic, rounded from both ends of its interval
/// of error. Where the two ends round alike, so does the true value; where any of a strip's do not,
/// the strip is done again exactly.
template <class T>
void rows(const Phasors& anchor, const Offsets& offsets, int digit, int count, double sign,
          const RowTarget<T>& target) {
  using L = Lanes<T>;
  for (int r0 = 0; r0 < count; r0 += kRowsAtOnce) {
    const int rows = count - r0 < kRowsAtOnce ? count - r0 : kRowsAtOnce;
    RowTarget<T> to = target;
    to.sine += r0 * to.row_stride;
    to.cosine += r0 * to.row_stride;
    const double* plain = offsets.plain + 2 * (digit + r0) * offsets.stride;
    for (std::ptrdiff_t i = 0; i < to.sines; i += kWidth) {
      const Phasor x = load_phasor(anchor, i);
      const Vec sin = x.sin_hi + x.sin_lo;
      const Vec cos = x.cos_hi + x.cos_lo;
      typename L::Difference unsure = {};
      for (int r = 0; r < rows; ++r) {
        const Vec offset_sin = load<Vec>(plain + 2 * r * offsets.stride + i);
        const Vec offset_cos = load<Vec>(plain + (2 * r + 1) * offsets.stride + i);
        const Vec s = (sin * offset_cos + cos * offset_sin) * sign;
        const Vec c = cos * offset_cos - sin * offset_sin;
        const auto s_low = L::round(s - kPlainError);
        const auto c_low = L::round(c - kPlainError);
        unsure |= L::difference(s_low, L::round(s + kPlainError));
        unsure |= L::difference(c_low, L::round(c + kPlainError));
        put_row<T>(to, r, i, s_low, c_low);
      }
      decltype(unsure[0] + 0) any = 0;
      for (int k = 0; k < kWidth; ++k) any |= unsure[k];
      if (any != 0) {
        rows_exactly<T>(anchor, offsets, digit + r0, rows, sign, i, i + kWidth, to);
      }
    }
  }
}

template <>
void rows<double>(const Phasors& anchor, const Offsets& offsets, int digit, int count, double sign,
                  const RowTarget<double>& target) {
  for (int r0 = 0; r0 < count; r0 += kRowsAtOnce) {
    RowTarget<double> to = target;
    to.sine += r0 * to.row_stride;
    to.cosine += r0 * to.row_stride;
    rows_exactly<double>(anchor, offsets, digit + r0,
                         count - r0 < kRowsAtOnce ? count - r0 : kRowsAtOnce, sign, 0, to.sines,
                         to);
  }
}

template <class T>
void real_row(const Turns& turns, const Magnitude& position, double sign,
              const RowTarget<T>& target) {
  Angles angles;
  for (std::ptrdiff_t begin = 0; begin < target.sines; begin += kAngleBatch) {
    const std::ptrdiff_t rest = padded(target.sines - begin);
    const int batch = static_cast<int>(rest < kAngleBatch ? rest : kAngleBatch);
    for (int i = 0; i < batch; ++i) angles.set(i, real_phase(position, turns, begin + i));
    for (int i = 0; i < batch; i += kWidth) {
      SinCos z = angle_phasor(angles, i);
      const Vec signs = load<Vec>(turns.sign + begin + i) * sign;
      z.sin.hi *= signs;
      z.sin.lo *= signs;
      put_row<T>(target, 0, begin + i, exactly<T>(z.sin), exactly<T>(z.cos));
    }
  }
}

/// Offsets of one pair, digit after digit.
struct OffsetColumn {
  double sin_hi[kRadix], sin_lo[kRadix], cos_hi[kRadix], cos_lo[kRadix];
  double sin[kRadix], cos[kRadix];

  OffsetColumn(const Offsets& offsets, std::ptrdiff_t i) {
    for (int a = 0; a < kRadix; ++a) {
      const Phasors p = offsets.digit(a);
      sin_hi[a] = p.component(0)[i];
      sin_lo[a] = p.component(1)[i];
      cos_hi[a] = p.component(2)[i];
      cos_lo[a] = p.component(3)[i];
      sin[a] = sin_hi[a] + sin_lo[a];
      cos[a] = cos_hi[a] + cos_lo[a];
    }
  }
  Phasor from(int a) const {
    return {load<Vec>(sin_hi + a), load<Vec>(sin_lo + a), load<Vec>(cos_hi + a),
            load<Vec>(cos_lo + a)};
  }
};

/// One pair's anchor in every lane.
struct SpreadAnchor {
  Phasor split;
  Vec sin, cos;

  SpreadAnchor(const Phasors& anchors, std::ptrdiff_t block, std::ptrdiff_t i) {
    const Phasors p = {anchors.at + 4 * block * anchors.stride, anchors.stride};
    split = {splat(p.component(0)[i]), splat(p.component(1)[i]), splat(p.component(2)[i]),
             splat(p.component(3)[i])};
    sin = split.sin_hi + split.sin_lo;
    cos = split.cos_hi + split.cos_lo;
  }
};

template <class T>
inline void column_block_exactly(const SpreadAnchor& anchor, const OffsetColumn& offset, T* sine,
                                 T* cosine) {
  for (int a = 0; a < kRadix; a += kWidth) {
    const SinCos z = product(anchor.split, anchor.sin, anchor.cos, offset.from(a));
    Lanes<T>::put(sine + a, exactly<T>(z.sin));
    Lanes<T>::put(cosine + a, exactly<T>(z.cos));
  }
}

template <class T>
inline void column_block(const SpreadAnchor& anchor, const OffsetColumn& offset, T* sine,
                         T* cosine) {
  using L = Lanes<T>;
  typename L::Difference unsure = {};
  for (int a = 0; a < kRadix; a += kWidth) {
    const Vec offset_sin = load<Vec>(offset.sin + a);
    const Vec offset_cos = load<Vec>(offset.cos + a);
    const Vec s = anchor.sin * offset_cos + anchor.cos * offset_sin;
    const Vec c = anchor.cos * offset_cos - anchor.sin * offset_sin;
    const auto s_low = L::round(s - kPlainError);
    const auto c_low = L::round(c - kPlainError);
    unsure |= L::difference(s_low, L::round(s + kPlainError));
    unsure |= L::difference(c_low, L::round(c + kPlainError));
    L::put(sine + a, s_low);
    L::put(cosine + a, c_low);
  }
  decltype(unsure[0] + 0) any = 0;
  for (int k = 0; k < kWidth; ++k) any |= unsure[k];
  if (any != 0) column_block_exactly<T>(anchor, offset, sine, cosine);
}
template <>
inline void column_block<double>(const SpreadAnchor& anchor, const OffsetColumn& offset,
                                 double* sine, double* cosine) {
  column_block_exactly<double>(anchor, offset, sine, cosine);
}

template <class T>
void columns(const Phasors& anchors, const Offsets& offsets, int digit, std::ptrdiff_t rows,
             const ColumnTarget<T>& target) {
  for (std::ptrdiff_t i = 0; i < target.sines; ++i) {
    const OffsetColumn offset(offsets, i);
    T* sine = target.sine + i * target.pair_stride - digit;
    T* cosine = target.cosine + i * target.pair_stride - digit;
    const bool both = i < target.cosines;
    for (std::ptrdiff_t block = 0; block * kRadix < digit + rows; ++block) {
      const SpreadAnchor anchor(anchors, block, i);
      const std::ptrdiff_t at = block * kRadix;
      if (both && at >= digit && at + kRadix <= digit + rows) {
        column_block<T>(anchor, offset, sine + at, cosine + at);
        continue;
      }
      T sines[kRadix], cosines[kRadix];
      column_block<T>(anchor, offset, sines, cosines);
      for (int a = 0; a < kRadix; ++a) {
        if (at + a < digit || at + a >= digit + rows) continue;
        sine[at + a] = sines[a];
        if (both) cosine[at + a] = cosines[a];
      }
    }
  }
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
                              scalar_kernels<BFloat16>()};
