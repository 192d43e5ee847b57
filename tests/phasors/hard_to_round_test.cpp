// Values that are hard to round: sines and cosines next to the middle of two numbers of the scalar,
// and small ones out of products of large factors.
#include "test.hpp"

namespace posenc_test {
namespace hard_to_round_test {

/// The double next to the frequency that takes `position` to k turns and the angle whose sine (or
/// cosine) is `value`. Where pω is near 1 its sine is within 2^-53 of that value.
double frequency_of(double value, bool of_sine, long k, double position) {
  Real angle(value), turns;
  (of_sine ? mpfr_asin : mpfr_acos)(angle.get(), angle.get(), MPFR_RNDN);
  mpfr_const_pi(turns.get(), MPFR_RNDN);
  mpfr_mul_si(turns.get(), turns.get(), 2 * k, MPFR_RNDN);
  mpfr_add(angle.get(), angle.get(), turns.get(), MPFR_RNDN);
  mpfr_div_d(angle.get(), angle.get(), position, MPFR_RNDN);
  return mpfr_get_d(angle.get(), MPFR_RNDN);
}

/// The middle of two neighbours of magnitude 2^exponent to 2^(exponent+1), of either sign.
template <class Scalar>
double middle(Random& random, int exponent) {
  constexpr int digits = static_cast<int>(Format<Scalar>::digits);
  const auto fraction = random.below(std::uint64_t{1} << (digits - 1));
  const double above = std::ldexp(static_cast<double>(2 * fraction + 1), -digits);
  return std::ldexp(random.below(2) == 0 ? 1.0 + above : -1.0 - above, exponent);
}

template <class Scalar>
class HardToRound : public ::testing::Test {};
TYPED_TEST_SUITE(HardToRound, Scalars, ScalarNames);

/// Row `position` of tables of all kinds, of these frequencies, keeps the contract, and the sign of
/// the real number where it rounds to zero.
template <class Scalar>
void expect_contract(const std::vector<double>& frequencies, long position) {
  const SinusoidalEncoding encoding(Frequencies::given(as_vector(frequencies)));
  constexpr long kBefore = 13;
  const Matrix<Scalar, Eigen::RowMajor> rows =
      encoding.table<Scalar, Eigen::RowMajor>(32, position - kBefore);
  const Matrix<Scalar> columns = encoding.table<Scalar>(32, position - kBefore);
  const Matrix<Scalar> alone =
      encoding.table<Scalar>(Eigen::Matrix<double, 1, 1>(static_cast<double>(position)));
  const Matrix<Scalar> apart =
      encoding.table<Scalar>(Eigen::Vector2d(static_cast<double>(position), 5000.0));
  Phasor phasor;
  for (std::size_t i = 0; i < frequencies.size(); ++i) {
    phasor.turn(static_cast<double>(position), Real(frequencies[i]));
    for (const bool sine : {true, false}) {
      const Real& exact = sine ? phasor.sine : phasor.cosine;
      const Index c = 2 * static_cast<Index>(i) + (sine ? 0 : 1);
      for (const Scalar entry : {rows(kBefore, c), columns(kBefore, c), alone(0, c), apart(0, c)}) {
        ASSERT_LE(deviation(entry, exact).beyond, kAbsoluteError)
            << "column " << c << ", frequency " << frequencies[i] << ", position " << position;
        ASSERT_EQ(std::signbit(static_cast<double>(entry)), mpfr_sgn(exact.get()) < 0)
            << "column " << c << ", frequency " << frequencies[i] << ", position " << position;
      }
    }
  }
}

TYPED_TEST(HardToRound, SinesAndCosinesNextToTheMiddleOfTwoNumbers) {
  if (sizeof(TypeParam) == 8) GTEST_SKIP() << "doubles are rounded from a sum of two";
  Random random(31);
  for (const long position : {1L, 3L, 21L, 100L, 1003L, 70001L}) {
    for (const long k : {0L, 1L}) {
      std::vector<double> frequencies;
      for (int n = 0; n < 400; ++n) {
        const double value = middle<TypeParam>(random, -1 - static_cast<int>(random.below(4)));
        frequencies.push_back(
            frequency_of(value, random.below(2) == 0, k, static_cast<double>(position)));
      }
      expect_contract<TypeParam>(frequencies, position);
    }
  }
}

/// A plain product is off by some 2^-53, which is much where the value is small.
TYPED_TEST(HardToRound, SmallValuesOfLargeFactors) {
  Random random(32);
  for (const long position : {21L, 100L, 1003L, 70001L}) {
    for (const long k : {1L, 2L, 5L}) {
      std::vector<double> frequencies;
      for (int exponent = -14; exponent >= -62; --exponent) {
        for (int n = 0; n < 10; ++n) {
          const double value = middle<TypeParam>(random, exponent);
          frequencies.push_back(
              frequency_of(value, random.below(2) == 0, k, static_cast<double>(position)));
        }
      }
      expect_contract<TypeParam>(frequencies, position);
    }
  }
}

}  // namespace hard_to_round_test
}  // namespace posenc_test
