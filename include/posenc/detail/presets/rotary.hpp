// What the rotary presets share: checks with errors that name the preset, and ladders.
#pragma once

#include <limits>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/limits.hpp>
#include <posenc/frequencies.hpp>
#include <posenc/frequencies/yarn.hpp>
#include <posenc/integer.hpp>
#include <posenc/rotary/embedding.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// A width that is a multiple of `multiple`. Errors name the preset.
inline Index preset_head(const char* preset, Integer head_dim, Index multiple = 2,
                         const char* argument = "head_dim") {
  const std::int64_t d = head_dim.value();
  if (d < multiple || d > kMaxWidth || d % multiple != 0) {
    const char* expected = multiple == 16  ? "a multiple of 16 up to 2^23"
                           : multiple == 4 ? "a multiple of 4 up to 2^23"
                                           : "an even number from 2 to 2^23";
    fail(preset, argument, expected, static_cast<long long>(d));
  }
  return head_dim.index();
}

inline double preset_base(const char* preset, double base, const char* argument = "rope_theta") {
  check_interval(preset, argument, "above 1 and finite", base, 1.0,
                 (std::numeric_limits<double>::max)());
  return base;
}

/// base^(-2i / head_dim).
inline Frequencies preset_ladder(const char* preset, Integer head_dim, double base,
                                 const char* base_argument = "rope_theta") {
  const Index d = preset_head(preset, head_dim);
  return Frequencies::geometric(d, preset_base(preset, base, base_argument));
}

/// A head that rotates `rotated` channels from `start` on, scaled by YaRN.
inline RotaryEmbedding preset_yarn(const char* preset, Integer head_dim, Pairing pairing,
                                   Index rotated, Index start, const scaling::Yarn& rope_scaling,
                                   double rope_theta) {
  if (preset_base(preset, rope_theta) < kMinYarnBase) {
    fail(preset, "rope_theta", "at least 1.001", rope_theta);
  }
  return {scaling::yarn(rotated, rope_theta, rope_scaling),
          RotaryHead(head_dim, pairing, rotated, start)};
}

}  // namespace detail
POSENC_END_NAMESPACE
