// The checks of posenc/detail/errors.hpp, and the messages of all errors.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>
#include <string>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/limits.hpp>

#include "numbers/floating_point.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

constexpr const char* kUpToMost = "up to 2^53 in magnitude";

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

/// The maximum stands for every unsigned number that does not fit an Integer.
std::string number(long long value) {
  const bool most = value == (std::numeric_limits<std::int64_t>::max)();
  return std::to_string(value) + (most ? " or more" : "");
}

std::string shape(long long rows, long long cols) {
  return number(rows) + " x " + number(cols);
}

std::string entry(const Entries& entries, std::ptrdiff_t k) {
  const std::string argument = entries.argument, at = std::to_string(entries.first + k);
  if (entries.row >= 0) return argument + "(" + std::to_string(entries.row) + ", " + at + ")";
  if (entries.col >= 0) return argument + "(" + at + ", " + std::to_string(entries.col) + ")";
  return argument + "[" + at + "]";
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
  raise(function, argument, expected, number(got));
}

void fail(const char* function, const char* argument, const char* expected, double got) {
  raise(function, argument, expected, number(got));
}

void fail_shape(const char* function, const char* argument, long long expected_rows,
                long long expected_cols, long long rows, long long cols) {
  const bool transposed = rows != cols && rows == expected_cols && cols == expected_rows;
  raise(function, argument, shape(expected_rows, expected_cols),
        shape(rows, cols) + (transposed ? ", whose transpose() fits" : ""));
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

void check_positive(const char* function, const char* argument, double value) {
  if (!std::isfinite(value) || !(value > 0)) fail(function, argument, "positive and finite", value);
}

void check_positions(const char* function, const Entries& entries, const double* positions,
                     std::ptrdiff_t n) {
  for (std::ptrdiff_t k = 0; k < n; ++k) {
    if (!(std::fabs(positions[k]) <= static_cast<double>(kMaxPosition))) {
      check_position(function, entry(entries, k).c_str(), positions[k]);
    }
  }
}

void check_positions(const char* function, const Entries& entries, const std::int64_t* positions,
                     std::ptrdiff_t n) {
  for (std::ptrdiff_t k = 0; k < n; ++k) {
    if (positions[k] < -kMaxPosition || positions[k] > kMaxPosition) {
      raise(function, entry(entries, k), kUpToMost, std::to_string(positions[k]));
    }
  }
}

void check_positions(const char* function, const Entries& entries, const std::uint64_t* positions,
                     std::ptrdiff_t n) {
  for (std::ptrdiff_t k = 0; k < n; ++k) {
    if (positions[k] > static_cast<std::uint64_t>(kMaxPosition)) {
      raise(function, entry(entries, k), kUpToMost, std::to_string(positions[k]));
    }
  }
}

void check_range(const char* function, std::int64_t first, std::ptrdiff_t count,
                 const char* first_argument, const char* count_argument) {
  if (count < 0) fail(function, count_argument, "at least 0", static_cast<long long>(count));
  if (first < -kMaxPosition || first > kMaxPosition) {
    fail(function, first_argument, kUpToMost, static_cast<long long>(first));
  }
  if (count > 0 && count - 1 > kMaxPosition - first) {
    raise(function, first_argument, "a last position of 2^53 at most",
          std::to_string(first) + " + " + std::to_string(count - 1));
  }
}

void check_size(const char* function, std::ptrdiff_t rows, std::ptrdiff_t cols,
                std::ptrdiff_t scalar_bytes, std::int64_t most, const char* argument) {
  if (rows < 0) fail(function, argument, "at least 0", static_cast<long long>(rows));
  const std::int64_t fit = (std::numeric_limits<std::ptrdiff_t>::max)() / scalar_bytes;
  if (rows > std::min(most, fit) / cols) {
    const bool indexed = most < fit;
    raise(function, argument,
          indexed ? "rows x columns within an Eigen::Index"
                  : "rows x columns within the address space",
          shape(rows, cols));
  }
}

}  // namespace detail
POSENC_END_NAMESPACE
