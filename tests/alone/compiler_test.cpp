// The plain forms of what the compiler lacks: integers of 128 bits.
#define POSENC_PORTABLE
#include "../src/numbers/compiler.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "samples.hpp"

namespace {

using namespace posenc::detail;

/// Ends of the range, of its halves, and random numbers of every length.
std::vector<std::uint64_t> words() {
  std::vector<std::uint64_t> all = {0, 1, 2, 0x7fffffffu, 0xffffffffu, 0x100000000u, 0x100000001u};
  for (const std::uint64_t word : {~std::uint64_t{0}, ~std::uint64_t{0} - 1}) all.push_back(word);
  posenc_test::Random random(5);
  for (int bits = 1; bits <= 63; bits += 2) all.push_back(random.below(std::uint64_t{1} << bits));
  all.push_back(std::uint64_t{1} << 63);
  return all;
}

#if defined(__SIZEOF_INT128__)
__extension__ typedef unsigned __int128 Exact;

Exact exact(const Wide& x) {
  return (static_cast<Exact>(x.high) << 64) | x.low;
}

TEST(PlainWideIntegers, MultiplyAndAdd) {
  for (const std::uint64_t x : words()) {
    for (const std::uint64_t y : words()) {
      for (const std::uint64_t a : {std::uint64_t{0}, x, ~std::uint64_t{0}}) {
        const Exact expected = static_cast<Exact>(x) * y + a + y;
        ASSERT_TRUE(exact(multiply_add(x, y, a, y)) == expected) << x << " " << y << " " << a;
      }
    }
  }
}

TEST(PlainWideIntegers, Divide) {
  for (const std::uint64_t n : words()) {
    for (const std::uint64_t high : words()) {
      if (high >= n) continue;
      for (const std::uint64_t low : words()) {
        const Exact whole = exact({high, low});
        const Division result = divide(Wide{high, low}, n);
        ASSERT_TRUE(result.quotient == whole / n && result.rest == whole % n)
            << high << " " << low << " " << n;
      }
    }
  }
}

TEST(PlainWideIntegers, AddAndNegate) {
  for (const std::uint64_t a : words()) {
    for (const std::uint64_t b : words()) {
      const Wide x = {a, b}, y = {b, a};
      ASSERT_TRUE(exact(x + y) == exact(x) + exact(y)) << a << " " << b;
      ASSERT_TRUE(exact(-x) == -exact(x)) << a << " " << b;
    }
  }
}
#endif

TEST(PlainWideIntegers, AreKnownAtCompileTime) {
  constexpr Wide product = multiply_add(~std::uint64_t{0}, ~std::uint64_t{0}, ~std::uint64_t{0});
  static_assert(product.high == ~std::uint64_t{0} && product.low == 0, "(2^64 - 1) 2^64");
  SUCCEED();
}

}  // namespace
