// Every rule against its formula in MPFR: the fixed-point number to the stated bound, the double,
// and the sines that come of it; then the edges.
#include "test.hpp"

#include "../src/frequencies/frequency_vector.hpp"
#include "fixed.hpp"
#include "formulas.hpp"

namespace posenc_test {
namespace frequencies_test {

/// |ω_i - formula| <= kFrequencyError max(1, ω_i).
constexpr double kFrequencyError = 0x1p-160;

template <class Formula>
void expect_rule(const std::string& name, const Frequencies& frequencies, Index pairs,
                 Formula&& formula) {
  SCOPED_TRACE(name);
  ASSERT_EQ(frequencies.size(), pairs);
  const Eigen::ArrayXd values = frequencies.values();
  const SinusoidalEncoding encoding(frequencies);
  const Eigen::Vector4d positions(1.0, -3.7, 1e6, 0x1p53);
  const Eigen::MatrixXd table = encoding.table(positions);
  const Eigen::MatrixXf single = encoding.table<float>(positions);
  Phasor phasor;
  for (Index i = 0; i < pairs; ++i) {
    const Real exact = formula(static_cast<long>(i));
    const auto& held = frequencies.handle()->radians[static_cast<std::size_t>(i)];
    EXPECT_LE(distance(held, exact), kFrequencyError * std::max(1.0, std::fabs(values[i]))) << i;
    EXPECT_EQ(values[i], round_once<double>(exact)) << i;
    for (Index r = 0; r < positions.size(); ++r) {
      phasor.turn(positions[r], exact);
      EXPECT_TRUE(deviation(table(r, 2 * i), phasor.sine).keeps_contract()) << r << ", " << i;
      EXPECT_TRUE(deviation(table(r, 2 * i + 1), phasor.cosine).keeps_contract()) << r << ", " << i;
      EXPECT_TRUE(deviation(single(r, 2 * i), phasor.sine).keeps_contract()) << r << ", " << i;
    }
  }
}

constexpr Index kCounts[] = {2, 3, 8, 33};

TEST(Frequencies, Geometric) {
  for (const Index n : kCounts) {
    const double d = static_cast<double>(n);
    expect_rule("geometric", Frequencies::geometric(2 * n), n,
                [&](long i) { return inverse(between(1.0, 1e4, i, d)); });
    expect_rule("odd", Frequencies::geometric(2 * n - 1, 500.0), n,
                [&](long i) { return inverse(between(1.0, 500.0, 2 * i, 2 * d - 1)); });
    expect_rule("foreign", Frequencies::with_denominator(n, 4 * d + 0.3, 1e6), n,
                [&](long i) { return inverse(between(1.0, 1e6, 2 * i, 4 * d + 0.3)); });
    expect_rule("rising", Frequencies::with_denominator(n, 2 * d, 0.01), n,
                [&](long i) { return inverse(between(1.0, 0.01, i, d)); });
  }
}

TEST(Frequencies, ClosedAndShifted) {
  for (const Index n : kCounts) {
    const double d = static_cast<double>(n);
    expect_rule("closed", Frequencies::closed(n), n,
                [&](long i) { return inverse(between(1.0, 1e4, i, d - 1)); });
    expect_rule("shift 0", Frequencies::shifted(n, 0.0), n,
                [&](long i) { return inverse(between(1.0, 1e4, i, d)); });
    expect_rule("shift 1", Frequencies::shifted(n, 1.0, 77.0), n,
                [&](long i) { return inverse(between(1.0, 77.0, i, d - 1)); });
    expect_rule("shift -0.5", Frequencies::shifted(n, -0.5), n,
                [&](long i) { return inverse(between(1.0, 1e4, i, d + 0.5)); });
  }
}

TEST(Frequencies, RangesAndTimescales) {
  for (const Index n : kCounts) {
    const double d = static_cast<double>(n);
    expect_rule("range", Frequencies::range(n, 1.0, 1e-4), n,
                [&](long i) { return between(1.0, 1e-4, i, d - 1); });
    expect_rule("rising range", Frequencies::range(n, 1e-6, 1e9), n,
                [&](long i) { return between(1e-6, 1e9, i, d - 1); });
    expect_rule("tensor2tensor", Frequencies::tensor2tensor_timescales(n, 3.0, 700.0), n,
                [&](long i) {
                  Real exact = inverse(between(3.0, 700.0, i, d - 1));
                  return times(times(exact, 3.0), 3.0);
                });
    expect_rule("open timescales", Frequencies::timescales(n, 3.0, 700.0), n,
                [&](long i) { return inverse(between(3.0, 700.0, i, d)); });
    expect_rule("closed timescales", Frequencies::timescales(n, 3.0, 700.0, Spacing::closed), n,
                [&](long i) { return inverse(between(3.0, 700.0, i, d - 1)); });
    expect_rule("open periods", Frequencies::periods(n, 1.0, 100.0), n,
                [&](long i) { return times_pi(inverse(between(1.0, 100.0, i, d)), 2.0); });
    expect_rule("closed periods", Frequencies::periods(n, 0.5, 90.0, Spacing::closed), n,
                [&](long i) { return times_pi(inverse(between(0.5, 90.0, i, d - 1)), 2.0); });
  }
}

TEST(Frequencies, OctavesAndLines) {
  for (const Index n : kCounts) {
    const double d = static_cast<double>(n);
    expect_rule("octaves", Frequencies::octaves(n), n,
                [&](long i) { return power_of_two(Real(static_cast<double>(i))); });
    expect_rule("octaves between", Frequencies::octaves(n, 6.1, -3.0), n,
                [&](long i) { return power_of_two(on_line(6.1, -3.0, i, n - 1)); });
    expect_rule("linear", Frequencies::linear(n, -2.0, 9.25), n,
                [&](long i) { return on_line(-2.0, 9.25, i, n - 1); });
    expect_rule("increasing", Frequencies::increasing(n), n,
                [&](long i) { return between(1.0, 100.0, i, d); });
  }
}

TEST(Frequencies, FactorsAhead) {
  expect_rule("scale", Frequencies::shifted(16, 1.0).times(1000.0), 16,
              [](long i) { return times(inverse(between(1.0, 1e4, i, 15.0)), 1000.0); });
  expect_rule("pixel", Frequencies::linear(10, 1.0, 5.0).times_pi(1.0), 10,
              [](long i) { return times_pi(on_line(1.0, 5.0, i, 9), 1.0); });
  expect_rule("backwards", Frequencies::octaves(5).times_pi(2.0).times(-0.3), 5, [](long i) {
    return times(times_pi(power_of_two(Real(static_cast<double>(i))), 2.0), -0.3);
  });
}

TEST(Frequencies, ValuesFarBelowTheFixedPoint) {
  // 2^-192 is about 1.6e-58; the tables cannot tell such frequencies from 0, people can.
  expect_rule("huge base", Frequencies::geometric(8, 1e300), 4,
              [](long i) { return inverse(between(1.0, 1e300, i, 4.0)); });
  expect_rule("to the least double", Frequencies::range(5, 1.0, 0x1p-1074), 5,
              [](long i) { return between(1.0, 0x1p-1074, i, 4.0); });
  expect_rule("octaves", Frequencies::octaves(3, -60.0, -900.0), 3,
              [](long i) { return power_of_two(on_line(-60.0, -900.0, i, 2)); });
  expect_rule("linear", Frequencies::linear(7, -1e-200, 3e-201), 7,
              [](long i) { return on_line(-1e-200, 3e-201, i, 6); });
  EXPECT_EQ(Frequencies::linear(3, 1.0, 1e-90).values()[2], 1e-90);
  EXPECT_EQ(Frequencies::with_denominator(2, 0x1p-50, 1e300).values()[0], 1.0);
  EXPECT_EQ(Frequencies::with_denominator(2, 0x1p-50, 1e300).values()[1], 0.0);  // 1e300^-(2^51)

  const Frequencies tiny = Frequencies::given(Eigen::Vector2d(1e-70, -1e-70));
  EXPECT_EQ(tiny.times(0x1p-100).values().matrix(), 0x1p-100 * Eigen::Vector2d(1e-70, -1e-70));
  EXPECT_EQ(tiny.times(0x1p39).values().matrix(), 0x1p39 * Eigen::Vector2d(1e-70, -1e-70));
  EXPECT_NEAR(tiny.times_pi(2.0).values()[1] / (-2e-70 * 3.141592653589793), 1.0, 0x1p-51);
  expect_rule("tiny factor", Frequencies::octaves(2, 0.0, 38.0).times(0x1.23456789abcdep-150), 2,
              [](long i) {
                return times(power_of_two(Real(38.0 * static_cast<double>(i))),
                             0x1.23456789abcdep-150);
              });
}

// 2^32 octaves are more than an int counts.
TEST(Frequencies, OctavesFarBelowVanish) {
  for (const double far : {-201.0, -0x1p31, -0x1p32 + 5.0, -0x1p38 - 1.0}) {
    SCOPED_TRACE(far);
    const Frequencies rising = Frequencies::octaves(2, far, 3.0);
    const Frequencies falling = Frequencies::octaves(3, 3.0, 2.0 * far - 3.0);
    EXPECT_EQ(rising.values()[0], std::exp2(far));
    EXPECT_EQ(rising.values()[1], 8.0);
    EXPECT_EQ(falling.values()[0], 8.0);
    EXPECT_EQ(falling.values()[1], std::exp2(far));
    const Eigen::RowVectorXd row = SinusoidalEncoding(rising).row<double>(std::int64_t{1} << 53);
    EXPECT_LE(std::fabs(row[0]), 0x1p-100);
    EXPECT_EQ(row[1], 1.0);
  }
}

/// Given frequencies below 2^-139 have bits below 2^-192, which are cut off, and factors bring them
/// to light. Up to 2^35 of them the tables do not show it.
TEST(Frequencies, FactorsMultiplyTheError) {
  const double given = 1e-50;
  Frequencies frequencies = Frequencies::given(Eigen::Matrix<double, 1, 1>(given));
  Real exact(given);
  double error = 0x1p-192;
  const auto multiply = [&](double factor) {
    frequencies = frequencies.times(factor);
    exact = times(exact, factor);
    error = factor * error + 0x1p-192;
    EXPECT_LE(distance(frequencies.handle()->radians[0], exact), error) << factor;
  };
  multiply(0x1.23456789abcdep17);
  multiply(0x1.3p17);
  const Eigen::RowVector2d row =
      SinusoidalEncoding(frequencies).table(Eigen::Vector2d::Constant(0x1p53)).row(0);
  Phasor phasor;
  phasor.turn(0x1p53, exact);
  EXPECT_TRUE(deviation(row[0], phasor.sine).keeps_contract());
  EXPECT_TRUE(deviation(row[1], phasor.cosine).keeps_contract());
  for (int k = 0; k < 3; ++k) multiply(0x1.fp34);
}

Frequencies given(double value) {
  return Frequencies::given(Eigen::Array<double, 1, 1>(value));
}

TEST(Frequencies, FactorsOfAnySmallness) {
  for (const double factor : {0x1p-99, 0x1p-101, 0x1.8p-150, 0x1p-190, -0x1.8p-101}) {
    const Frequencies product = given(0x1p30).times(factor);
    EXPECT_EQ(product.handle()->radians[0].to_double(), 0x1p30 * factor);
  }
  // All bits of a small factor count: those below 2^-192 come to light in a fast frequency.
  const Frequencies product = given(0x1p39).times(0x1.23456789abcdep-150);
  EXPECT_EQ(product.handle()->radians[0].to_double(), 0x1.23456789abcdep-111);
  // Below 2^-192 nothing is held, but the double is there.
  EXPECT_EQ(given(0x1p30).times(0x1p-1000).values()[0], 0x1p-970);
  EXPECT_EQ(given(0x1p30).times(0x1p-1074).values()[0], 0x1p-1044);
}

TEST(Frequencies, AnEvenWidthIsTwoForEachPair) {
  for (const Frequencies& f :
       {Frequencies::geometric(34), Frequencies::closed(17), Frequencies::closed(17).times(2.0),
        Frequencies::with_denominator(17, 33.0)}) {
    EXPECT_EQ(f.width(), 34);
    EXPECT_EQ(RotaryEmbedding(f, Pairing::halves).head().width(), 34);
  }
}

TEST(Frequencies, WholeTurnsComeBackExactly) {
  const SinusoidalEncoding encoding(Frequencies::linear(9, 0.0, 8.0).times_pi(2.0));
  EXPECT_TRUE(same_bits(encoding.table(40, 1), encoding.table(40, 1).row(39).replicate(40, 1)));
  EXPECT_EQ(encoding.table(1, 1)(0, 2), 0.0);
  EXPECT_EQ(encoding.row(0.25)[2], 1.0);
}

TEST(Frequencies, ExactNumbers) {
  EXPECT_EQ(Frequencies::octaves(3).values().matrix(), Eigen::Vector3d(1.0, 2.0, 4.0));
  EXPECT_EQ(Frequencies::linear(3, 1.0, 4.0).values().matrix(), Eigen::Vector3d(1.0, 2.5, 4.0));
  EXPECT_EQ(Frequencies::closed(2).values().matrix(), Eigen::Vector2d(1.0, 1e-4));
  EXPECT_EQ(Frequencies::linear(7, -1.0, 1.0).values()[3], 0.0);
}

/// Twelve digits are printed.
constexpr double kPrinted = 5.1e-13;

TEST(Frequencies, FirstNumbersOfEachRule) {
  const auto expect = [](const Frequencies& frequencies, const Eigen::Vector4d& numbers) {
    EXPECT_LE((frequencies.values().matrix() - numbers).cwiseAbs().maxCoeff(), kPrinted);
  };
  expect(Frequencies::geometric(8), {1.0, 0.1, 0.01, 0.001});  // paper
  expect(Frequencies::geometric(7), {1.0, 0.071968567300, 0.005179474679, 0.000372759372});  // XLM
  expect(Frequencies::closed(4), {1.0, 0.046415888336, 0.002154434690, 0.0001});  // fairseq
  expect(Frequencies::shifted(4, 0.0), {1.0, 0.1, 0.01, 0.001});                  // diffusers
  expect(Frequencies::range(4, 1.0, 0.001), {1.0, 0.1, 0.01, 0.001});             // MLX
  expect(Frequencies::tensor2tensor_timescales(4, 2.0, 2000.0), {2.0, 0.2, 0.02, 0.002});
  expect(Frequencies::timescales(4, 2.0, 20000.0), {0.5, 0.05, 0.005, 0.0005});  // MaxText
  expect(Frequencies::timescales(4, 2.0, 2000.0, Spacing::closed), {0.5, 0.05, 0.005, 0.0005});
  expect(Frequencies::with_denominator(4, 16.0, 1e8),
         {1.0, 0.1, 0.01, 0.001});                        // denominator_dim 16
  expect(Frequencies::octaves(4), {1.0, 2.0, 4.0, 8.0});  // NeRF
  expect(Frequencies::linear(4, 1.0, 4.0).times_pi(1.0),  // "pixel", fmax 8
         {3.141592653590, 6.283185307180, 9.424777960769, 12.566370614359});
  expect(Frequencies::increasing(4), {1.0, 3.162277660168, 10.0, 31.622776601684});  // GLIGEN
  expect(Frequencies::periods(4, 1.0, 100.0),                                        // DINOv3
         {6.283185307180, 1.986917653159, 0.628318530718, 0.198691765316});
}

TEST(Frequencies, OnePair) {
  for (const Frequencies& one :
       {Frequencies::geometric(2), Frequencies::geometric(1), Frequencies::closed(1),
        Frequencies::shifted(1, 0.0), Frequencies::tensor2tensor_timescales(1),
        Frequencies::timescales(1, 1.0, 1e4, Spacing::closed), Frequencies::octaves(1),
        Frequencies::octaves(1, 0.0, 5.0), Frequencies::range(1, 1.0, 0.1),
        Frequencies::linear(1, 1.0, 5.0), Frequencies::increasing(1)}) {
    ASSERT_EQ(one.size(), 1);
    EXPECT_EQ(one.values()[0], 1.0);
    const Eigen::MatrixXd row = SinusoidalEncoding(one).table(1, 5);
    EXPECT_NEAR(row(0, 0), -0.958924274663, kPrinted);
    EXPECT_NEAR(row(0, 1), 0.283662185463, kPrinted);
  }
}

TEST(Frequencies, ShiftZeroOrOne) {
  const auto at = [](double shift, std::int64_t t) {
    return SinusoidalEncoding(Frequencies::shifted(160, shift), posenc::Layout::sin_cos)
        .table(1, t);
  };
  EXPECT_NEAR(at(1.0, 999)(0, 80), -0.276382888872, kPrinted);
  EXPECT_NEAR(at(0.0, 999)(0, 80), -0.535603334614, kPrinted);
  EXPECT_NEAR(999 * Frequencies::shifted(160, 0.0).values()[159], 0.105819447145, kPrinted);
  EXPECT_NEAR(999 * Frequencies::shifted(160, 1.0).values()[159], 0.0999, kPrinted);
  const SinusoidalEncoding narrow(Frequencies::shifted(4, 1.0), posenc::Layout::sin_cos);
  const Eigen::RowVectorXd row = narrow.table(1, 10);
  EXPECT_NEAR(row[0], -0.544021110889, kPrinted);
  EXPECT_NEAR(row[1], 0.447670834719, kPrinted);
  EXPECT_NEAR(row[2], 0.0215426802723, kPrinted);
  EXPECT_NEAR(row[3], 0.000999999833, kPrinted);
}

TEST(Frequencies, TimesBetweenZeroAndOneNeedAScale) {
  const auto apart = [](const Frequencies& frequencies, double a, double b) {
    const Eigen::MatrixXd rows = SinusoidalEncoding(frequencies).table(Eigen::Vector2d(a, b));
    return (rows.row(0) - rows.row(1)).norm();
  };
  const Frequencies plain = Frequencies::geometric(256);
  constexpr double printed = 5.1e-7;  // of nine digits, beginning before the point
  EXPECT_NEAR(apart(plain, 0.99, 1.0), 0.0273142, printed);
  EXPECT_NEAR(apart(plain, 0.0, 1.0), 2.67120161, printed);
  EXPECT_NEAR(apart(plain.times(1000.0), 0.99, 1.0), 9.11485633, printed);
  EXPECT_NEAR(apart(plain.times(1000.0), 0.0, 1.0), 14.3775513, printed);
}

}  // namespace frequencies_test
}  // namespace posenc_test
