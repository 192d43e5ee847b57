// The fuzzer's bytes as arguments: sizes, choices, and numbers that are often hostile. When the
// bytes run out, zeros follow.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>

namespace posenc_fuzz {

/// What the fuzzer reports: a fault, with a sentence.
inline void require(bool holds, const char* sentence) {
  if (holds) return;
  std::fprintf(stderr, "FAULT: %s\n", sentence);
  std::abort();
}

class Bytes {
 public:
  Bytes(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  template <class T>
  T raw() {
    T value{};
    const std::size_t n = size_ < sizeof value ? size_ : sizeof value;
    if (n > 0) std::memcpy(&value, data_, n);
    data_ += n;
    size_ -= n;
    return value;
  }
  /// 0 .. bound-1.
  int below(int bound) { return raw<std::uint8_t>() % bound; }
  bool flip() { return below(2) != 0; }
  bool rarely() { return below(16) == 15; }

  /// Any integer; most are small, some are at the ends of what is legal.
  std::int64_t integer() {
    const auto off = static_cast<std::int64_t>(below(9)) - 4;
    switch (below(8)) {
      case 0: return raw<std::int64_t>();
      case 1: return (std::int64_t{1} << below(63)) + off;
      case 2: return -(std::int64_t{1} << below(63)) + off;
      case 3: return (std::int64_t{1} << 53) + off - 2;
      case 4: return -(std::int64_t{1} << 53) + off + 2;
      case 5: return off;
      default: return raw<std::int16_t>();
    }
  }

  /// Any number, NaN and infinite ones among them.
  double number() {
    switch (below(8)) {
      case 0: return raw<double>();
      case 1: return std::ldexp(1.0 + below(4), below(128) - 64);
      case 2: return -std::ldexp(1.0, below(128) - 64);
      case 3: {
        constexpr double special[] = {0.0,       -0.0,     std::numeric_limits<double>::infinity(),
                                      -INFINITY, NAN,      0x1p53,
                                      -0x1p53,   0x1p-1074};
        return special[below(8)];
      }
      case 4: return raw<float>();
      case 5: return static_cast<double>(raw<std::int16_t>()) / 64;
      default: return below(16);
    }
  }

  /// A number that a model may hold, of magnitude 2^-8 to 2^3 or zero.
  double moderate() { return std::ldexp(static_cast<double>(raw<std::int16_t>()), -12); }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
};

/// Whether the call returns. It may refuse by std::invalid_argument, and by nothing else.
template <class Call>
bool accepted(Call&& call) {
  try {
    call();
    return true;
  } catch (const std::invalid_argument& error) {
    require(std::strncmp(error.what(), "posenc::", 8) == 0, "a message without a function's name");
    require(std::strstr(error.what(), ": expected ") != nullptr, "a message without what is right");
    return false;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    require(false, "another exception than std::invalid_argument");
  }
  return false;
}

/// A size that costs nothing, or one that every check refuses: `most` or less, or beyond 2^54.
inline std::int64_t harmless(std::int64_t size, std::int64_t most) {
  return size <= most || size > (std::int64_t{1} << 54) ? size : size % (most + 1);
}

}  // namespace posenc_fuzz
