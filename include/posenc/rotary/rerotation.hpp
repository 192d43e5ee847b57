// A cache of rotated keys when the scaling changes.
#pragma once

#include <posenc/rotary/embedding.hpp>

POSENC_BEGIN_NAMESPACE

/// Converts vectors rotated by `from` into vectors rotated by `to`: for the keys of a cache when
/// the scaling changes. One rotation by the difference of the frequencies, as real numbers, so that
/// the error is that of one rotation; its amplitude is the ratio of the two.
/// Throws: std::invalid_argument unless both rotate the same channels by the same axes, and neither
/// has the growth of xPos.
RotaryEmbedding rerotation(const RotaryEmbedding& from, const RotaryEmbedding& to);

// -------------------------------------------------------------------------------------------------

inline RotaryEmbedding rerotation(const RotaryEmbedding& from, const RotaryEmbedding& to) {
  const RotaryHead &a = from.head(), &b = to.head();
  constexpr auto check = [](const char* what, Index expected, Index got) {
    if (expected != got) {
      detail::fail("rerotation", what, "that of from", static_cast<long long>(got));
    }
  };
  check("width of to", a.width(), b.width());
  check("rotated_width of to", a.rotated_width(), b.rotated_width());
  check("start of to", a.start(), b.start());
  check("pairing of to", static_cast<Index>(a.pairing()), static_cast<Index>(b.pairing()));
  const auto check_growth = [](const char* what, double growth) {
    if (growth != 0.0) detail::fail("rerotation", what, "none", growth);
  };
  check_growth("growth of from", from.growth_);
  check_growth("growth of to", to.growth_);
  check("number of axes of to", from.axes().count(), to.axes().count());
  for (std::size_t i = 0; i < from.axes().list().size(); ++i) {
    check("axis of a pair of to", from.axes().list()[i], to.axes().list()[i]);
  }
  return {{detail::difference_of(to.frequencies(), from.frequencies()),
           detail::quotient(to.amplitude(), from.amplitude())},
          a,
          from.axes()};
}

POSENC_END_NAMESPACE
