// Some pairs of 16 rows at real positions: a pair at a time, rows in vectors. For pairs that are
// few or lie apart, as those of points. Included once for every instruction set, after
// real_rows.inl.

/// Rows begin .. begin + kPart - 1 of one pair, by split products.
template <class T>
POSENC_NOINLINE void exact_part(const Turns& turns, std::ptrdiff_t i, const double* positions,
                                typename Lanes<T>::Packed& sines,
                                typename Lanes<T>::Packed& cosines) {
  Angles angles;
  double sign[kPart];
  for (int k = 0; k < kPart; ++k) {
    angles.set(k, real_phase(magnitude_of(positions[k]), turns, i));
    sign[k] = positions[k] < 0 ? -turns.sign[i] : turns.sign[i];
  }
  SinCos x = angle_phasor(angles, 0);
  SinCos y = angle_phasor(angles, kWidth);
  const Vec of_x = load<Vec>(sign), of_y = load<Vec>(sign + kWidth);
  x.sin = {x.sin.hi * of_x, x.sin.lo * of_x};
  y.sin = {y.sin.hi * of_y, y.sin.lo * of_y};
  sines = Lanes<T>::template exact<false>(x.sin, y.sin);
  cosines = Lanes<T>::template exact<false>(x.cos, y.cos);
}

/// The first `rows` numbers of a column to their rows.
template <class T, Operation kOperation>
POSENC_INLINE void put_column(const T* from, T* to, std::ptrdiff_t row_stride,
                              std::ptrdiff_t rows) {
  const auto put_one = [=](std::ptrdiff_t r) {
    if constexpr (kOperation == Operation::add) {
      to[r * row_stride] =
          detail::round_to<T>(detail::widen(to[r * row_stride]) + detail::widen(from[r]));
    } else {
      to[r * row_stride] = from[r];
    }
  };
  if (rows == kRadix) {
#pragma GCC unroll 16
    for (std::ptrdiff_t r = 0; r < kRadix; ++r) put_one(r);
  } else {
    for (std::ptrdiff_t r = 0; r < rows; ++r) put_one(r);
  }
}

/// ScalarKernels::real_columns.
template <class T, Operation kOperation>
void write_real_columns(const Turns& turns, const double* positions, std::ptrdiff_t rows,
                        std::ptrdiff_t row_stride, const ColumnTarget<T>& to) {
  for (std::ptrdiff_t i = 0; i < to.sines; ++i) {
    alignas(64) T sines[kRadix], cosines[kRadix];
    const Vec hi = splat(turns.hi[i] * turns.sign[i]), lo = splat(turns.lo[i] * turns.sign[i]);
#pragma GCC unroll 2
    for (int r = 0; r < kRadix; r += kPart) {
      const CheapPhasor x = cheap_phasor(load<Vec>(positions + r), hi, lo);
      const CheapPhasor y = cheap_phasor(load<Vec>(positions + r + kWidth), hi, lo);
      Doubt doubt;
      auto sine = Lanes<T>::template plain<false>(x.sin, y.sin, doubt);
      auto cosine = Lanes<T>::template plain<false>(x.cos, y.cos, doubt);
      if (POSENC_UNLIKELY(doubt.any())) exact_part<T>(turns, i, positions + r, sine, cosine);
      store(sines + r, sine);
      store(cosines + r, cosine);
    }
    put_column<T, kOperation>(sines, to.sine + i * to.pair_stride, row_stride, rows);
    if (i < to.cosines) {
      put_column<T, kOperation>(cosines, to.cosine + i * to.pair_stride, row_stride, rows);
    }
  }
}
