// The boundary of the compiled library: all that crosses it is scalars, pointers, sizes and
// strides.
//
// No Eigen header is included here or in src/: Eigen's allocation and alignment follow the -m flags
// of each translation unit, so matrices live on the caller's side alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace posenc {
namespace detail {

// --- Errors --------------------------------------------------------------------------------------
// Each throws std::invalid_argument "posenc::function: argument: expected ..., got ...".

[[noreturn]] void fail(const char* function, const char* argument, const char* expected,
                       long long got);
[[noreturn]] void fail(const char* function, const char* argument, const char* expected,
                       double got);
[[noreturn]] void fail(const char* function, const char* argument, const char* expected,
                       const char* got);
[[noreturn]] void fail_shape(const char* function, const char* argument, long long expected_rows,
                             long long expected_cols, long long rows, long long cols);
[[noreturn]] void fail_size(const char* function, const char* argument, long long expected,
                            long long got);

/// What came is a matrix, or a tensor of rank 3.
[[noreturn]] void fail_batch(const char* function, long long batch, long long seq_len,
                             long long width, long long rows, long long cols);
[[noreturn]] void fail_batch(const char* function, long long batch, long long seq_len,
                             long long width, long long size0, long long size1, long long size2);

/// Throws unless above < value <= most. Compiled in the library, as are all tests for NaN, so that
/// a program's -ffast-math cannot remove them.
void check_interval(const char* function, const char* argument, const char* expected, double value,
                    double above, double most);

/// Throws unless a number that counts positions is finite and at most 2^53 in magnitude.
void check_position(const char* function, const char* argument, double position);

/// Throws unless it is positive and finite.
void check_positive(const char* function, const char* argument, double value);

/// Which entries of an argument are checked: argument[first + k]; of a matrix argument(row, first +
/// k) where row >= 0, or argument(first + k, col) where col >= 0.
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

/// Throws unless rows >= 0, cols >= 1 and rows * cols * scalar_bytes fits in memory's address
/// range.
void check_size(const char* function, std::ptrdiff_t rows, std::ptrdiff_t cols,
                std::ptrdiff_t scalar_bytes, const char* argument = "count");

// --- Arithmetic ----------------------------------------------------------------------------------
// Under the library's flags, whatever those of the program.

/// a / b.
double quotient(double a, double b);
/// (p - shift) / whole * scale.
double relative_position(double p, double shift, double whole, double scale);
double square_root_of_quotient(double a, double b);

// --- How fast each pair turns --------------------------------------------------------------------

class FrequencyVector;  // immutable
using FrequencyHandle = std::shared_ptr<const FrequencyVector>;

// The rules of Frequencies, with their arguments in the same order.

FrequencyHandle geometric_frequencies(std::ptrdiff_t pairs, double denominator, double base);
FrequencyHandle closed_frequencies(std::ptrdiff_t pairs, double base);
FrequencyHandle shifted_frequencies(std::ptrdiff_t pairs, double shift, double base);
FrequencyHandle range_frequencies(std::ptrdiff_t pairs, double high, double low);
FrequencyHandle tensor2tensor_frequencies(std::ptrdiff_t pairs, double min_timescale,
                                          double max_timescale);
FrequencyHandle timescale_frequencies(std::ptrdiff_t pairs, double shortest, double longest,
                                      bool closed);
FrequencyHandle period_frequencies(std::ptrdiff_t pairs, double shortest, double longest,
                                   bool closed);
FrequencyHandle octave_frequencies(std::ptrdiff_t pairs, double first, double last);
/// first 0, last pairs - 1.
FrequencyHandle octave_frequencies(std::ptrdiff_t pairs);
FrequencyHandle linear_frequencies(std::ptrdiff_t pairs, double first, double last);
FrequencyHandle increasing_frequencies(std::ptrdiff_t pairs, double base);
/// n frequencies in radians per position, exact as given to `function`.
FrequencyHandle given_frequencies(const char* function, const double* radians_per_position,
                                  std::ptrdiff_t n);
FrequencyHandle multiply_frequencies(const FrequencyVector& frequencies, double factor);
FrequencyHandle multiply_frequencies_by_pi(const FrequencyVector& frequencies, double factor);
/// One after the other.
FrequencyHandle concatenated(const FrequencyHandle* parts, std::ptrdiff_t n);
/// f_order[0], f_order[1], ...
FrequencyHandle selected(const FrequencyVector& f, const std::ptrdiff_t* order, std::ptrdiff_t n);
std::ptrdiff_t frequency_count(const FrequencyVector& frequencies);
/// The nearest double of each frequency, in radians per position.
void frequency_values(const FrequencyVector& frequencies, double* radians_per_position);

// --- Phasors -------------------------------------------------------------------------------------

class PhasorTable;  // immutable: shared by threads and by copies of the object that holds it
using PhasorHandle = std::shared_ptr<const PhasorTable>;
PhasorHandle make_phasor_table(const FrequencyVector& frequencies);

// --- Placed and written --------------------------------------------------------------------------

enum class ScalarType { float64, float32, float16, bfloat16 };

enum class Operation { write, add };

/// Pair i has its sine in column sine + i * step (for i < sines) and its cosine in column
/// cosine + i * step (for i < cosines), both times the amplitude. zero_column < 0: there is none.
struct Placement {
  std::ptrdiff_t sine, cosine, step, sines, cosines, zero_column;
  double amplitude = 1.0;
};

/// Position k is positions[k], or first + k where positions is null. It has rows
/// (o * (count + skip) + k) * inner + j of the output, o = 0 .. outer - 1, j = 0 .. inner - 1: an
/// axis of a grid, `outer` from the axes before it and `inner` from those after it, `skip` of its
/// positions left to other calls.
struct Rows {
  const double* positions;
  std::int64_t first;
  std::ptrdiff_t count;
  std::ptrdiff_t outer = 1, inner = 1, skip = 0;
};

/// Entry (r, c) is data[r * row_stride + c * col_stride].
struct Output {
  void* data;
  ScalarType scalar;
  std::ptrdiff_t row_stride, col_stride;
};

/// Writes or adds the sines and cosines of position x frequency. All arguments are checked already.
void encode(const PhasorTable& table, const Placement& placement, const Rows& rows,
            const Output& output, Operation operation);

/// Writes or adds the positions themselves into column 0, rounded once.
void encode_raw(const Rows& rows, const Output& output, Operation operation);
/// Writes or adds zeros into column 0.
void encode_zeros(std::ptrdiff_t rows, const Output& output, Operation operation);

/// As encode, of the angles that several coordinates make together: row r, pair i turns by the sum
/// over a of coordinates[r * count + a] times frequency i of tables[a].
void encode_sum(const PhasorTable* const* tables, std::ptrdiff_t count, const Placement& placement,
                const double* coordinates, std::ptrdiff_t rows, const Output& output,
                Operation operation);

// --- Rotated -------------------------------------------------------------------------------------

/// Heads of tokens: channel c of head h of token t is data[t * token_stride + h * head_stride +
/// c * channel_stride].
struct HeadView {
  void* data;
  ScalarType scalar;
  std::ptrdiff_t tokens, heads;
  std::ptrdiff_t token_stride, head_stride, channel_stride;
};

/// Channels of a head that turn: pair i is (u + i * step, v + i * step), i < pairs.
struct HeadPairs {
  std::ptrdiff_t u, v, step, pairs;
};

/// Token t stands at position[t + a * axis_stride] on axis a; where positions is null, at first + t
/// on every axis.
struct TokenPositions {
  const double* positions;
  std::ptrdiff_t axis_stride;
  std::int64_t first;
};

/// 2^(sign (p - centre) rate[i]) for pair i at position p on axis 0; rate may be null for 1.
struct Growth {
  const double* rate;
  double sign, centre;
};

/// What the phasors are multiplied by: sine and cosine each by a factor of its own.
struct Factors {
  double sine, cosine;
  Growth growth = {nullptr, 0.0, 0.0};
};

class RotaryTable;  // immutable, shared
using RotaryHandle = std::shared_ptr<const RotaryTable>;

/// Term k turns pair k mod pairs with frequency k by the coordinate on axis axis_of_term[k]. There
/// is one term for each pair, or one for each pair on each axis: then the angle is their sum.
RotaryHandle make_rotary_table(const FrequencyVector& frequencies,
                               const std::ptrdiff_t* axis_of_term, std::ptrdiff_t axes,
                               std::ptrdiff_t pairs);

/// (u, v) <- (u c - v s, v c + u s) with s and c the sine and cosine of each token and pair, times
/// the factors. All arguments are checked already.
void rotate(const RotaryTable& table, const HeadView& x, const HeadPairs& pairs,
            const TokenPositions& at, const Factors& factors);

/// The same with all tokens at the position of the first.
void rotate_all(const RotaryTable& table, const HeadView& x, const HeadPairs& pairs,
                const TokenPositions& at, const Factors& factors);

/// The same for the heads of one token, with the caller's numbers: sine of pair i is sine[i].
void rotate_with(const HeadView& token, const HeadPairs& pairs, const double* sine,
                 const double* cosine);

/// log2 of xPos's ζ_i = (2i + 0.4 d) / (1.4 d), d = 2n, i < n.
void xpos_log2_zeta(std::ptrdiff_t n, double* log2_zeta);

/// Sines and cosines of tokens and pairs, times the factors, into two matrices of one scalar.
void write_sin_cos(const RotaryTable& table, std::ptrdiff_t tokens, const TokenPositions& at,
                   const Factors& factors, const Output& sine, const Output& cosine);

/// Turns each pair of rows of the output by k positions further, in place. Every sine must have its
/// cosine.
void shift(const PhasorTable& table, const Placement& placement, double k, std::ptrdiff_t rows,
           const Output& output);

}  // namespace detail
}  // namespace posenc
