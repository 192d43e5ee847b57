// Checks of arguments, and the errors they throw. They are compiled in the library, as are all
// tests for NaN, so that a program's -ffast-math cannot remove them.
//
// No Eigen header is included here or in src/: Eigen's allocation and alignment follow the -m flags
// of each translation unit, so matrices live on the caller's side only.
#pragma once

#include <cstddef>
#include <cstdint>

#include <posenc/version.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

// Each throws std::invalid_argument "posenc::function: argument: expected ..., got ...".

[[noreturn]] void fail(const char* function, const char* argument, const char* expected,
                       long long got);
[[noreturn]] void fail(const char* function, const char* argument, const char* expected,
                       double got);
[[noreturn]] void fail(const char* function, const char* argument, const char* expected,
                       const char* got);
/// The message says so if the transpose of the argument would fit.
[[noreturn]] void fail_shape(const char* function, const char* argument, long long expected_rows,
                             long long expected_cols, long long rows, long long cols);
[[noreturn]] void fail_size(const char* function, const char* argument, long long expected,
                            long long got);

/// For a matrix, and for a tensor of rank 3.
[[noreturn]] void fail_batch(const char* function, long long batch, long long seq_len,
                             long long width, long long rows, long long cols);
[[noreturn]] void fail_batch(const char* function, long long batch, long long seq_len,
                             long long width, long long size0, long long size1, long long size2);

/// Throws unless value is one of the enumerators 0, 1, ..., last.
template <class Enum>
void check_enumerator(const char* function, const char* argument, Enum value, Enum last) {
  const auto number = static_cast<long long>(value);
  if (number < 0 || number > static_cast<long long>(last)) {
    fail(function, argument, "one of the enumerators", number);
  }
}

/// Throws unless above < value <= most.
void check_interval(const char* function, const char* argument, const char* expected, double value,
                    double above, double most);

/// Throws unless a position, or a distance of positions, is finite and at most 2^53 in magnitude.
void check_position(const char* function, const char* argument, double position);

/// Throws unless it is positive and finite.
void check_positive(const char* function, const char* argument, double value);

/// The entries of an argument that are checked: argument[first + k]; of a matrix argument(row,
/// first + k) where row >= 0, or argument(first + k, col) where col >= 0.
struct Entries {
  const char* argument;
  std::ptrdiff_t first = 0, row = -1, col = -1;
};

/// Throws unless each of n positions is finite and at most 2^53 in magnitude.
void check_positions(const char* function, const Entries& entries, const double* positions,
                     std::ptrdiff_t n);
void check_positions(const char* function, const Entries& entries, const std::int64_t* positions,
                     std::ptrdiff_t n);
void check_positions(const char* function, const Entries& entries, const std::uint64_t* positions,
                     std::ptrdiff_t n);

/// Throws unless first, ..., first + count - 1 are at most 2^53 in magnitude and count >= 0.
void check_range(const char* function, std::int64_t first, std::ptrdiff_t count,
                 const char* first_argument = "first", const char* count_argument = "count");

/// Throws unless rows >= 0, cols >= 1, rows * cols * scalar_bytes fits in the address space and
/// rows * cols is at most `most`.
void check_size(const char* function, std::ptrdiff_t rows, std::ptrdiff_t cols,
                std::ptrdiff_t scalar_bytes, std::int64_t most, const char* argument);

}  // namespace detail
POSENC_END_NAMESPACE
