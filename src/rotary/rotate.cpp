// Rotation: a tile of sines and cosines on the stack, then a loop over all heads of its rows.

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include <posenc/detail/rotary/rotate.hpp>

#include "../phasors/fill_rows.hpp"
#include "../phasors/phase_sum.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// One table for each axis, of the frequencies of its pairs; pairs of axis a in ascending order.
/// Dense: every pair is on every axis, and its angle is the sum over them.
class RotaryTable {
 public:
  struct Axis {
    PhasorHandle phasors;  // null where no pair turns by this axis
    std::vector<std::ptrdiff_t> pairs;
  };

  const Kernels* kernels;
  std::ptrdiff_t pairs;
  std::ptrdiff_t turning;  // pairs up to the last whose frequency is not zero
  std::vector<Axis> axes;
  bool dense;
};

RotaryHandle make_rotary_table(const Frequencies& given, const std::ptrdiff_t* axis_of_term,
                               std::ptrdiff_t axes, std::ptrdiff_t pairs) {
  const FrequencyVector& frequencies = *given.handle();
  auto table = std::make_shared<RotaryTable>();
  const std::ptrdiff_t terms = given.size();
  table->kernels = &chosen_kernels();
  table->pairs = pairs;
  table->turning = 0;
  table->axes.resize(static_cast<std::size_t>(axes));
  table->dense = terms > pairs;
  std::vector<FrequencyVector> of_axis(static_cast<std::size_t>(axes));
  for (std::ptrdiff_t term = 0; term < terms; ++term) {
    const auto a = static_cast<std::size_t>(axis_of_term[term]);
    const auto k = static_cast<std::size_t>(term);
    const std::ptrdiff_t i = term % pairs;
    of_axis[a].add(frequencies.radians[k], frequencies.turns[k]);
    table->axes[a].pairs.push_back(i);
    if (!frequencies.turns[k].zero()) table->turning = std::max(table->turning, i + 1);
  }
  for (std::size_t a = 0; a < of_axis.size(); ++a) {
    if (!of_axis[a].turns.empty())
      table->axes[a].phasors = std::make_shared<const PhasorTable>(of_axis[a]);
  }
  return table;
}

namespace {

/// 2^x in plain operations, the same bits everywhere; relative error below 2^-51, and 2^-1075
/// absolute where x < -1000. Taylor series of e^y, |y| <= ln(2)/2: y^14/14! < 2^-57.
double power_of_two(double x) {
  const double bounded = std::max(-2000.0, std::min(2000.0, x));
  const double whole = std::floor(bounded + 0.5);
  const double y = (bounded - whole) * 0x1.62e42fefa39efp-1;
  double sum = 1.0;
  for (int k = 13; k >= 1; --k) sum = 1.0 + sum * y / k;
  return std::ldexp(sum, static_cast<int>(whole));
}

/// Sines and cosines of pairs begin .. begin + n - 1, n <= kTilePairs, chunk of rows after chunk.
template <class C>
class Source {
 public:
  Source(const RotaryTable& table, const TokenPositions& at, std::ptrdiff_t tokens,
         std::ptrdiff_t begin, std::ptrdiff_t n, const Factors& factors)
      : table_(table), at_(at), tokens_(tokens), begin_(begin), n_(n), factors_(factors) {
    if (table.axes.size() == 1) tile_.emplace(*table.axes[0].phasors, begin, n);
  }

  /// Rows r .. r + rows - 1 to sine[row * n + i] and cosine[row * n + i].
  void fill(std::ptrdiff_t r, std::ptrdiff_t rows, C* sine, C* cosine) {
    if (tile_) {
      const Rows at = positions(0);
      fill_rows<C>(*tile_, Order(at, r, rows), 0, rows, {sine, cosine, n_, 1, n_, n_});
    } else if (table_.dense) {
      fill_sums(r, rows, sine, cosine);
    } else {
      for (std::size_t a = 0; a < table_.axes.size(); ++a) fill_axis(a, r, rows, sine, cosine);
    }
    scale(sine, rows * n_, factors_.sine);
    scale(cosine, rows * n_, factors_.cosine);
    if (factors_.growth.rate != nullptr) grow(r, rows, sine, cosine);
  }

  /// Rows that bring the next chunk to a multiple of 16 in position, where all count up.
  std::ptrdiff_t first_chunk(std::ptrdiff_t rows) const {
    if (at_.positions != nullptr) return rows;
    return rows - static_cast<std::ptrdiff_t>(((at_.first % kRadix) + kRadix) % kRadix);
  }

 private:
  Rows positions(std::size_t axis) const {
    const double* of_axis = at_.positions;
    if (of_axis != nullptr) of_axis += static_cast<std::ptrdiff_t>(axis) * at_.axis_stride;
    return {of_axis, at_.first, tokens_};
  }

  double position(std::ptrdiff_t r, std::ptrdiff_t axis) const {
    if (at_.positions == nullptr) return static_cast<double>(at_.first + r);
    return at_.positions[axis * at_.axis_stride + r];
  }

  /// The pairs of one axis by a buffer, whose first pair is a multiple of kLanes in its table.
  void fill_axis(std::size_t a, std::ptrdiff_t r, std::ptrdiff_t rows, C* sine, C* cosine) {
    const std::vector<std::ptrdiff_t>& pairs = table_.axes[a].pairs;
    const auto lower = std::lower_bound(pairs.begin(), pairs.end(), begin_);
    const auto upper = std::lower_bound(lower, pairs.end(), begin_ + n_);
    if (lower == upper) return;
    const std::ptrdiff_t from = (lower - pairs.begin()) / kLanes * kLanes;
    const std::ptrdiff_t skipped = lower - pairs.begin() - from;
    const std::ptrdiff_t count = upper - pairs.begin() - from;
    constexpr std::ptrdiff_t kStride = kTilePairs + kLanes;
    C sines[kRadix * kStride], cosines[kRadix * kStride];
    Tile tile(*table_.axes[a].phasors, from, count);
    for (std::ptrdiff_t k = 0; k < rows; k += kRadix) {
      const std::ptrdiff_t chunk = std::min<std::ptrdiff_t>(kRadix, rows - k);
      const Rows at = positions(a);
      fill_rows<C>(tile, Order(at, r + k, chunk), 0, chunk,
                   {sines, cosines, kStride, 1, count, count});
      for (std::ptrdiff_t row = 0; row < chunk; ++row) {
        for (std::ptrdiff_t i = skipped; i < count; ++i) {
          const std::ptrdiff_t to = (k + row) * n_ + lower[i - skipped] - begin_;
          sine[to] = sines[row * kStride + i];
          cosine[to] = cosines[row * kStride + i];
        }
      }
    }
  }

  void fill_sums(std::ptrdiff_t r, std::ptrdiff_t rows, C* sine, C* cosine) const {
    PhaseSum sums;
    const auto table = [&](std::ptrdiff_t a) -> const PhasorTable& {
      return *table_.axes[static_cast<std::size_t>(a)].phasors;
    };
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
      const auto coordinate = [&](std::ptrdiff_t a) { return position(r + row, a); };
      sums.set(static_cast<std::ptrdiff_t>(table_.axes.size()), table, coordinate, begin_, n_);
      sums.write<C>(*table_.kernels, {sine + row * n_, cosine + row * n_, 0, 1, n_, n_});
    }
  }

  /// The product in double, rounded to C.
  static void scale(C* x, std::ptrdiff_t n, double factor) {
    if (factor == 1.0) return;
    for (std::ptrdiff_t i = 0; i < n; ++i) x[i] = round_to<C>(widen(x[i]) * factor);
  }

  void grow(std::ptrdiff_t r, std::ptrdiff_t rows, C* sine, C* cosine) const {
    const Growth& growth = factors_.growth;
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
      const double distance = growth.sign * (position(r + row, 0) - growth.centre);
      for (std::ptrdiff_t i = 0; i < n_; ++i) {
        const double factor = power_of_two(distance * growth.rate[begin_ + i]);
        C& s = sine[row * n_ + i];
        C& c = cosine[row * n_ + i];
        s = round_to<C>(widen(s) * factor);
        c = round_to<C>(widen(c) * factor);
      }
    }
  }

  const RotaryTable& table_;
  const TokenPositions& at_;
  const std::ptrdiff_t tokens_, begin_, n_;
  const Factors factors_;
  std::optional<Tile> tile_;
};

/// The way through the heads of one call, for one scalar type.
template <class T>
class Rotator {
 public:
  using C = Computing<T>;

  Rotator(const Kernels& kernels, const HeadView& x, const HeadPairs& pairs)
      : kernels_(of_scalar<T>(kernels.rotary)), x_(x), at_(pairs) {}

  void run(const RotaryTable& table, const TokenPositions& at, const Factors& factors,
           bool all_alike) const {
    alignas(64) C sine[kTileNumbers], cosine[kTileNumbers];
    const bool unscaled = factors.cosine == 1.0 && factors.growth.rate == nullptr;
    const std::ptrdiff_t turning = unscaled ? std::min(table.turning, at_.pairs) : at_.pairs;
    const std::ptrdiff_t most = down_columns() ? kTilePairs / 4 : kTilePairs;
    for (std::ptrdiff_t begin = 0; begin < turning; begin += most) {
      const std::ptrdiff_t n = std::min(most, turning - begin);
      const std::ptrdiff_t most_rows = kTileNumbers / most;
      Source<C> source(table, at, all_alike ? 1 : x_.tokens, begin, n, factors);
      if (all_alike) {
        source.fill(0, 1, sine, cosine);
        apply(0, x_.tokens, begin, n, {sine, cosine, 0});
        continue;
      }
      for (std::ptrdiff_t t = 0; t < x_.tokens;) {
        const std::ptrdiff_t rows =
            std::min(x_.tokens - t, t == 0 ? source.first_chunk(most_rows) : most_rows);
        source.fill(t, rows, sine, cosine);
        apply(t, rows, begin, n, {sine, cosine, n});
        t += rows;
      }
    }
  }

  /// Tokens t .. t + rows - 1, pairs begin .. begin + n - 1.
  void apply(std::ptrdiff_t t, std::ptrdiff_t rows, std::ptrdiff_t begin, std::ptrdiff_t n,
             const Turn<C>& turn) const {
    if (along_rows()) {
      const Lines<T> lines = {u(t, begin), v(t, begin),   n, rows, x_.token_stride,
                              x_.heads,    x_.head_stride};
      (at_.step == 1 ? kernels_.halves : kernels_.adjacent)(lines, turn);
    } else if (down_columns()) {
      by_columns(t, rows, begin, n, turn);
    } else {
      by_buffer(t, rows, begin, n, turn);
    }
  }

 private:
  T* at(std::ptrdiff_t t, std::ptrdiff_t channel) const {
    return static_cast<T*>(x_.data) + t * x_.token_stride + channel * x_.channel_stride;
  }
  T* u(std::ptrdiff_t t, std::ptrdiff_t i) const { return at(t, at_.u + i * at_.step); }
  T* v(std::ptrdiff_t t, std::ptrdiff_t i) const { return at(t, at_.v + i * at_.step); }

  bool along_rows() const {
    return x_.channel_stride == 1 && (at_.step == 1 || (at_.step == 2 && at_.v == at_.u + 1));
  }
  bool down_columns() const { return x_.token_stride == 1 && !along_rows(); }

  /// A pair's two columns are two lines, and tokens run along them.
  void by_columns(std::ptrdiff_t t, std::ptrdiff_t rows, std::ptrdiff_t begin, std::ptrdiff_t n,
                  const Turn<C>& turn) const {
    C sine[kTileNumbers], cosine[kTileNumbers];
    const std::ptrdiff_t most = kTileNumbers / n;
    for (std::ptrdiff_t r = 0; r < rows; r += most) {
      const std::ptrdiff_t count = std::min(most, rows - r);
      for (std::ptrdiff_t k = 0; k < count; ++k) {
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          sine[i * most + k] = turn.sine[(r + k) * turn.stride + i];
          cosine[i * most + k] = turn.cosine[(r + k) * turn.stride + i];
        }
      }
      kernels_.halves({u(t + r, begin), v(t + r, begin), count, n, at_.step * x_.channel_stride,
                       x_.heads, x_.head_stride},
                      {sine, cosine, most});
    }
  }

  /// Any strides: one head after the other, gathered and scattered.
  void by_buffer(std::ptrdiff_t t, std::ptrdiff_t rows, std::ptrdiff_t begin, std::ptrdiff_t n,
                 const Turn<C>& turn) const {
    T us[2 * kTilePairs];
    T* vs = us + kTilePairs;
    const std::ptrdiff_t step = at_.step * x_.channel_stride;
    for (std::ptrdiff_t r = 0; r < rows; ++r) {
      for (std::ptrdiff_t h = 0; h < x_.heads; ++h) {
        T* from_u = u(t + r, begin) + h * x_.head_stride;
        T* from_v = v(t + r, begin) + h * x_.head_stride;
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          us[i] = from_u[i * step];
          vs[i] = from_v[i * step];
        }
        kernels_.halves({us, vs, n, 1, 0, 1, 0},
                        {turn.sine + r * turn.stride, turn.cosine + r * turn.stride, 0});
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          from_u[i * step] = us[i];
          from_v[i * step] = vs[i];
        }
      }
    }
  }

  const LineKernels<T>& kernels_;
  const HeadView& x_;
  const HeadPairs& at_;
};

/// The kernels of 16-bit types take the low bits of a NaN to be zero.
void make_nans_plain(float* x, std::ptrdiff_t n) {
  for (std::ptrdiff_t k = 0; k < n; ++k) {
    x[k] = x[k] != x[k] ? std::numeric_limits<float>::quiet_NaN() : x[k];
  }
}

}  // namespace

void rotate(const RotaryTable& table, const HeadView& x, const HeadPairs& pairs,
            const TokenPositions& at, const Factors& factors) {
  for_scalar(x.scalar, [&](auto scalar) {
    Rotator<decltype(scalar)>(*table.kernels, x, pairs).run(table, at, factors, false);
  });
}

void rotate_all(const RotaryTable& table, const HeadView& x, const HeadPairs& pairs,
                const TokenPositions& at, const Factors& factors) {
  if (x.tokens == 0) return;
  for_scalar(x.scalar, [&](auto scalar) {
    Rotator<decltype(scalar)>(*table.kernels, x, pairs).run(table, at, factors, true);
  });
}

void shift(const PhasorTable& table, const Placement& placement, double k, std::ptrdiff_t rows,
           const Output& output) {
  // (s, c) of p to that of p + k is (u, v) = (s, c) turned backwards.
  const double backwards = -k;
  const Rows one = {&backwards, 0, 1};
  const HeadView x = {output.data, output.scalar, rows, 1, output.row_stride, 0, output.col_stride};
  const HeadPairs pairs = {placement.sine, placement.cosine, placement.step, placement.sines};
  for_scalar(output.scalar, [&](auto scalar) {
    using C = Computing<decltype(scalar)>;
    const Rotator<decltype(scalar)> rotator(table.kernels(), x, pairs);
    alignas(64) C sine[kTilePairs], cosine[kTilePairs];
    for (std::ptrdiff_t begin = 0; begin < pairs.pairs; begin += kTilePairs) {
      const std::ptrdiff_t n = std::min(kTilePairs, pairs.pairs - begin);
      Tile tile(table, begin, n);
      fill_rows<C>(tile, Order(one, 0, 1), 0, 1, {sine, cosine, 0, 1, n, n});
      rotator.apply(0, rows, begin, n, {sine, cosine, 0});
    }
  });
}

void xpos_log2_zeta(std::ptrdiff_t n, double* log2_zeta) {
  const auto log2 = [](std::int64_t k) { return log_of(static_cast<double>(k)) * kPerLn2; };
  // (2i + 0.8 n) / (2.8 n) = (10 i + 4 n) / (14 n)
  const Fixed whole = log2(14 * n);
  for (std::ptrdiff_t i = 0; i < n; ++i) {
    log2_zeta[i] = (log2(10 * i + 4 * n) - whole).to_double();
  }
}

namespace {

template <class T>
void rotate_tile(const HeadView& x, const HeadPairs& pairs, Computing<T>* sine,
                 Computing<T>* cosine) {
  if constexpr (!std::is_same_v<T, Computing<T>>) {
    make_nans_plain(sine, x.tokens * pairs.pairs);
    make_nans_plain(cosine, x.tokens * pairs.pairs);
  }
  Rotator<T>(chosen_kernels(), x, pairs)
      .apply(0, x.tokens, 0, pairs.pairs, {sine, cosine, pairs.pairs});
}

}  // namespace

void rotate_with(const HeadView& x, const HeadPairs& pairs, double* sine, double* cosine) {
  rotate_tile<double>(x, pairs, sine, cosine);
}

void rotate_with(const HeadView& x, const HeadPairs& pairs, float* sine, float* cosine) {
  switch (x.scalar) {
    case ScalarType::float16: return rotate_tile<Half>(x, pairs, sine, cosine);
    case ScalarType::bfloat16: return rotate_tile<BFloat16>(x, pairs, sine, cosine);
    default: return rotate_tile<float>(x, pairs, sine, cosine);
  }
}

namespace {

/// Through numbers of type C, rounded to T.
template <class T, class C>
void write_tables(const RotaryTable& table, std::ptrdiff_t tokens, const TokenPositions& at,
                  const Factors& factors, const Output& sine, const Output& cosine) {
  constexpr std::ptrdiff_t kRows = kTileNumbers / kTilePairs;
  C sines[kTileNumbers], cosines[kTileNumbers];
  const auto put = [](const Output& to, std::ptrdiff_t r, std::ptrdiff_t i, C value) {
    T& entry = static_cast<T*>(to.data)[r * to.row_stride + i * to.col_stride];
    if constexpr (std::is_same_v<T, C>) {
      entry = value;
    } else {
      entry = round_to<T>(value);
    }
  };
  for (std::ptrdiff_t begin = 0; begin < table.pairs; begin += kTilePairs) {
    const std::ptrdiff_t n = std::min(kTilePairs, table.pairs - begin);
    Source<C> source(table, at, tokens, begin, n, factors);
    for (std::ptrdiff_t r = 0; r < tokens; r += kRows) {
      const std::ptrdiff_t rows = std::min(kRows, tokens - r);
      source.fill(r, rows, sines, cosines);
      for (std::ptrdiff_t k = 0; k < rows; ++k) {
        for (std::ptrdiff_t i = 0; i < n; ++i) {
          put(sine, r + k, begin + i, sines[k * n + i]);
          put(cosine, r + k, begin + i, cosines[k * n + i]);
        }
      }
    }
  }
}

}  // namespace

void write_sin_cos(const RotaryTable& table, std::ptrdiff_t tokens, const TokenPositions& at,
                   const Factors& factors, const Output& sine, const Output& cosine) {
  for_scalar(sine.scalar, [&](auto scalar) {
    using T = decltype(scalar);
    if (factors.sine == 1.0 && factors.cosine == 1.0) {
      write_tables<T, T>(table, tokens, at, factors, sine, cosine);
    } else {
      write_tables<T, double>(table, tokens, at, factors, sine, cosine);
    }
  });
}

}  // namespace detail
POSENC_END_NAMESPACE
