// Rotation in a program that rounds otherwise, flushes subnormal numbers to zero, or holds
// signalling NaN; and objects that are made in such a program.
#include <gtest/gtest.h>

#include <cfenv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <posenc/presets.hpp>
#include <posenc/rotary.hpp>

#include "matchers.hpp"
#include "rotary_bound.hpp"
#include "samples.hpp"
#include "scalars.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace posenc_test {
namespace {

using posenc::Frequencies;
using posenc::Pairing;
using posenc::RotaryEmbedding;

class RoundingMode {
 public:
  explicit RoundingMode(int mode) : saved_(std::fegetround()) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(saved_); }

 private:
  int saved_;
};

template <class Scalar>
Matrix<Scalar> some_tokens(Eigen::Index rows, Eigen::Index cols) {
  return random_matrix(rows, cols).cast<Scalar>();
}

template <class Scalar>
class Environment : public ::testing::Test {};
TYPED_TEST_SUITE(Environment, Scalars, ScalarNames);

// --- Rounding modes ------------------------------------------------------------------------------

/// A rounding costs an ulp and not half of one: twice the 3 of the documented error, and an ulp of
/// the 16-bit types.
TYPED_TEST(Environment, RotationIsWithinTwiceTheErrorUnderEachRoundingMode) {
  constexpr long kWidth = 32;
  const std::vector<Real> exact = geometric_frequencies(kWidth / 2, kWidth, 10000.0);
  Random random(21);
  std::vector<double> positions = random_positions(random, 4, {1.0, 1e-3});
  const auto tokens = static_cast<Eigen::Index>(positions.size());
  const Matrix<TypeParam> before = some_tokens<TypeParam>(tokens, kWidth);
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    SCOPED_TRACE(mode);
    Matrix<TypeParam> x = before;
    {
      const RoundingMode directed(mode);
      RotaryEmbedding(kWidth, Pairing::adjacent).rotate(x, as_vector(positions));
      ASSERT_EQ(std::fegetround(), mode);
    }
    Phasor phasor;
    for (Eigen::Index t = 0; t < tokens; ++t) {
      for (Eigen::Index i = 0; i < kWidth / 2; ++i) {
        const auto u = static_cast<double>(before(t, 2 * i));
        const auto v = static_cast<double>(before(t, 2 * i + 1));
        phasor.turn(positions[static_cast<std::size_t>(t)], exact[static_cast<std::size_t>(i)]);
        Real first, second;
        mpfr_mul_d(first.get(), phasor.cosine.get(), u, MPFR_RNDN);
        mpfr_mul_d(second.get(), phasor.sine.get(), v, MPFR_RNDN);
        mpfr_sub(first.get(), first.get(), second.get(), MPFR_RNDN);
        const double bound = 6 * kRoundoff<TypeParam> * std::hypot(u, v);
        const double ulp =
            sizeof(TypeParam) > 2
                ? 0.0
                : std::ldexp(1.0, static_cast<int>(ulp_exponent<TypeParam>(
                                      Real(std::fabs(static_cast<double>(x(t, 2 * i))) + bound))));
        ASSERT_LE(deviation(x(t, 2 * i), first).absolute, bound * kHigherOrder + ulp)
            << "token " << t << ", pair " << i;
      }
    }
  }
}

/// The frequencies of rules and presets are made of integers; only their nearest doubles, and the
/// bounds and amplitudes of rules, follow the mode.
TEST(EnvironmentOfRules, RulesAndPresetsAreTheSameFrequenciesUnderEachRoundingMode) {
  const auto make = [] {
    posenc::scaling::Yarn yarn;
    yarn.factor = 8.0;
    return std::vector<Eigen::ArrayXd>{
        Frequencies::geometric(64).values(),
        Frequencies::periods(32, 1.0, 100.0).values(),
        Frequencies::octaves(10).times_pi(2.0).values(),
        posenc::scaling::ntk_aware(64, 1e4, 8.0).frequencies.values(),
        posenc::scaling::dynamic_ntk(64, 1e4, 8.0, 4096, 9999).frequencies.values(),
        posenc::scaling::theta_scale(64, 1e4, 8.0, 4096).frequencies.values(),
        posenc::scaling::yarn(64, 1e4, yarn).frequencies.values(),
        posenc::rotary_presets::llama_3_1_8b().frequencies().values(),
        posenc::rotary_presets::gpt_oss().frequencies().values(),
        posenc::rotary_presets::qwen2_vl().frequencies().values(),
        posenc::presets::fairseq(64).frequencies().values(),
    };
  };
  const std::vector<Eigen::ArrayXd> nearest = make();
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::vector<Eigen::ArrayXd> directed;
    {
      const RoundingMode other(mode);
      directed = make();
    }
    for (std::size_t k = 0; k < nearest.size(); ++k) {
      const Eigen::ArrayXd apart = (directed[k] - nearest[k]).abs() / nearest[k];
      EXPECT_LE(apart.maxCoeff(), 0x1p-52) << "rule " << k << ", mode " << mode;
    }
  }
}

// --- Flush to zero -------------------------------------------------------------------------------

#if defined(__SSE2__)

TYPED_TEST(Environment, FlushToZeroChangesNoNormalResultOfARotation) {
  constexpr long kWidth = 64;
  const Matrix<TypeParam> before = some_tokens<TypeParam>(100, kWidth);
  const auto turned = [&] {
    Matrix<TypeParam> x = before;
    RotaryEmbedding(kWidth, Pairing::halves).rotate(x, 1000000007);
    return x;
  };
  const Matrix<TypeParam> expected = turned();
  const unsigned saved = _mm_getcsr();
  _mm_setcsr(saved | 0x8040u);  // FTZ and DAZ
  const Matrix<TypeParam> flushed = turned();
  const unsigned after = _mm_getcsr();
  _mm_setcsr(saved);
  EXPECT_EQ(after & 0x8040u, 0x8040u);
  EXPECT_TRUE(same_bits(flushed, expected));
}

#endif

// --- NaN -----------------------------------------------------------------------------------------

template <class Scalar>
Scalar from_bits(std::uint64_t bits) {
  Scalar value;
  std::memcpy(static_cast<void*>(&value), &bits, sizeof value);
  return value;
}

/// Signalling and quiet NaN of both signs with each bit of the payload, and with all.
template <class Scalar>
std::vector<Scalar> all_kinds_of_nan() {
  constexpr long fraction = Format<Scalar>::digits - 1;
  const std::uint64_t exponent =
      bits_of(std::numeric_limits<Scalar>::infinity()) & ~(std::uint64_t{1} << 63);
  std::vector<Scalar> kinds;
  for (const std::uint64_t sign :
       {std::uint64_t{0}, std::uint64_t{1} << (8 * sizeof(Scalar) - 1)}) {
    for (long bit = 0; bit < fraction; ++bit) {
      kinds.push_back(from_bits<Scalar>(sign | exponent | std::uint64_t{1} << bit));
    }
    kinds.push_back(from_bits<Scalar>(sign | exponent | ((std::uint64_t{1} << fraction) - 1)));
  }
  return kinds;
}

/// NaN by its bits, and quiet.
template <class Scalar>
bool is_quiet_nan(Scalar value) {
  const std::uint64_t infinity = bits_of(std::numeric_limits<Scalar>::infinity());
  const std::uint64_t magnitude = bits_of(value) & ~(std::uint64_t{1} << (8 * sizeof(Scalar) - 1));
  const std::uint64_t quiet = std::uint64_t{1} << (Format<Scalar>::digits - 2);
  return magnitude > infinity && (magnitude & quiet) != 0;
}

TYPED_TEST(Environment, NanOfEachKindMakesItsPairQuietNanAndNoOther) {
  constexpr Eigen::Index kWidth = 16;
  const RotaryEmbedding rotary(kWidth, Pairing::adjacent);
  for (const TypeParam nan : all_kinds_of_nan<TypeParam>()) {
    for (const Eigen::Index tokens : {Eigen::Index{1}, Eigen::Index{21}}) {
      for (const Eigen::Index c : {Eigen::Index{0}, Eigen::Index{7}, Eigen::Index{14}}) {
        const Matrix<TypeParam> before = some_tokens<TypeParam>(tokens, kWidth);
        Matrix<TypeParam> expected = before, x = before;
        rotary.rotate(expected, 3);
        std::memcpy(static_cast<void*>(&x(tokens / 2, c)), &nan, sizeof nan);
        rotary.rotate(x, 3);
        const Eigen::Index u = c - c % 2;
        for (const Eigen::Index channel : {u, u + 1}) {
          EXPECT_TRUE(is_quiet_nan(x(tokens / 2, channel)))
              << std::hex << bits_of(nan) << " became " << bits_of(x(tokens / 2, channel));
          x(tokens / 2, channel) = expected(tokens / 2, channel);
        }
        ASSERT_TRUE(same_bits(x, expected));
      }
    }
  }
}

TYPED_TEST(Environment, NanThatIsAddedToStaysNanAndAlone) {
  constexpr Eigen::Index kWidth = 16;
  const posenc::SinusoidalEncoding encoding(kWidth);
  for (const TypeParam nan : all_kinds_of_nan<TypeParam>()) {
    Matrix<TypeParam, Eigen::RowMajor> expected = some_tokens<TypeParam>(9, kWidth), x = expected;
    encoding.add(expected, 5);
    std::memcpy(static_cast<void*>(&x(4, 7)), &nan, sizeof nan);
    encoding.add(x, 5);
    EXPECT_TRUE(is_quiet_nan(x(4, 7)))
        << std::hex << bits_of(nan) << " became " << bits_of(x(4, 7));
    x(4, 7) = expected(4, 7);
    ASSERT_TRUE(same_bits(x, expected));
  }
}

}  // namespace
}  // namespace posenc_test
