// Each entry is the real sin or cos of position x frequency, rounded once to its scalar.
#include "test.hpp"

#include <iomanip>
#include <tuple>

namespace posenc_test {
namespace exactness_test {

/// The tables of one encoding in every scalar, over the same positions.
struct Tables {
  Tables(const SinusoidalEncoding& encoding, const std::vector<double>& positions)
      : float64(encoding.table<double>(as_vector(positions))),
        float32(encoding.table<float>(as_vector(positions))),
        float16(encoding.table<Eigen::half>(as_vector(positions))),
        bfloat16(encoding.table<Eigen::bfloat16>(as_vector(positions))) {}
  Eigen::MatrixXd float64;
  Eigen::MatrixXf float32;
  Eigen::Matrix<Eigen::half, -1, -1> float16;
  Eigen::Matrix<Eigen::bfloat16, -1, -1> bfloat16;
};

template <class Scalar>
void expect_contract(const char* scalar, Scalar entry, const Real& exact, double position,
                     Eigen::Index column) {
  const Deviation off = deviation(entry, exact);
  if (off.keeps_contract()) return;
  ADD_FAILURE() << scalar << " entry at position " << std::setprecision(17) << position
                << ", column " << column << " is " << static_cast<double>(entry) << ", off by "
                << off.ulps << " ulp (" << off.absolute << "), expected "
                << static_cast<double>(round_once<Scalar>(exact));
}

/// Judges the interleaved columns of some pairs in every scalar.
void expect_exact(const SinusoidalEncoding& encoding, const std::vector<Real>& frequencies,
                  const std::vector<std::size_t>& pairs, const std::vector<double>& positions) {
  const Tables tables(encoding, positions);
  Phasor phasor;
  for (const std::size_t i : pairs) {
    for (std::size_t r = 0; r < positions.size(); ++r) {
      phasor.turn(positions[r], frequencies[i]);
      for (const bool cosine : {false, true}) {
        const auto row = static_cast<Eigen::Index>(r);
        const auto column = static_cast<Eigen::Index>(2 * i + (cosine ? 1 : 0));
        if (column >= encoding.width()) continue;
        const Real& exact = cosine ? phasor.cosine : phasor.sine;
        const double p = positions[r];
        expect_contract("double", tables.float64(row, column), exact, p, column);
        expect_contract("float", tables.float32(row, column), exact, p, column);
        expect_contract("half", tables.float16(row, column), exact, p, column);
        expect_contract("bfloat16", tables.bfloat16(row, column), exact, p, column);
        if (::testing::Test::HasFailure()) return;  // one offender says enough
      }
    }
  }
}

/// The first, the last and a few pairs between.
std::vector<std::size_t> sampled_pairs(Random& random, std::size_t n) {
  std::vector<std::size_t> pairs = {0, n - 1};
  for (int k = 0; k < 4; ++k) pairs.push_back(static_cast<std::size_t>(random.below(n)));
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

class GeometricExactness : public ::testing::TestWithParam<double> {};

TEST_P(GeometricExactness, EveryWidthPositionAndScalar) {
  const double base = GetParam();
  Random random(2017 + static_cast<std::uint64_t>(base));
  for (const long width : kWidths) {
    SCOPED_TRACE(width);
    const long n = posenc::pair_count(width, odd_rule(width));
    const Frequencies frequencies = Frequencies::geometric(width, base);
    const SinusoidalEncoding encoding(frequencies, Layout::interleaved, width, odd_rule(width));
    const std::vector<Real> exact = geometric_frequencies(n, static_cast<double>(width), base);

    const std::vector<std::size_t> pairs = sampled_pairs(random, exact.size());
    std::vector<double> turning;
    for (const std::size_t i : pairs) turning.push_back(mpfr_get_d(exact[i].get(), MPFR_RNDN));
    std::vector<double> positions = powers_of_two();
    for (const double p : random_positions(random, 12, turning)) positions.push_back(p);
    expect_exact(encoding, exact, pairs, positions);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Bases, GeometricExactness, ::testing::ValuesIn(kBases));

/// Every entry of an interleaved table of width 64 at consecutive positions.
template <class Scalar>
void expect_rows(Index rows, std::int64_t first) {
  static const std::vector<Real> frequencies = geometric_frequencies(32, 64.0, 10000.0);
  const Matrix<Scalar> table = SinusoidalEncoding(64).table<Scalar>(rows, first);
  Phasor phasor;
  for (Index r = 0; r < rows; ++r) {
    const double p = static_cast<double>(first + r);
    for (Index i = 0; i < 32; ++i) {
      phasor.turn(p, frequencies[static_cast<std::size_t>(i)]);
      expect_contract("sine", table(r, 2 * i), phasor.sine, p, 2 * i);
      expect_contract("cosine", table(r, 2 * i + 1), phasor.cosine, p, 2 * i + 1);
      if (::testing::Test::HasFailure()) return;
    }
    if (r > 0) {
      EXPECT_FALSE(same_bits(table.row(r), table.row(r - 1))) << p;
    }
  }
}

TEST(Exactness, ConsecutiveRowsOfALongTable) {
  for (const std::int64_t first : {std::int64_t{0}, std::int64_t{4000}, std::int64_t{1} << 40,
                                   (std::int64_t{1} << 53) - 200}) {
    expect_rows<double>(200, first);
  }
}

/// Positions beyond the integers of the scalar, and as far as angles in the scalar lose all digits.
TEST(Exactness, FarPositionsInEveryScalar) {
  constexpr std::int64_t kTwoToThe24 = 1 << 24, kTwoToThe52 = std::int64_t{1} << 52;
  for (const std::int64_t first :
       {std::int64_t{255}, std::int64_t{2047}, std::int64_t{8191}, std::int64_t{15961},
        std::int64_t{32767}, std::int64_t{131071}, std::int64_t{1048575}, kTwoToThe24 - 1,
        std::int64_t{10000000000}, std::int64_t{1000000000000000}, kTwoToThe52}) {
    expect_rows<double>(5, first);
    expect_rows<float>(5, first);
    expect_rows<Eigen::half>(5, first);
    expect_rows<Eigen::bfloat16>(5, first);
  }
}

/// Eleven digits of sin p and cos p, computed elsewhere than in MPFR.
TEST(Exactness, FarPositionsByTheirNumbers) {
  const SinusoidalEncoding encoding(8);
  for (const auto& [p, sine, cosine] : {std::make_tuple(15962.0, 0.418935702794, -0.908015901251),
                                        {16777217.0, 0.105832567348, 0.994383963914},
                                        {0x1p40, -0.405705011533, -0.914004071992},
                                        {1e10, -0.487506025088, 0.873119622677},
                                        {1e15, 0.858272793170, -0.513193737787},
                                        {0x1p52, 0.874217302624, -0.485534867742}}) {
    EXPECT_NEAR(encoding.row(p)[0], sine, 5.1e-12) << p;
    EXPECT_NEAR(encoding.row(p)[1], cosine, 5.1e-12) << p;
  }
  EXPECT_EQ(SinusoidalEncoding(128).table<float>(1, 131071)(0, 3), -0.978270912936f);
}

TEST(Exactness, HalfPrecisionAngles) {
  const SinusoidalEncoding encoding(32);
  const auto row = encoding.table<Eigen::half>(1, 1857);
  EXPECT_EQ(row(0, 2), Eigen::half(0.951808552391f));
  EXPECT_EQ(row(0, 3), Eigen::half(0.306692809819f));
  EXPECT_NEAR(1857.0 * encoding.frequencies().values()[1], 1044.26784087848, 1e-11);
}

/// golden_test.cpp hashes whole tables of floats, on every processor and compiler.
TEST(Exactness, OneFloatOnEveryProcessor) {
  // sin of float(0.78539819) is 0.707106796640858: 0.46 ulp above one float, 0.54 below the next.
  constexpr double kAngle = 0.785398185253143310546875;
  const SinusoidalEncoding encoding(Frequencies::given(Eigen::Matrix<double, 1, 1>(kAngle)));
  EXPECT_NEAR(encoding.row(1.0)[0], 0.707106796640858, 1e-15);
  EXPECT_EQ(encoding.table<float>(1, 1)(0, 0), 0.707106769f);
  const SinusoidalEncoding one(Frequencies::given(Eigen::Matrix<double, 1, 1>(1.0)));
  EXPECT_EQ(one.table<float>(Eigen::Matrix<float, 1, 1>(0.78539819f))(0, 0), 0.707106769f);
}

TEST(Exactness, FrequenciesAreTakenExactlyAsGiven) {
  const std::vector<double> given = {0.0,    1.0,  -1.0,    -0.3,       1e-300,  3.7e9,
                                     -3.7e9, 1e-5, 0x1p-60, 0x1p39,     12345.6, -0x1p-3,
                                     1e-20,  1e12, 5e-324,  3.14159265, 6.25e-2};
  Random random(4);
  const SinusoidalEncoding encoding(Frequencies::given(as_vector(given)));
  std::vector<double> positions = powers_of_two();
  for (const double p : random_positions(random, 20, given)) positions.push_back(p);
  std::vector<std::size_t> pairs(given.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = i;
  expect_exact(encoding, given_frequencies(given), pairs, positions);
  EXPECT_TRUE(same_bits(encoding.frequencies().values(), as_vector(given).array()));
}

TEST(Exactness, ValuesAreTheNearestDoubles) {
  std::vector<double> bases = kBases;
  bases.insert(bases.end(), {0.5, 1.0, 1e-3});
  for (const double base : bases) {
    for (const long width : kWidths) {
      const Eigen::ArrayXd values = Frequencies::geometric(width, base).values();
      const std::vector<Real> exact =
          geometric_frequencies(values.size(), static_cast<double>(width), base);
      ASSERT_EQ(values.size(), width / 2 + width % 2);
      for (Eigen::Index i = 0; i < values.size(); ++i) {
        ASSERT_EQ(values[i], mpfr_get_d(exact[static_cast<std::size_t>(i)].get(), MPFR_RNDN))
            << "base " << base << ", width " << width << ", pair " << i;
      }
    }
  }
}

}  // namespace exactness_test
}  // namespace posenc_test
