// What every test includes first: GoogleTest, the whole library, the oracle, and names that most
// tests use. It is compiled once for all of them (tests/CMakeLists.txt).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <posenc/posenc.hpp>

#include "matchers.hpp"
#include "oracle.hpp"
#include "samples.hpp"
#include "scalars.hpp"

namespace posenc_test {

using Eigen::Index;

using posenc::AxialEncoding;
using posenc::FourierFeatures;
using posenc::Frequencies;
using posenc::Layout;
using posenc::OddWidth;
using posenc::PairAxes;
using posenc::Pairing;
using posenc::RawInput;
using posenc::RotaryEmbedding;
using posenc::RotaryHead;
using posenc::ScaledFrequencies;
using posenc::SinusoidalEncoding;
using posenc::Spacing;
using posenc::XPosEmbedding;

using posenc::heads_within_tokens;
using posenc::tokens_within_heads;

namespace scaling = posenc::scaling;

constexpr Layout kLayouts[] = {Layout::interleaved, Layout::sin_cos, Layout::cos_sin,
                               Layout::interleaved_cos_sin};
constexpr Pairing kPairings[] = {Pairing::adjacent, Pairing::halves};

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t kMost = (std::numeric_limits<std::int64_t>::max)();
constexpr std::int64_t kLeast = (std::numeric_limits<std::int64_t>::min)();

/// The paper's encoding, of any width.
inline SinusoidalEncoding encoding_of(long width) {
  return SinusoidalEncoding(width, odd_rule(width));
}

}  // namespace posenc_test
