// Rows of large outputs that do not begin on a cache line, so that each store of 64 bytes would
// touch two lines: vectors are shifted to match the lines. Included once for every instruction set,
// after rows.inl; only those with vectors of 64 bytes have it.

#if POSENC_LANES == 8

/// By split products where a rounding is in doubt, kept out of the loop.
template <class T, int kRows>
POSENC_NOINLINE void doubtful_values(const StripSource& from, double sign,
                                     typename Lanes<T>::Packed* packed) {
  exact_strip<T, true, kRows>(from, sign, packed);
}

template <class T, int kRows>
std::ptrdiff_t lined_up_strips(const Phasors& anchor, const Offsets& offsets, int digit,
                               double sign, const RowTarget<T>& to) {
  using Packed = typename Lanes<T>::Packed;
  constexpr int kVectors = sizeof(Packed) / 64;
  const auto past = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(to.sine) % 64);
  if (past == 0 || !to.ask_ahead || !routes.whole_lines) return 0;
  if (to.row_stride % kLine<T> != 0 || to.cosines < kWidth) return 0;
  // Lanes of 4 bytes: this many of a vector lie before the next line, the others after it.
  const unsigned before = (64 - past) / 4;
  const auto head = static_cast<__mmask16>((1u << before) - 1);
  const __m512i window =
      _mm512_add_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
                       _mm512_set1_epi32(static_cast<int>(before)));
  __m512i last[kRows] = {};
  StripSource from(anchor, offsets, digit, 0);
  std::ptrdiff_t i = 0;
  T* sine = to.sine;
  for (; i + kWidth <= to.cosines; i += kWidth, sine += 2 * kWidth) {
    ask_for_strip<T, true, kRows>(sine, sine + 1, to.row_stride);
    Packed packed[kRows];
    if constexpr (std::is_same<T, double>::value) {
      exact_strip<T, true, kRows>(from, sign, packed);
    } else if (POSENC_UNLIKELY((plain_strip<T, true, kRows>(from, sign, packed)))) {
      doubtful_values<T, kRows>(from, sign, packed);
    }
    from.advance(i);
    T* row = sine;
#pragma GCC unroll 4
    for (int r = 0; r < kRows; ++r, row += to.row_stride) {
      __m512i values[kVectors];
      std::memcpy(values, &packed[r], sizeof values);
      T* line = row + before * 4 / sizeof(T);
      if (i == 0) {
        _mm512_mask_storeu_epi32(row, head, values[0]);
      } else {
        _mm512_storeu_si512(line - kLine<T>, _mm512_permutex2var_epi32(last[r], window, values[0]));
      }
      for (int k = 1; k < kVectors; ++k, line += kLine<T>) {
        _mm512_storeu_si512(line, _mm512_permutex2var_epi32(values[k - 1], window, values[k]));
      }
      last[r] = values[kVectors - 1];
    }
  }
  for (int r = 0; r < kRows; ++r, sine += to.row_stride) {
    _mm512_mask_storeu_epi32(sine - kLine<T>, static_cast<__mmask16>(~head), last[r]);
  }
  return i;
}

#endif
