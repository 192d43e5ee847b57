// Under another rounding mode of the program a result is still within twice its error of the real
// number. The same bits are promised under round to nearest alone.
#include "test.hpp"

#include <cfenv>

#include "rotary_bound.hpp"

namespace posenc_test {
namespace rounding_mode_test {

/// |entry - exact| <= ulp(entry) + kDirectedError: roundings cost twice as much, and low parts, cut
/// off rather than rounded, are twice as large. docs/exactness.md.
constexpr double kDirectedError = 0x1p-68;

class RoundingMode {
 public:
  explicit RoundingMode(int mode) : saved_(std::fegetround()) { std::fesetround(mode); }
  ~RoundingMode() { std::fesetround(saved_); }

 private:
  int saved_;
};

template <class Scalar>
class Directed : public ::testing::Test {};
TYPED_TEST_SUITE(Directed, Scalars, ScalarNames);

TYPED_TEST(Directed, EntriesStayWithinAnUlp) {
  constexpr long kWidth = 64;
  const std::vector<Real> exact = geometric_frequencies(kWidth / 2, kWidth, 10000.0);
  Random random(13);
  std::vector<double> positions = powers_of_two();
  for (const double p : random_positions(random, 10, {1.0, 1e-3})) positions.push_back(p);
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    SCOPED_TRACE(mode);
    Matrix<TypeParam> table;
    {
      const RoundingMode directed(mode);
      table = posenc::SinusoidalEncoding(kWidth).table<TypeParam>(as_vector(positions));
    }
    Phasor phasor;
    for (Eigen::Index r = 0; r < table.rows(); ++r) {
      for (Eigen::Index c = 0; c < kWidth; ++c) {
        phasor.turn(positions[static_cast<std::size_t>(r)], exact[static_cast<std::size_t>(c / 2)]);
        const Real& value = c % 2 == 0 ? phasor.sine : phasor.cosine;
        const Real entry(static_cast<double>(table(r, c)));
        const double ulp = std::ldexp(1.0, static_cast<int>(ulp_exponent<TypeParam>(entry)));
        ASSERT_LE(deviation(table(r, c), value).absolute, ulp + kDirectedError)
            << positions[static_cast<std::size_t>(r)] << ", column " << c;
      }
    }
  }
}

/// A rounding costs an ulp and not half of one: twice the 3 of the documented error, and an ulp of
/// the 16-bit types.
TYPED_TEST(Directed, RotationIsWithinTwiceTheError) {
  constexpr long kWidth = 32;
  const std::vector<Real> exact = geometric_frequencies(kWidth / 2, kWidth, 10000.0);
  Random random(21);
  std::vector<double> positions = random_positions(random, 4, {1.0, 1e-3});
  const auto tokens = static_cast<Eigen::Index>(positions.size());
  const Matrix<TypeParam> before = random_matrix(tokens, kWidth).template cast<TypeParam>();
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
TEST(DirectedRules, AndPresetsAreTheSameFrequencies) {
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

}  // namespace rounding_mode_test
}  // namespace posenc_test
