// Split phasors against MPFR, in units of q = 2^-78: the terms of docs/exactness.md, one by one.
#include "../src/phasors/phasor_table.hpp"

#include "test.hpp"

namespace posenc_test {
namespace phasor_test {

using posenc::detail::Anchors;
using posenc::detail::kLevels;
using posenc::detail::kRadix;
using posenc::detail::Phasors;
using posenc::detail::PhasorTable;

constexpr double q = 0x1p-78;
constexpr double kDirect = 8.2 * q;   // a direct phasor, as stored
constexpr double kProduct = 3.8 * q;  // what a product adds to the errors of its factors
constexpr double kLow = 0x1p-27 + 0x1p-53;
constexpr double kPlain = 6 * 0x1p-54;     // a plain product of two phasors in double
constexpr double kSingle = 6 * 0x1p-25;    // the same in float
constexpr double kChain = 26.1 * 0x1p-54;  // of five

/// Frequencies that leave no digit of a position without effect.
std::vector<double> sampled_frequencies(Random& random) {
  std::vector<double> frequencies = {1.0, 1e-2, 1e-4};
  for (int n = 0; n < 61; ++n) {
    frequencies.push_back(std::fabs(random.real(static_cast<int>(random.below(60)) - 50)));
  }
  return frequencies;
}

struct Split {
  double sin_hi, sin_lo, cos_hi, cos_lo;

  Split(const Phasors& p, std::size_t pair) {
    const auto i = static_cast<std::ptrdiff_t>(pair);
    sin_hi = *p.component(0, i), sin_lo = *p.component(1, i);
    cos_hi = *p.component(2, i), cos_lo = *p.component(3, i);
  }
  double sine() const { return sin_hi + sin_lo; }
  double cosine() const { return cos_hi + cos_lo; }
  double error(const Phasor& exact) const {
    return std::hypot(distance(sin_hi, sin_lo, exact.sine), distance(cos_hi, cos_lo, exact.cosine));
  }
  void expect_split() const {
    for (const double hi : {sin_hi, cos_hi}) EXPECT_EQ(std::nearbyint(hi * 0x1p26), hi * 0x1p26);
    for (const double lo : {sin_lo, cos_lo}) EXPECT_LE(std::fabs(lo), kLow);
  }
};

/// A bound that nothing comes near would say little.
void expect_sharp(const char* what, double worst, double bound) {
  ::testing::Test::RecordProperty(what, std::to_string(worst / q) + " q");
  EXPECT_LE(worst, bound) << what;
  EXPECT_GE(worst, bound / 16) << what;
}

TEST(Phasor, DirectOnesAreRight) {
  Random random(5);
  double worst = 0.0;
  Phasor exact;
  for (int n = 0; n < 8; ++n) {
    const std::vector<double> frequencies = sampled_frequencies(random);
    const PhasorTable table(*posenc::Frequencies::given(as_vector(frequencies)).handle());
    for (int level = 0; level < posenc::detail::kLevels; ++level) {
      for (int digit = 0; digit < kRadix; ++digit) {
        for (std::size_t i = 0; i < frequencies.size(); ++i) {
          const Split split(table.factor(level, static_cast<std::uint64_t>(digit)), i);
          exact.turn(std::ldexp(digit, 4 * level), Real(frequencies[i]));
          split.expect_split();
          worst = (std::max)(worst, split.error(exact));
        }
      }
    }
  }
  expect_sharp("direct", worst, kDirect);
}

/// Frequencies whose phase at position p lies just above a multiple of 2^-99 turns, where vectors
/// that leave out the lowest digits would see it just below. Every other phase is so small that its
/// last bit shows.
TEST(Phasor, AnglesInVectorsAreThoseMadeSingly) {
  using posenc::detail::Fixed;
  using posenc::detail::kDigits;
  constexpr std::ptrdiff_t n = 64;
  Random random(7);
  for (int trial = 0; trial < 200; ++trial) {
    const std::uint64_t p = random.below(std::uint64_t{1} << 53) | 1;
    std::vector<std::uint64_t> bits((4 + kDigits) * n);
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      const std::uint64_t high = i % 2 == 0 ? 0 : random.below(~std::uint64_t{0});
      const std::uint64_t low = random.below(~std::uint64_t{0}) >> 29 << 29;
      const Fixed phase = Fixed::from_limbs(random.below(p), high, low, 0);
      const Fixed turns = divide(phase, p) + Fixed::from_limbs(0, 0, 0, 1);
      for (int limb = 0; limb < 4; ++limb) {
        bits[static_cast<std::size_t>(limb * n + i)] = turns.limb(limb);
      }
      for (int k = 0; k < kDigits; ++k) {
        bits[static_cast<std::size_t>((4 + k) * n + i)] =
            digit_of(turns, posenc::detail::kFirstDigit + k);
      }
    }
    const std::vector<double> sign(n, 1.0);
    const posenc::detail::Turns singly = {bits.data(), n, sign.data()};
    posenc::detail::Turns in_vectors = singly;
    in_vectors.digits = bits.data() + 4 * n;
    std::vector<double> a(4 * n), b(4 * n);
    const auto& kernels = posenc::detail::chosen_kernels();
    kernels.direct(singly, p, n, {a.data(), posenc::detail::kPhasorGroup});
    kernels.direct(in_vectors, p, n, {b.data(), posenc::detail::kPhasorGroup});
    ASSERT_EQ(a, b) << p;
  }
}

TEST(Phasor, ProductsAddTheErrorsOfTheirFactors) {
  Random random(6);
  const std::vector<double> frequencies = sampled_frequencies(random);
  const auto n = static_cast<std::ptrdiff_t>(frequencies.size());
  const PhasorTable table(*posenc::Frequencies::given(as_vector(frequencies)).handle());
  posenc::detail::AnchorRoom<posenc::detail::kTile> room;
  Anchors anchors(table, 0, n, room);
  posenc::detail::AnchorRoom<posenc::detail::kTile, 3> less_room;
  Anchors sharing(table, 0, n, less_room);  // places of the highest levels
  std::vector<double> buffer(4 * frequencies.size());
  Phasor exact;
  double worst = 0.0;
  std::uint64_t before = 0;
  for (int trial = 0; trial < 600; ++trial) {
    std::uint64_t p = random.below(std::uint64_t{1} << (4 + random.below(50)));
    if (trial % 4 != 0) p = before ^ (std::uint64_t{1} << (4 * (1 + random.below(6))));
    before = p;  // most share their highest digits
    int factors = 1;
    for (std::uint64_t rest = p / kRadix; rest != 0 && factors < 6; rest /= kRadix) ++factors;
    table.kernels().multiply(anchors.at(p / kRadix), table.factor(0, p % kRadix), n,
                             {buffer.data(), posenc::detail::kPhasorGroup});
    const Phasors anchor = anchors.at(p / kRadix), same = sharing.at(p / kRadix);
    for (std::ptrdiff_t i = 0; i < n; ++i) {
      for (int k = 0; k < 4; ++k) ASSERT_EQ(*anchor.component(k, i), *same.component(k, i)) << p;
    }
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
      const Split split({buffer.data(), posenc::detail::kPhasorGroup}, i);
      split.expect_split();
      exact.turn(static_cast<double>(p), Real(frequencies[i]));
      EXPECT_LE(split.error(exact), factors * kDirect + (factors - 1) * kProduct) << p << ", " << i;
      worst = (std::max)(worst, split.error(exact));
    }
  }
  expect_sharp("six factors", worst, 6 * kDirect + 5 * kProduct);
}

/// The worst error that errors(table, x, digit, pair, exact) finds in the products of factor x of
/// level 1 and that of `digit` of level 0.
template <class Errors>
double worst_of_products(unsigned seed, Errors&& errors) {
  Random random(seed);
  const std::vector<double> frequencies = sampled_frequencies(random);
  const PhasorTable table(*posenc::Frequencies::given(as_vector(frequencies)).handle());
  Phasor exact;
  double worst = 0.0;
  for (int a = 0; a < kRadix; ++a) {
    for (int b = 0; b < kRadix; ++b) {
      for (std::size_t i = 0; i < frequencies.size(); ++i) {
        const Split x(table.factor(1, static_cast<std::uint64_t>(b)), i);
        exact.turn(kRadix * b + a, Real(frequencies[i]));
        worst = (std::max)(worst, errors(table, x, a, i, exact));
      }
    }
  }
  return worst;
}

TEST(Phasor, PlainProductsAreRightToFiftyBits) {
  const double worst = worst_of_products(
      8, [](const PhasorTable& table, const Split& x, int digit, std::size_t i, Phasor& exact) {
        const Split y(table.factor(0, static_cast<std::uint64_t>(digit)), i);
        const double s = x.sine(), c = x.cosine(), u = y.sine(), v = y.cosine();
        return (std::max)({distance(s * v + c * u, 0.0, exact.sine),
                           distance(std::fma(s, v, c * u), 0.0, exact.sine),
                           distance(c * v - s * u, 0.0, exact.cosine),
                           distance(std::fma(c, v, -(s * u)), 0.0, exact.cosine)});
      });
  expect_sharp("plain", worst, kPlain);
}

TEST(Phasor, SinglePrecisionProductsAreRightToTwentyTwoBits) {
  // A sum above 1 rounds by more, and rounds to 1 as the truth does.
  const auto error = [](float value, const Real& truth) {
    return std::fabs(value) < 1 ? distance(value, 0.0, truth) : 0.0;
  };
  const double worst = worst_of_products(
      9, [&](const PhasorTable& table, const Split& x, int digit, std::size_t i, Phasor& exact) {
        const float* const y = table.offsets().single_sine(digit, static_cast<std::ptrdiff_t>(i));
        const auto s = static_cast<float>(x.sine()), c = static_cast<float>(x.cosine());
        const float u = y[0], v = y[posenc::detail::kSingles];
        return (std::max)(
            {error(s * v + c * u, exact.sine), error(std::fma(s, v, c * u), exact.sine),
             error(c * v - s * u, exact.cosine), error(std::fma(c, v, -(s * u)), exact.cosine)});
      });
  expect_sharp("single", worst, kSingle);
}

/// As single_row.inl multiplies them, from the top one down.
TEST(Phasor, PlainProductsOfFiveFactorsAreRightToFortyNineBits) {
  Random random(10);
  const std::vector<double> frequencies = sampled_frequencies(random);
  const PhasorTable table(*posenc::Frequencies::given(as_vector(frequencies)).handle());
  Phasor exact;
  double worst = 0.0;
  for (int trial = 0; trial < 1000; ++trial) {
    const std::uint64_t p = random.below(std::uint64_t{1} << (4 * kLevels));
    for (std::size_t i = 0; i < frequencies.size(); ++i) {
      exact.turn(static_cast<double>(p), Real(frequencies[i]));
      for (const bool fused : {false, true}) {
        double s = 0.0, c = 1.0;
        for (int level = kLevels - 1; level >= 0; --level) {
          const Split y(table.factor(level, p >> (4 * level) & (kRadix - 1)), i);
          const double u = y.sine(), v = y.cosine(), before = s;
          s = fused ? std::fma(s, v, c * u) : s * v + c * u;
          c = fused ? std::fma(-before, u, c * v) : c * v - before * u;
        }
        worst = (std::max)(worst, distance(s, 0.0, exact.sine));
        worst = (std::max)(worst, distance(c, 0.0, exact.cosine));
      }
    }
  }
  expect_sharp("chain", worst, kChain);
}

}  // namespace phasor_test
}  // namespace posenc_test
