// Columns at scattered positions: the values of 16 rows and a group of pairs, row by row, and from
// a small buffer down the columns. Included once for every instruction set, after columns.inl.

/// How many numbers of T along a column fill a vector.
template <class T>
struct ColumnLanes {
  using Vector = typename Lanes<T>::Packed;
  static constexpr int kCount = 2 * kWidth;
  static POSENC_INLINE Vector sum(const Vector& a, const Vector& b) { return Lanes<T>::sum(a, b); }
};
template <>
struct ColumnLanes<double> {
  using Vector = Vec;
  static constexpr int kCount = kWidth;
  static POSENC_INLINE Vec sum(const Vec& a, const Vec& b) { return a + b; }
};

/// a0 b0 a1 b1 ... of the first halves, or of the second.
template <bool kSecond, class V, int... I>
POSENC_INLINE V interleaved_halves(const V& a, const V& b, std::integer_sequence<int, I...>) {
  constexpr int n = sizeof...(I);
  constexpr int from = kSecond ? n / 2 : 0;
  return shuffle<(from + I / 2 + I % 2 * n)...>(a, b);
}

/// Lane j of vector i to lane i of vector j, of n vectors of n lanes: each round moves the highest
/// bit of a vector's number to the lowest of its lanes' numbers, and the others up by one.
template <class V, int n>
POSENC_INLINE void transpose(V* x) {
  using Order = std::make_integer_sequence<int, n>;
#pragma GCC unroll 4
  for (int round = 1; round < n; round *= 2) {
    V y[n];
#pragma GCC unroll 8
    for (int i = 0; i < n / 2; ++i) {
      y[2 * i] = interleaved_halves<false>(x[i], x[i + n / 2], Order());
      y[2 * i + 1] = interleaved_halves<true>(x[i], x[i + n / 2], Order());
    }
#pragma GCC unroll 16
    for (int i = 0; i < n; ++i) x[i] = y[i];
  }
}

/// The anchor of a row, for the pairs from `at` on in its groups.
POSENC_INLINE Phasor scattered_anchor(const ScatteredRow& row, std::ptrdiff_t at) {
  const Phasor x = load_phasor({row.prefix + at, 0}, 0);
  if (row.factor == nullptr) return x;
  return split(product(x, load_phasor({row.factor + at, 0}, 0)));
}
POSENC_INLINE PlainPhasor plain_anchor(const ScatteredRow& row, std::ptrdiff_t at) {
  const PlainPhasor x = PlainPhasor::of(row.prefix + at);
  return row.factor == nullptr ? x : plain_product(x, PlainPhasor::of(row.factor + at));
}

/// The strip at pair i, by split products.
template <class T>
POSENC_INLINE typename Lanes<T>::Packed scattered_strip(const Phasor& anchor,
                                                        const Offsets& offsets,
                                                        const ScatteredRow& row, std::ptrdiff_t i) {
  return exact_signed<T, false>(product(anchor, load_phasor(offsets.digit(row.digit), i)),
                                row.sign);
}
template <class T>
POSENC_NOINLINE typename Lanes<T>::Packed doubtful_scattered_strip(const Offsets& offsets,
                                                                   const ScatteredRow& row,
                                                                   std::ptrdiff_t at,
                                                                   std::ptrdiff_t i) {
  return scattered_strip<T>(scattered_anchor(row, at), offsets, row, i);
}

/// Values of a row in the buffer: the sines of a group, then its cosines.
constexpr std::ptrdiff_t kGroupValues = 2 * kLanes;

/// The group with pair `begin` of all rows. In narrow types by plain products, a strip in doubt by
/// split ones.
template <class T>
POSENC_INLINE void scattered_group(const ScatteredRow* rows, std::ptrdiff_t n,
                                   const Offsets& offsets, std::ptrdiff_t begin, T* values) {
  constexpr bool exact = std::is_same<T, double>::value;
  for (std::ptrdiff_t lane = 0; lane < kLanes; lane += kWidth) {
    const std::ptrdiff_t i = begin + lane;
    const std::ptrdiff_t at = begin / kLanes * kPhasorGroup + lane;
    std::conditional_t<exact, Phasor, PlainPhasor> x = {};
    const double* prefix = nullptr;
    const double* factor = nullptr;
    for (std::ptrdiff_t r = 0; r < n; ++r) {
      const ScatteredRow& row = rows[r];
      const bool shared = row.prefix == prefix && row.factor == factor;  // with the row before
      prefix = row.prefix;
      factor = row.factor;
      T* const to = values + r * kGroupValues + lane;
      if constexpr (exact) {
        if (!shared) x = scattered_anchor(row, at);
        put<T, false, Operation::write>(to, to + kLanes, scattered_strip<T>(x, offsets, row, i));
      } else {
        if (!shared) x = plain_anchor(row, at);
        const PlainPhasor z = plain_product(
            x, {load<Vec>(offsets.sine(row.digit, i)), load<Vec>(offsets.cosine(row.digit, i))});
        Doubt doubt;
        const auto packed =
            Lanes<T>::template plain<false, kChainError>(z.sin * row.sign, z.cos, doubt);
        put<T, false, Operation::write>(to, to + kLanes,
                                        POSENC_UNLIKELY(doubt.any())
                                            ? doubtful_scattered_strip<T>(offsets, row, at, i)
                                            : packed);
      }
    }
  }
}

/// Puts a vector into the next rows of a column, `rows` at most.
template <class T, Operation kOperation>
POSENC_INLINE void put_down(T* to, typename ColumnLanes<T>::Vector x, std::ptrdiff_t rows) {
  using L = ColumnLanes<T>;
  using V = typename L::Vector;
  if (rows >= L::kCount) {
    store(to, kOperation == Operation::add ? L::sum(load<V>(to), x) : x);
    return;
  }
  T part[L::kCount] = {};
  if (kOperation == Operation::add) std::copy_n(to, rows, part);
  store(part, kOperation == Operation::add ? L::sum(load<V>(part), x) : x);
  std::copy_n(part, rows, to);
}

/// ScalarKernels::scattered_columns.
template <class T, Operation kOperation>
void write_scattered_columns(const ScatteredRow* rows, std::ptrdiff_t n, const Offsets& offsets,
                             const ColumnTarget<T>& target) {
  using V = typename ColumnLanes<T>::Vector;
  constexpr int count = ColumnLanes<T>::kCount;
  alignas(64) T values[kScatteredRows * kGroupValues];
  std::fill(values + n * kGroupValues, values + kScatteredRows * kGroupValues, T());
  for (std::ptrdiff_t begin = 0; begin < target.sines; begin += kLanes) {
    scattered_group<T>(rows, n, offsets, begin, values);
    for (std::ptrdiff_t c = 0; c < kGroupValues; c += count) {
      for (std::ptrdiff_t r = 0; r < n; r += count) {
        V x[count];
#pragma GCC unroll 16
        for (int k = 0; k < count; ++k) x[k] = load<V>(values + (r + k) * kGroupValues + c);
        transpose<V, count>(x);
#pragma GCC unroll 16
        for (int k = 0; k < count; ++k) {
          const bool sine = c + k < kLanes;
          const std::ptrdiff_t i = begin + (c + k) % kLanes;
          if (i >= (sine ? target.sines : target.cosines)) continue;
          T* const column = (sine ? target.sine : target.cosine) + i * target.pair_stride;
          put_down<T, kOperation>(column + r, x[k], n - r);
        }
      }
    }
  }
}
