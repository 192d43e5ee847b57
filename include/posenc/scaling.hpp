// Context extension: rules that slow frequencies down, so that a model reads longer texts than it
// was trained on.
#pragma once

#include <posenc/frequencies.hpp>

namespace posenc {

/// Frequencies, and the amplitude that the same rule puts on sine and cosine.
struct ScaledFrequencies {
  ScaledFrequencies(Frequencies f, double m = 1.0)  // NOLINT: frequencies are scaled by nothing
      : frequencies(std::move(f)), amplitude(m) {
    if (!(amplitude > 0.0 && amplitude <= (std::numeric_limits<double>::max)())) {
      detail::fail("ScaledFrequencies", "amplitude", "positive and finite", amplitude);
    }
  }

  Frequencies frequencies;
  double amplitude;
};

}  // namespace posenc
