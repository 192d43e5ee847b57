// Some pairs of 16 rows at real positions: a pair at a time, rows in vectors. For pairs that are
// few or lie apart, as in encodings of points. Included once for every instruction set, after
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

/// Puts the first `rows` numbers of part of a column into their rows.
template <class T, Operation kOperation>
POSENC_INLINE void put_part(const typename Lanes<T>::Packed& part, T* to, std::ptrdiff_t row_stride,
                            std::ptrdiff_t rows) {
#if POSENC_LANES == 8
  if constexpr (std::is_same<T, float>::value && kOperation == Operation::write) {
    if (rows >= kPart) {
      const __m512i step = _mm512_set1_epi64(row_stride);
      const __m512i low = _mm512_mullo_epi64(step, _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
      _mm512_i64scatter_ps(to, low, Lanes<T>::first(part), sizeof(T));
      _mm512_i64scatter_ps(to + kWidth * row_stride, low, Lanes<T>::second(part), sizeof(T));
      return;
    }
  }
#endif
  T numbers[kPart];
  store(numbers, part);
  const auto put_one = [&](std::ptrdiff_t r) {
    T& number = to[r * row_stride];
    if constexpr (kOperation == Operation::add) {
      number = detail::round_to<T>(detail::widen(number) + detail::widen(numbers[r]));
    } else {
      number = numbers[r];
    }
  };
  if (rows >= kPart) {
#pragma GCC unroll 16
    for (std::ptrdiff_t r = 0; r < kPart; ++r) put_one(r);
  } else {
    for (std::ptrdiff_t r = 0; r < rows; ++r) put_one(r);
  }
}

/// ScalarKernels::real_columns.
template <class T, Operation kOperation>
void write_real_columns(const Turns& turns, const double* positions, std::ptrdiff_t rows,
                        std::ptrdiff_t row_stride, const ColumnTarget<T>& to) {
  for (std::ptrdiff_t i = 0; i < to.sines; ++i) {
    T* const sine = to.sine + i * to.pair_stride;
    T* const cosine = to.cosine + i * to.pair_stride;
    if (to.ask_ahead) {
#pragma GCC unroll 16
      for (std::ptrdiff_t r = kRadix; r < 2 * kRadix; ++r) ask_for(sine, r * row_stride);
    }
    const Vec hi = splat(turns.hi[i] * turns.sign[i]), lo = splat(turns.lo[i] * turns.sign[i]);
    for (int r = 0; r < rows; r += kPart) {
      const CheapPhasor x = cheap_phasor(load<Vec>(positions + r), hi, lo);
      const CheapPhasor y = cheap_phasor(load<Vec>(positions + r + kWidth), hi, lo);
      Doubt doubt;
      auto sines = Lanes<T>::template plain<false>(x.sin, y.sin, doubt);
      auto cosines = Lanes<T>::template plain<false>(x.cos, y.cos, doubt);
      if (POSENC_UNLIKELY(doubt.any())) exact_part<T>(turns, i, positions + r, sines, cosines);
      put_part<T, kOperation>(sines, sine + r * row_stride, row_stride, rows - r);
      if (i < to.cosines) {
        put_part<T, kOperation>(cosines, cosine + r * row_stride, row_stride, rows - r);
      }
    }
  }
}
