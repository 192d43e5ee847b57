// Vectors of POSENC_LANES doubles in plain C++17, lane by lane: what simd.inl declares, for any
// compiler. Included by simd.inl.

template <class T, int kLanesOfT>
struct Vector {
  using Lane = T;
  static constexpr int kCount = kLanesOfT;
  T lane[kLanesOfT];
};

using Vec = Vector<double, kWidth>;
using Int = Vector<long long, kWidth>;
using VecF = Vector<float, kWidth>;
using PairF = Vector<float, 2 * kWidth>;
using PairBits = Vector<std::uint32_t, 2 * kWidth>;
using PairShort = Vector<std::uint16_t, 2 * kWidth>;
using Short = Vector<std::uint16_t, kWidth>;

/// A lane of a mask: -1 where the condition holds, else 0.
template <class T>
using MaskLane = std::conditional_t<sizeof(T) == 8, long long, std::int32_t>;

/// f of each lane, of two lanes, and of a lane and a number.
template <class T, int n, class F>
POSENC_INLINE auto each(const Vector<T, n>& x, F f) {
  Vector<decltype(f(x.lane[0])), n> result = {};
  for (int k = 0; k < n; ++k) result.lane[k] = f(x.lane[k]);
  return result;
}
template <class T, int n, class F>
POSENC_INLINE auto each(const Vector<T, n>& x, const Vector<T, n>& y, F f) {
  Vector<decltype(f(x.lane[0], y.lane[0])), n> result = {};
  for (int k = 0; k < n; ++k) result.lane[k] = f(x.lane[k], y.lane[k]);
  return result;
}

template <class T, int n>
POSENC_INLINE Vector<T, n> spread(const Vector<T, n>&, T value) {
  Vector<T, n> result = {};
  for (T& lane : result.lane) lane = value;
  return result;
}

template <class T>
struct Same {
  using Type = T;
};

#define POSENC_OPERATOR(op, Result)                                                 \
  template <class T, int n>                                                         \
  POSENC_INLINE auto operator op(const Vector<T, n>& x, const Vector<T, n>& y) {    \
    return each(x, y, [](T a, T b) { return static_cast<Result>(a op b); });        \
  }                                                                                 \
  template <class T, int n>                                                         \
  POSENC_INLINE auto operator op(const Vector<T, n>& x, typename Same<T>::Type y) { \
    return x op spread(x, y);                                                       \
  }                                                                                 \
  template <class T, int n>                                                         \
  POSENC_INLINE auto operator op(typename Same<T>::Type x, const Vector<T, n>& y) { \
    return spread(y, x) op y;                                                       \
  }
POSENC_OPERATOR(+, T)
POSENC_OPERATOR(-, T)
POSENC_OPERATOR(*, T)
POSENC_OPERATOR(&, T)
POSENC_OPERATOR(|, T)
#undef POSENC_OPERATOR

#define POSENC_COMPARISON(op)                                                              \
  template <class T, int n>                                                                \
  POSENC_INLINE auto operator op(const Vector<T, n>& x, const Vector<T, n>& y) {           \
    return each(x, y, [](T a, T b) { return static_cast<MaskLane<T>>(a op b ? -1 : 0); }); \
  }                                                                                        \
  template <class T, int n>                                                                \
  POSENC_INLINE auto operator op(const Vector<T, n>& x, typename Same<T>::Type y) {        \
    return x op spread(x, y);                                                              \
  }
POSENC_COMPARISON(==)
POSENC_COMPARISON(!=)
POSENC_COMPARISON(<)
POSENC_COMPARISON(>)
POSENC_COMPARISON(>=)
#undef POSENC_COMPARISON

template <class T, int n>
POSENC_INLINE Vector<T, n> operator-(const Vector<T, n>& x) {
  return each(x, [](T a) { return static_cast<T>(-a); });
}
template <class T, int n>
POSENC_INLINE Vector<T, n> operator~(const Vector<T, n>& x) {
  return each(x, [](T a) { return static_cast<T>(~a); });
}
template <class T, int n>
POSENC_INLINE Vector<T, n> operator<<(const Vector<T, n>& x, int bits) {
  return each(x, [=](T a) { return static_cast<T>(a << bits); });
}
template <class T, int n>
POSENC_INLINE Vector<T, n> operator>>(const Vector<T, n>& x, int bits) {
  return each(x, [=](T a) { return static_cast<T>(a >> bits); });
}
template <class T, int n>
POSENC_INLINE Vector<T, n>& operator|=(Vector<T, n>& x, const Vector<T, n>& y) {
  return x = x | y;
}
template <class T, int n>
POSENC_INLINE Vector<T, n>& operator&=(Vector<T, n>& x, const Vector<T, n>& y) {
  return x = x & y;
}

template <class V>
POSENC_INLINE V splat_all(typename V::Lane value) {
  return spread(V{}, value);
}
POSENC_INLINE Vec splat(double value) {
  return splat_all<Vec>(value);
}

POSENC_INLINE Vec about_multiply_add(const Vec& x, const Vec& y, const Vec& z) {
  return x * y + z;
}
POSENC_INLINE PairF about_multiply_add(const PairF& x, const PairF& y, const PairF& z) {
  return x * y + z;
}

template <class To, class From>
POSENC_INLINE To same_bits(const From& x) {
  static_assert(sizeof(To) == sizeof(From), "vectors of one size");
  To result = {};
  std::memcpy(&result, &x, sizeof x);
  return result;
}

template <class To, class From>
POSENC_INLINE To converted(const From& x) {
  To result = {};
  for (int k = 0; k < To::kCount; ++k) {
    result.lane[k] = static_cast<typename To::Lane>(x.lane[k]);
  }
  return result;
}

template <class M, class V>
POSENC_INLINE V choose(const M& mask, const V& a, const V& b) {
  V result = {};
  for (int k = 0; k < V::kCount; ++k) result.lane[k] = mask.lane[k] != 0 ? a.lane[k] : b.lane[k];
  return result;
}

template <int... I, class T, int n>
POSENC_INLINE Vector<T, static_cast<int>(sizeof...(I))> shuffle(const Vector<T, n>& a,
                                                                const Vector<T, n>& b) {
  return {{(I < n ? a.lane[I % n] : b.lane[I % n])...}};
}

POSENC_INLINE bool any_bit(const PairBits& x) {
  std::uint32_t any = 0;
  for (const std::uint32_t lane : x.lane) any |= lane;
  return any != 0;
}
