// A row at any position, straight from its angles. Included once for every instruction set, after
// round_store.inl, angles.inl and cheap_phasor.inl.

/// As much as fits of the strip at pair i.
template <class T, bool kInterleaved, Operation kOperation>
POSENC_INLINE void put_at(const RowTarget<T>& to, std::ptrdiff_t i,
                          const typename Lanes<T>::Packed& packed) {
  constexpr std::ptrdiff_t step = kInterleaved ? 2 : 1;
  put_at_most<T, kInterleaved, kOperation>(to.sine + i * step, to.cosine + i * step, packed,
                                           to.sines - i, to.cosines - i);
}

/// Pairs first .. end - 1 of a row, and those that fill the last strip, by split products.
template <class T, bool kInterleaved, Operation kOperation>
POSENC_NOINLINE void write_real_strips(const Turns& turns, const Magnitude& position, double sign,
                                       const RowTarget<T>& to, std::ptrdiff_t first,
                                       std::ptrdiff_t end) {
  Angles angles;
  for (std::ptrdiff_t begin = first; begin < end; begin += kAngleBatch) {
    const std::ptrdiff_t rest = (end - begin + kWidth - 1) / kWidth * kWidth;
    const int batch = static_cast<int>(rest < kAngleBatch ? rest : kAngleBatch);
    set_angles(angles, batch, turns, position, begin);
    for (int i = 0; i < batch; i += kWidth) {
      SinCos z = angle_phasor(angles, i);
      const Vec signs = load<Vec>(turns.sign + begin + i) * sign;
      z.sin = {z.sin.hi * signs, z.sin.lo * signs};
      put_at<T, kInterleaved, kOperation>(to, begin + i,
                                          Lanes<T>::template exact<kInterleaved>(z.sin, z.cos));
    }
  }
}

/// kWidth pairs from pair i on; returns whether there is doubt how a value rounds.
template <class T, bool kInterleaved>
POSENC_INLINE bool cheap_strip(const Turns& turns, std::ptrdiff_t i, double p, double sign,
                               [[maybe_unused]] double margin, typename Lanes<T>::Packed& packed) {
  const Vec hi = load<Vec>(turns.hi + i), lo = load<Vec>(turns.lo + i);
  const Vec signs = load<Vec>(turns.sign + i) * sign;
  if constexpr (std::is_same<T, double>::value) {
    const SinCos z = cheap_sums(splat(p), hi, lo);
    const Rounded sin = rounded(z.sin, margin), cos = rounded(z.cos, margin);
    const Vec s = sin.below * signs, c = cos.below;
    packed = {kInterleaved ? interleave_low(s, c) : s, kInterleaved ? interleave_high(s, c) : c};
    return differ(sin, cos);
  } else {
    const CheapPhasor z = cheap_phasor(splat(p), hi, lo);
    Doubt doubt;
    packed = Lanes<T>::template plain<kInterleaved>(z.sin * signs, z.cos, doubt);
    return doubt.any();
  }
}

/// ScalarKernels::cheap_row.
template <class T, bool kInterleaved, Operation kOperation>
std::ptrdiff_t write_cheap_row(const Turns& turns, double position, double margin, double sign,
                               const RowTarget<T>& target, std::ptrdiff_t first) {
  constexpr std::ptrdiff_t strips = kLanes / kWidth;
  const RowTarget<T> to = target;
  std::ptrdiff_t i = first;
  for (; i < to.sines; i += kLanes) {
    typename Lanes<T>::Packed packed[strips];
    bool doubt = false;
#pragma GCC unroll 2
    for (std::ptrdiff_t k = 0; k < strips; ++k) {
      doubt |=
          cheap_strip<T, kInterleaved>(turns, i + k * kWidth, position, sign, margin, packed[k]);
    }
    if (POSENC_UNLIKELY(doubt)) return i;
#pragma GCC unroll 2
    for (std::ptrdiff_t k = 0; k < strips; ++k) {
      if (i + k * kWidth < to.sines) {
        put_at<T, kInterleaved, kOperation>(to, i + k * kWidth, packed[k]);
      }
    }
  }
  return i;
}

/// ScalarKernels::real_row. Doubtful values of a cheap row are computed exactly.
template <class T, bool kInterleaved, Operation kOperation>
void write_real_row(const Turns& turns, const Magnitude& position, double sign,
                    const RowTarget<T>& to) {
  if constexpr (kFuses) {
    const double p = value_of(position);
    if (cheap_enough<T>(turns, p)) {
      std::ptrdiff_t i = 0;
      while ((i = write_cheap_row<T, kInterleaved, kOperation>(turns, p, kDirectMargin, sign, to,
                                                               i)) < to.sines) {
        const std::ptrdiff_t end = i + kLanes < to.sines ? i + kLanes : to.sines;
        write_real_strips<T, kInterleaved, kOperation>(turns, position, sign, to, i, end);
        i += kLanes;
      }
      return;
    }
  }
  write_real_strips<T, kInterleaved, kOperation>(turns, position, sign, to, 0, to.sines);
}
