// Under another rounding mode of the program an entry is still within an ulp of the real number.
// The same bits are promised under round to nearest alone.
#include <gtest/gtest.h>

#include <cfenv>

#include <posenc/sinusoidal.hpp>

#include "oracle.hpp"
#include "samples.hpp"
#include "scalars.hpp"

namespace posenc_test {
namespace {

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

}  // namespace
}  // namespace posenc_test
