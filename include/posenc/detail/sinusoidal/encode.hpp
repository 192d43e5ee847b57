// Sines and cosines, placed in columns, and written or added.
#pragma once

#include <cstddef>
#include <cstdint>

#include <posenc/detail/phasors/phasor_table.hpp>
#include <posenc/detail/view.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

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

/// Turns each pair of rows of the output by k positions further, in place. Every sine must have its
/// cosine.
void shift(const PhasorTable& table, const Placement& placement, double k, std::ptrdiff_t rows,
           const Output& output);

}  // namespace detail
POSENC_END_NAMESPACE
