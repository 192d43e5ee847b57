// Entries times an amplitude.
#include "test.hpp"

namespace posenc_test {
namespace amplitude_test {

/// Distance from amplitude times the exact value, in units of (0.5 ulp + |amplitude| 2^-52).
template <class Scalar>
void expect_amplitude(double amplitude) {
  const SinusoidalEncoding plain(Frequencies::with_denominator(5, 9.0), Layout::sin_cos, 9,
                                 OddWidth::drop_last_cosine);
  const Matrix<Scalar> table = plain.with_amplitude(amplitude).table<Scalar>(40, -3);
  const std::vector<Real> frequencies = geometric_frequencies(5, 9.0, 10000.0);
  Phasor phasor;
  for (Index r = 0; r < 40; ++r) {
    for (Index i = 0; i < 5; ++i) {
      phasor.turn(static_cast<double>(r - 3), frequencies[static_cast<std::size_t>(i)]);
      for (Real* value : {&phasor.sine, &phasor.cosine}) {
        if (value == &phasor.cosine && i == 4) continue;
        mpfr_mul_d(value->get(), value->get(), amplitude, MPFR_RNDN);
        const Index column = value == &phasor.sine ? i : 5 + i;
        EXPECT_LE(deviation(table(r, column), *value).beyond, std::fabs(amplitude) * 0x1p-52);
      }
    }
  }
  Matrix<Scalar, Eigen::RowMajor> rows = Matrix<Scalar>::Constant(40, 9, Scalar(0.25f));
  plain.with_amplitude(amplitude).add(rows, -3);
  EXPECT_TRUE(same_bits(rows, (table.array() + Scalar(0.25f)).matrix()));
}

TEST(Amplitude, MultipliesEveryEntry) {
  for (const double amplitude : {0.7071067811865476, -3.0, 1.0, 1.1386294361119891}) {
    expect_amplitude<double>(amplitude);
    expect_amplitude<float>(amplitude);
    expect_amplitude<Eigen::half>(amplitude);
    expect_amplitude<Eigen::bfloat16>(amplitude);
  }
}

TEST(Amplitude, TiesBelowTheNormalNumbersGoToEven) {
  const SinusoidalEncoding one(Frequencies::geometric(2), Layout::sin_cos);
  for (const auto& [units, nearest] :
       {std::pair(0.5, 0u), {1.5, 2u}, {2.5, 2u}, {3.5, 4u}, {0x1.8000000000001p0, 2u}}) {
    const auto half = one.with_amplitude(units * 0x1p-24).table<Eigen::half>(1);
    EXPECT_EQ(bits_of(half(0, 1)), nearest) << units;
    const auto bfloat = one.with_amplitude(units * 0x1p-133).table<Eigen::bfloat16>(1);
    EXPECT_EQ(bits_of(bfloat(0, 1)), nearest) << units;
  }
}

TEST(Amplitude, OfOneChangesNoBitAndNoneEntersTheShift) {
  const SinusoidalEncoding plain(10);
  EXPECT_TRUE(same_bits(plain.with_amplitude(2.0).with_amplitude(1.0).table(50), plain.table(50)));
  EXPECT_TRUE(same_bits(plain.with_amplitude(2.0).shift_matrix(3.0), plain.shift_matrix(3.0)));
  EXPECT_EQ(plain.with_amplitude(2.0).amplitude(), 2.0);
}

}  // namespace amplitude_test
}  // namespace posenc_test
