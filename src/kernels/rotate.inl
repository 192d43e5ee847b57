// Rotation of vectors in place. Included once for every instruction set, after round_store.inl.
//
// u' = u c - v s and v' = v c + u s, each product and sum rounded to nearest in the computing type:
// the same bits from every instruction set. 16-bit numbers are widened to float, 32-bit lanes, and
// rounded once when they are stored.

template <class V>
struct Pair {
  V u, v;
};

/// Even and odd entries of a followed by b, and back.
template <class V, int... I>
POSENC_INLINE Pair<V> separate(const V& a, const V& b, std::integer_sequence<int, I...>) {
  constexpr int n = sizeof...(I);
  return {shuffle<(2 * (I % n))...>(a, b), shuffle<(2 * (I % n) + 1)...>(a, b)};
}
template <class V, int... I>
POSENC_INLINE Pair<V> join(const V& u, const V& v, std::integer_sequence<int, I...>) {
  constexpr int n = sizeof...(I);
  return {shuffle<(I / 2 + I % 2 * n)...>(u, v), shuffle<(n / 2 + I / 2 + I % 2 * n)...>(u, v)};
}

/// Vectors of T in its computing type.
template <class T, class V>
struct WideLanes {
  using Vector = V;
  static constexpr int kCount = sizeof(V) / sizeof(T);
  using Order = std::make_integer_sequence<int, kCount>;

  static POSENC_INLINE V get(const T* from) { return load<V>(from); }
  static POSENC_INLINE void put(T* to, const V& x) { store(to, x); }
  static POSENC_INLINE Pair<V> get_pairs(const T* from) {
    return separate(load<V>(from), load<V>(from + kCount), Order());
  }
  static POSENC_INLINE void put_pairs(T* to, const Pair<V>& x) {
    const Pair<V> joined = join(x.u, x.v, Order());
    store(to, joined.u);
    store(to + kCount, joined.v);
  }
};

/// 16-bit numbers as they lie in memory; in pairs, two share a lane of 32 bits.
template <class Small>
struct SmallLanes {
  using Vector = PairF;
  static constexpr int kCount = 2 * kWidth;

  static POSENC_INLINE PairF get(const Small* from) { return widen<Small>(load<PairShort>(from)); }
  static POSENC_INLINE void put(Small* to, const PairF& x) { store(to, narrow<Small>(x)); }
  static constexpr int kShiftU = POSENC_BIG_ENDIAN ? 16 : 0, kShiftV = 16 - kShiftU;
  static POSENC_INLINE Pair<PairF> get_pairs(const Small* from) {
    const PairBits both = load<PairBits>(from);
    return {widened<Small>((both >> kShiftU) & 0xffffu),
            widened<Small>((both >> kShiftV) & 0xffffu)};
  }
  static POSENC_INLINE void put_pairs(Small* to, const Pair<PairF>& x) {
    store(to, narrowed<Small>(x.u) << kShiftU | narrowed<Small>(x.v) << kShiftV);
  }
};

template <class T>
struct RotaryLanes;
template <>
struct RotaryLanes<double> : WideLanes<double, Vec> {};
template <>
struct RotaryLanes<float> : WideLanes<float, PairF> {};
template <>
struct RotaryLanes<Half> : SmallLanes<Half> {
#if POSENC_CONVERTS_HALF
  using Order = std::make_integer_sequence<int, kCount>;
  static POSENC_INLINE Pair<PairF> get_pairs(const Half* from) {
    return separate(get(from), get(from + kCount), Order());
  }
  static POSENC_INLINE void put_pairs(Half* to, const Pair<PairF>& x) {
    const Pair<PairF> joined = join(x.u, x.v, Order());
    put(to, joined.u);
    put(to + kCount, joined.v);
  }
#endif
};
template <>
struct RotaryLanes<BFloat16> : SmallLanes<BFloat16> {};

template <class V>
POSENC_INLINE Pair<V> rotated(const Pair<V>& x, const V& sine, const V& cosine) {
  return {x.u * cosine - x.v * sine, x.v * cosine + x.u * sine};
}

/// The last pairs of a head pass through a full vector.
template <class T>
void rotate_rest(T* u, T* v, std::ptrdiff_t step, int n, const Computing<T>* sine,
                 const Computing<T>* cosine) {
  using L = RotaryLanes<T>;
  T us[L::kCount] = {}, vs[L::kCount] = {};
  Computing<T> sines[L::kCount] = {}, cosines[L::kCount] = {};
  for (int k = 0; k < n; ++k) {
    us[k] = u[k * step];
    vs[k] = v[k * step];
    sines[k] = sine[k];
    cosines[k] = cosine[k];
  }
  using V = typename L::Vector;
  const Pair<V> x = rotated<V>({L::get(us), L::get(vs)}, load<V>(sines), load<V>(cosines));
  L::put(us, x.u);
  L::put(vs, x.v);
  for (int k = 0; k < n; ++k) {
    u[k * step] = us[k];
    v[k * step] = vs[k];
  }
}

/// The processor's prefetching stops at the end of a page: each strip asks for the lines that lie a
/// page further on.
constexpr std::uintptr_t kBytesAhead = 4096;

/// One vector of pairs, in place.
template <class T, bool kAdjacent>
POSENC_INLINE void rotate_strip(T* u, T* v, const typename RotaryLanes<T>::Vector& sine,
                                const typename RotaryLanes<T>::Vector& cosine) {
  using L = RotaryLanes<T>;
  if (POSENC_ROUTE_ROTATE_AHEAD) {
    prefetch_for_write(u, kBytesAhead);
    prefetch_for_write(kAdjacent ? u + L::kCount : v, kBytesAhead);
  }
  if constexpr (kAdjacent) {
    L::put_pairs(u, rotated(L::get_pairs(u), sine, cosine));
  } else {
    const auto x = rotated<typename L::Vector>({L::get(u), L::get(v)}, sine, cosine);
    L::put(u, x.u);
    L::put(v, x.v);
  }
}

/// The hot loop: row by row and head by head, as they lie in memory.
template <class T, bool kAdjacent>
void rotate_heads(const HeadRowsOf<T>& x, const SinCosRows<Computing<T>>& by) {
  using L = RotaryLanes<T>;
  using V = typename L::Vector;
  constexpr int step = kAdjacent ? 2 : 1;
  const std::ptrdiff_t whole = x.pairs - x.pairs % L::kCount;
  const std::ptrdiff_t v = x.v - x.u;
  for (std::ptrdiff_t r = 0; r < x.rows; ++r) {
    const Computing<T>* sine = by.sine + r * by.stride;
    const Computing<T>* cosine = by.cosine + r * by.stride;
    T* row = x.u + r * x.row_stride;
    for (std::ptrdiff_t h = 0; h < x.heads; ++h) {
      T* u = row + h * x.head_stride;
#pragma GCC unroll 2
      for (std::ptrdiff_t i = 0; i < whole; i += L::kCount) {
        rotate_strip<T, kAdjacent>(u + step * i, u + v + step * i, load<V>(sine + i),
                                   load<V>(cosine + i));
      }
    }
    if (whole == x.pairs) continue;
    for (std::ptrdiff_t h = 0; h < x.heads; ++h) {
      T* u = row + h * x.head_stride + step * whole;
      rotate_rest(u, u + v, step, static_cast<int>(x.pairs - whole), sine + whole, cosine + whole);
    }
  }
}

template <class T>
constexpr RotateKernels<T> rotate_kernels() {
  return {rotate_heads<T, false>, rotate_heads<T, true>};
}

/// RotaryKernels::rows_of_columns.
template <class C>
void rows_of_columns(const C* from, std::ptrdiff_t stride, std::ptrdiff_t rows, std::ptrdiff_t cols,
                     C* to) {
  using V = typename ColumnLanes<C>::Vector;
  constexpr int n = ColumnLanes<C>::kCount;
  const std::ptrdiff_t whole = rows - rows % n;
  std::ptrdiff_t c = 0;
  for (; c + n <= cols; c += n) {
    for (std::ptrdiff_t r = 0; r < whole; r += n) {
      V x[n];
#pragma GCC unroll 16
      for (int k = 0; k < n; ++k) x[k] = load<V>(from + (c + k) * stride + r);
      transpose<V, n>(x);
#pragma GCC unroll 16
      for (int k = 0; k < n; ++k) store(to + (r + k) * cols + c, x[k]);
    }
  }
  for (std::ptrdiff_t r = 0; r < rows; ++r) {
    for (std::ptrdiff_t k = r < whole ? c : 0; k < cols; ++k) {
      to[r * cols + k] = from[k * stride + r];
    }
  }
}

constexpr RotaryKernels kRotary = {rotate_kernels<double>(), rotate_kernels<float>(),
                                   rotate_kernels<Half>(),   rotate_kernels<BFloat16>(),
                                   rows_of_columns<double>,  rows_of_columns<float>};
