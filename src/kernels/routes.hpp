// The faster routes that a call may take. The bits do not depend on them; tests and the benchmark
// switch them to compare, but never while another thread calls the library.
#pragma once

#include <cstddef>

#include <posenc/version.hpp>

// Routes that are taken when the library is built. The benchmark builds it again with a 0, to
// compare; the bits are the same.
#ifndef POSENC_ROUTE_ROWS_TOGETHER
#define POSENC_ROUTE_ROWS_TOGETHER 1  // rows of a block side by side, not one after the other
#endif
#ifndef POSENC_ROUTE_ANCHORS_TOGETHER
#define POSENC_ROUTE_ANCHORS_TOGETHER 1  // up to 16 anchors of a column in one call
#endif
#ifndef POSENC_ROUTE_ROTATE_AHEAD
#define POSENC_ROUTE_ROTATE_AHEAD 1  // rotation asks for the lines of the next page
#endif

POSENC_BEGIN_NAMESPACE
namespace detail {

struct Routes {
  /// Outputs of at least this many bytes ask for memory ahead; smaller ones lie in a cache, where
  /// that only costs time.
  std::ptrdiff_t ask_ahead_from = std::ptrdiff_t{32} << 20;
  /// Narrow types at real positions take the cheap phasor.
  bool cheap_phasor = true;
  /// Vectors of 64 bytes are shifted to match the lines of the cache in rows that do not begin on
  /// one, in outputs that ask for memory ahead.
  bool whole_lines = true;
  /// Rows of bfloat16 at consecutive positions are products in single precision.
  bool single_products = true;
  /// Doubles take fused products and a rounding test.
  bool cheap_double = true;
  /// Narrow types at real positions that do not lie along rows are computed by columns.
  bool real_columns = true;
  /// The angles of direct phasors are computed in vectors.
  bool vector_angles = true;
  /// Columns at integers in any order are computed from neighbouring rows.
  bool scattered_columns = true;
  /// Single rows at integers are computed from the factors of their anchors or from their angles.
  bool single_rows = true;
};

inline Routes routes;

}  // namespace detail
POSENC_END_NAMESPACE
