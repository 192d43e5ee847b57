#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>

#include <posenc/detail/library.hpp>

namespace posenc {
namespace detail {

namespace {

constexpr std::int64_t kMaxPosition = std::int64_t{1} << 53;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

std::string shape(long long rows, long long cols) {
  return std::to_string(rows) + " x " + std::to_string(cols);
}

std::string indexed(const char* argument, std::ptrdiff_t index) {
  return std::string(argument) + "[" + std::to_string(index) + "]";
}

[[noreturn]] void raise(const char* function, const std::string& argument,
                        const std::string& expected, const std::string& got) {
  throw std::invalid_argument(std::string("posenc::") + function + ": " + argument + ": expected " +
                              expected + ", got " + got);
}

}  // namespace

void fail(const char* function, const char* argument, const char* expected, const char* got) {
  raise(function, argument, expected, got);
}

void fail(const char* function, const char* argument, const char* expected, long long got) {
  raise(function, argument, expected, std::to_string(got));
}

void fail(const char* function, const char* argument, const char* expected, double got) {
  raise(function, argument, expected, number(got));
}

void fail_shape(const char* function, const char* argument, long long expected_rows,
                long long expected_cols, long long rows, long long cols) {
  raise(function, argument, shape(expected_rows, expected_cols), shape(rows, cols));
}

void fail_size(const char* function, const char* argument, long long expected, long long got) {
  raise(function, argument, std::to_string(expected) + " of them", std::to_string(got));
}

void fail_batch(const char* function, long long batch, long long seq_len, long long width,
                long long rows, long long cols) {
  raise(function, "out", "(" + shape(batch, seq_len) + ") x " + std::to_string(width),
        shape(rows, cols));
}

void fail_batch(const char* function, long long batch, long long seq_len, long long width,
                long long size0, long long size1, long long size2) {
  raise(function, "out", shape(batch, seq_len) + " x " + std::to_string(width),
        shape(size0, size1) + " x " + std::to_string(size2));
}

void check_interval(const char* function, const char* argument, const char* expected, double value,
                    double above, double most) {
  if (!(value > above && value <= most)) fail(function, argument, expected, value);
}

void check_position(const char* function, const char* argument, double position) {
  if (!(std::fabs(position) <= static_cast<double>(kMaxPosition))) {
    fail(function, argument, "a finite number up to 2^53 in magnitude", position);
  }
}

void check_positions(const char* function, const double* positions, std::ptrdiff_t n,
                     std::ptrdiff_t offset) {
  for (std::ptrdiff_t r = 0; r < n; ++r) {
    if (!(std::fabs(positions[r]) <= static_cast<double>(kMaxPosition))) {
      check_position(function, indexed("positions", offset + r).c_str(), positions[r]);
    }
  }
}

void check_positions(const char* function, const std::int64_t* positions, std::ptrdiff_t n,
                     std::ptrdiff_t offset) {
  for (std::ptrdiff_t r = 0; r < n; ++r) {
    if (positions[r] < -kMaxPosition || positions[r] > kMaxPosition) {
      fail(function, indexed("positions", offset + r).c_str(), "up to 2^53 in magnitude",
           static_cast<long long>(positions[r]));
    }
  }
}

void check_range(const char* function, std::int64_t first, std::ptrdiff_t count) {
  if (count < 0) fail(function, "count", "at least 0", static_cast<long long>(count));
  if (first < -kMaxPosition || first > kMaxPosition) {
    fail(function, "first", "up to 2^53 in magnitude", static_cast<long long>(first));
  }
  if (count > 0 && count - 1 > kMaxPosition - first) {
    fail(function, "count", "a last position of 2^53 at most", static_cast<long long>(count));
  }
}

void check_size(const char* function, std::ptrdiff_t rows, std::ptrdiff_t cols,
                std::ptrdiff_t scalar_bytes) {
  if (rows < 0) fail(function, "count", "at least 0", static_cast<long long>(rows));
  if (rows > (std::numeric_limits<std::ptrdiff_t>::max)() / scalar_bytes / cols) {
    raise(function, "count", "rows x columns within the address space", shape(rows, cols));
  }
}

}  // namespace detail
}  // namespace posenc
