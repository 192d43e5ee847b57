// Columns: the products of many anchors and the 16 offsets, a pair at a time. Included once for
// every instruction set, after round_store.inl.

POSENC_INLINE Phasor offset_from(const OffsetColumn& x, int digit) {
  return {load<Vec>(x.sin_hi + digit), load<Vec>(x.sin_lo + digit), load<Vec>(x.cos_hi + digit),
          load<Vec>(x.cos_lo + digit)};
}

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

/// Rows that are worked on at a time: two vectors of sines, two of cosines.
constexpr int kPart = 2 * kWidth;
constexpr int kParts = kRadix / kPart;

/// The 16 rows of one block and pair.
template <class T>
struct BlockColumn {
  typename Lanes<T>::Packed sines[kParts], cosines[kParts];

  /// By split products.
  POSENC_INLINE void exact(const SpreadAnchor& anchor, const OffsetColumn& offset) {
    for (int part = 0; part < kParts; ++part) {
      const int r = part * kPart;
      const SinCos x = product(anchor.split, anchor.sin, anchor.cos, offset_from(offset, r));
      const SinCos y =
          product(anchor.split, anchor.sin, anchor.cos, offset_from(offset, r + kWidth));
      sines[part] = Lanes<T>::template exact<false>(x.sin, y.sin);
      cosines[part] = Lanes<T>::template exact<false>(x.cos, y.cos);
    }
  }

  /// By plain products; returns whether there is doubt how a value rounds.
  POSENC_INLINE bool plain(const SpreadAnchor& anchor, const OffsetColumn& offset) {
    Doubt doubt;
    const Vec minus_sin = -anchor.sin;
    const auto sine = [&](int r) {
      return about_multiply_add(anchor.sin, load<Vec>(offset.cos + r),
                                anchor.cos * load<Vec>(offset.sin + r));
    };
    const auto cosine = [&](int r) {
      return about_multiply_add(minus_sin, load<Vec>(offset.sin + r),
                                anchor.cos * load<Vec>(offset.cos + r));
    };
    for (int part = 0; part < kParts; ++part) {
      const int r = part * kPart;
      sines[part] = Lanes<T>::template plain<false>(sine(r), sine(r + kWidth), doubt);
      cosines[part] = Lanes<T>::template plain<false>(cosine(r), cosine(r + kWidth), doubt);
    }
    return doubt.any();
  }

  template <Operation kOperation>
  POSENC_INLINE void put_rows(T* sine, T* cosine) const {
    for (int part = 0; part < kParts; ++part) {
      put<T, true, kOperation>(sine + part * kPart, nullptr, sines[part]);
      put<T, true, kOperation>(cosine + part * kPart, nullptr, cosines[part]);
    }
  }
};

/// By split products; rows `first` to `end` - 1, with or without cosines.
template <class T, Operation kOperation>
POSENC_NOINLINE void part_of_block(const double* anchor, const OffsetColumn& offset,
                                   std::ptrdiff_t first, std::ptrdiff_t end, T* sine, T* cosine,
                                   bool both) {
  BlockColumn<T> block;
  block.exact(SpreadAnchor(anchor), offset);
  T sines[kRadix] = {}, cosines[kRadix] = {};
  const auto copy = [=](T* to_sine, T* to_cosine, const T* from_sine, const T* from_cosine) {
    for (std::ptrdiff_t r = first; r < end; ++r) {
      to_sine[r] = from_sine[r];
      if (both) to_cosine[r] = from_cosine[r];
    }
  };
  if (kOperation == Operation::add) copy(sines, cosines, sine, cosine);
  block.template put_rows<kOperation>(sines, cosines);
  copy(sine, cosine, sines, cosines);
}

template <class T, Operation kOperation>
POSENC_INLINE void whole_block(const double* split, const OffsetColumn& offset, T* sine,
                               T* cosine) {
  BlockColumn<T> block;
  const SpreadAnchor anchor(split);
  if constexpr (std::is_same<T, double>::value) {
    block.exact(anchor, offset);
  } else if (POSENC_UNLIKELY(block.plain(anchor, offset))) {
    return part_of_block<T, kOperation>(split, offset, 0, kRadix, sine, cosine, true);
  }
  block.template put_rows<kOperation>(sine, cosine);
}

/// ScalarKernels::columns. The hot loop: the blocks of one pair after the other.
template <class T, Operation kOperation>
void write_columns(const double* anchors, const OffsetColumn* offsets, int digit,
                   std::ptrdiff_t rows, const ColumnTarget<T>& target) {
  for (std::ptrdiff_t i = 0; i < target.sines; ++i) {
    const OffsetColumn& offset = offsets[i];
    // From these rows to the same of the next pair, or to the next rows of the first one.
    const std::ptrdiff_t next =
        i + 1 < target.sines ? target.pair_stride : rows - i * target.pair_stride;
    T* sine = target.sine + i * target.pair_stride;
    T* cosine = target.cosine + i * target.pair_stride;
    const bool both = i < target.cosines;
    const double* anchor = anchors + i;
    std::ptrdiff_t at = -digit;  // the row of a block's start, which may lie before row 0
    const auto part = [&] {
      part_of_block<T, kOperation>(anchor, offset, at < 0 ? -at : 0,
                                   std::min<std::ptrdiff_t>(kRadix, rows - at), sine + at,
                                   cosine + at, both);
    };
    if (at < 0) {
      part();
      at += kRadix;
      anchor += kPhasorGroup;
    }
    if (both) {
      for (; at + kRadix <= rows; at += kRadix, anchor += kPhasorGroup) {
        if (target.ask_ahead) {
          for (std::ptrdiff_t k = next; k < next + kRadix; k += kLine<T>) {
            ask_for(sine + at, k);
            ask_for(cosine + at, k);
          }
        }
        whole_block<T, kOperation>(anchor, offset, sine + at, cosine + at);
      }
    }
    for (; at < rows; at += kRadix, anchor += kPhasorGroup) part();
  }
}
