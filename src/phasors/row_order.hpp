// Positions of rows, and the order in which the rows are computed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include <posenc/detail/sinusoidal/encode.hpp>

#include "../kernels/kernels.hpp"
#include "../numbers/compiler.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

/// A row's position.
struct Position {
  bool negative, integer;
  std::uint64_t magnitude;  // where integer
  Magnitude real;           // where not

  double sign() const { return negative ? -1.0 : 1.0; }
};

inline Position position_of(std::int64_t p) {
  const bool negative = p < 0;
  return {negative, true, static_cast<std::uint64_t>(negative ? -p : p), {0, 0}};
}

/// |p| <= 2^53.
inline Magnitude magnitude_of(double p) {
  const double magnitude = std::fabs(p);
  const auto whole = static_cast<std::uint64_t>(magnitude);
  if (static_cast<double>(whole) == magnitude) return {whole, 0};
  std::uint64_t bits = 0;
  std::memcpy(&bits, &magnitude, sizeof bits);
  constexpr std::uint64_t leading = std::uint64_t{1} << 52;
  const auto exponent = static_cast<int>(bits >> 52);
  if (exponent == 0) return {bits, 1074};  // subnormal
  return {(bits & (leading - 1)) | leading, 1075 - exponent};
}
inline Position position_of(double p) {
  const auto whole = static_cast<std::int64_t>(p);
  if (static_cast<double>(whole) == p) return position_of(whole);
  return {p < 0, false, 0, magnitude_of(p)};
}

/// Rows in the best order to compute them. Rows at given positions are sorted by block of 16 within
/// chunks of kMost, so that they share anchors.
template <std::ptrdiff_t kMost>
class Order {
 public:
  /// Of rows begin .. begin + n - 1; n <= kMost where positions are given.
  Order(const Rows& rows, std::ptrdiff_t begin, std::ptrdiff_t n) : rows_(rows), begin_(begin) {
    if (rows.positions == nullptr) return;
    for (std::ptrdiff_t k = 0; k < n; ++k) row_[k] = static_cast<std::uint16_t>(k);
    if (n > kRadix) sort_by_block(n);
  }

  /// Row k of this order, counted from the first row.
  std::ptrdiff_t row(std::ptrdiff_t k) const { return rows_.positions == nullptr ? k : row_[k]; }
  Position position(std::ptrdiff_t k) const {
    if (rows_.positions == nullptr) return position_of(rows_.first + begin_ + k);
    return position_of(rows_.positions[begin_ + row_[k]]);
  }

  /// Number of rows from k on, at most `most`, that lie one after the other and whose positions
  /// count up by ones within one block of 16 and on one side of zero.
  int run_length(std::ptrdiff_t k, const Position& p, std::ptrdiff_t most) const {
    const auto digit = static_cast<std::ptrdiff_t>(p.magnitude % kRadix);
    const std::ptrdiff_t rest = std::min(most, p.negative ? digit + 1 : kRadix - digit);
    std::ptrdiff_t run = 1;
    if (rows_.positions == nullptr) {
      run = rest;
    } else {
      const double* const at = rows_.positions + begin_ + row_[k];
      while (kMost > 1 && run < rest && row_[k + run] == row_[k] + run &&
             at[run] - at[run - 1] == 1.0) {
        ++run;
      }
    }
    if (p.negative && static_cast<std::uint64_t>(run) > p.magnitude) --run;  // zero is not negative
    return static_cast<int>(run);
  }

 private:
  POSENC_NOINLINE void sort_by_block(std::ptrdiff_t n) {
    std::uint16_t other[kMost];
    sort(row_, other, n, 1);
    sort(other, row_, n, 256);
  }

  /// By one digit of the block, of 8 bits: those of equal digits stay in order.
  void sort(const std::uint16_t* from, std::uint16_t* to, std::ptrdiff_t n, std::uint64_t unit) {
    const auto digit = [&](std::uint16_t row) {
      const double p = std::fabs(rows_.positions[begin_ + row]);
      return static_cast<std::uint64_t>(p) / (kRadix * unit) % 256;
    };
    std::uint16_t start[257] = {};
    for (std::ptrdiff_t k = 0; k < n; ++k) ++start[digit(from[k]) + 1];
    for (int d = 0; d < 256; ++d)
      start[d + 1] = static_cast<std::uint16_t>(start[d] + start[d + 1]);
    for (std::ptrdiff_t k = 0; k < n; ++k) to[start[digit(from[k])]++] = from[k];
  }

  const Rows& rows_;
  std::ptrdiff_t begin_;
  std::uint16_t row_[kMost];
};

}  // namespace detail
POSENC_END_NAMESPACE
