// A single row: the factors of its anchor are multiplied strip by strip, and no anchor is kept.
// Included once for every instruction set, after rows.inl.

/// The strip at pair i, by split products.
template <class T, bool kInterleaved>
POSENC_INLINE typename Lanes<T>::Packed exact_chain(const AnchorFactors& anchor,
                                                    const Offsets& offsets, int digit, double sign,
                                                    std::ptrdiff_t i) {
  int k = anchor.count - 1;
  Phasor x = load_phasor({anchor.factor[k], kPhasorGroup}, i);
  while (--k >= 0) x = split(product(x, load_phasor({anchor.factor[k], kPhasorGroup}, i)));
  return exact_signed<T, kInterleaved>(product(x, load_phasor(offsets.digit(digit), i)), sign);
}

/// The same, kept out of the loop, which rarely needs it.
template <class T, bool kInterleaved>
POSENC_NOINLINE typename Lanes<T>::Packed doubtful_chain(const AnchorFactors& anchor,
                                                         const Offsets& offsets, int digit,
                                                         double sign, std::ptrdiff_t i) {
  return exact_chain<T, kInterleaved>(anchor, offsets, digit, sign, i);
}

/// Sine and cosine as plain doubles.
struct PlainPhasor {
  Vec sin, cos;

  static POSENC_INLINE PlainPhasor of(const double* group) {
    return {load<Vec>(group) + load<Vec>(group + kLanes),
            load<Vec>(group + 2 * kLanes) + load<Vec>(group + 3 * kLanes)};
  }
};
POSENC_INLINE PlainPhasor plain_product(const PlainPhasor& x, const PlainPhasor& y) {
  return {about_multiply_add(x.sin, y.cos, x.cos * y.sin),
          about_multiply_add(-x.sin, y.sin, x.cos * y.cos)};
}

/// ScalarKernels::single_row: in narrow types by plain products, a strip in doubt by split ones.
template <class T, bool kInterleaved, Operation kOperation>
void write_single_row(const AnchorFactors& anchor, const Offsets& offsets, int digit, double sign,
                      const RowTarget<T>& target) {
  const RowTarget<T> to = target;
  if constexpr (std::is_same<T, double>::value) {
    for (std::ptrdiff_t i = 0; i < to.sines; i += kWidth) {
      put_at<T, kInterleaved, kOperation>(
          to, i, exact_chain<T, kInterleaved>(anchor, offsets, digit, sign, i));
    }
  } else {
    const AnchorFactors factors = anchor;
    const double* offset = offsets.sine(digit, 0);
    for (std::ptrdiff_t i = 0; i < to.sines; i += kWidth) {
      const std::ptrdiff_t lane = i % kLanes;
      const std::ptrdiff_t at = i / kLanes * kPhasorGroup + lane;
      int k = factors.count - 1;
      PlainPhasor x = PlainPhasor::of(factors.factor[k] + at);
      while (--k >= 0) x = plain_product(x, PlainPhasor::of(factors.factor[k] + at));
      const double* const sine = offset + i / kLanes * kPlainGroup + lane;
      x = plain_product(x, {load<Vec>(sine), load<Vec>(sine + kLanes)});
      Doubt doubt;
      const auto packed =
          Lanes<T>::template plain<kInterleaved, kChainError>(x.sin * sign, x.cos, doubt);
      put_at<T, kInterleaved, kOperation>(
          to, i,
          POSENC_UNLIKELY(doubt.any())
              ? doubtful_chain<T, kInterleaved>(anchor, offsets, digit, sign, i)
              : packed);
    }
  }
}
