// Where a call leaves the plain way for a faster one. The bits do not depend on it; tests and the
// benchmark change it, to compare both ways. Not while another thread calls.
#pragma once

#include <cstddef>

#include <posenc/version.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

struct Routes {
  /// Outputs of so many bytes ask for memory ahead; smaller ones lie in a cache, where it costs.
  std::ptrdiff_t ask_ahead_from = std::ptrdiff_t{32} << 20;
  /// Narrow types at real positions take the cheap phasor.
  bool cheap_phasor = true;
  /// The angles of direct phasors are made in vectors.
  bool vector_angles = true;
};

inline Routes routes;

}  // namespace detail
POSENC_END_NAMESPACE
