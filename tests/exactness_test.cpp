// Each entry is the real sin or cos of position x frequency, rounded once to its scalar.
#include <gtest/gtest.h>

#include <posenc/frequencies.hpp>
#include <posenc/sinusoidal.hpp>

#include "matchers.hpp"
#include "oracle.hpp"
#include "samples.hpp"

namespace posenc_test {
namespace {

using posenc::Frequencies;
using posenc::Layout;
using posenc::SinusoidalEncoding;

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

TEST(Exactness, ConsecutiveRowsOfALongTable) {
  const SinusoidalEncoding encoding(64);
  const std::vector<Real> exact = geometric_frequencies(32, 64.0, 10000.0);
  for (const std::int64_t first : {std::int64_t{0}, std::int64_t{4000}, std::int64_t{1} << 40,
                                   (std::int64_t{1} << 53) - 200}) {
    const Eigen::MatrixXd table = encoding.table(200, first);
    Phasor phasor;
    for (Eigen::Index r = 0; r < table.rows(); ++r) {
      const double p = static_cast<double>(first + r);
      for (Eigen::Index i = 0; i < 32; i += 3) {
        phasor.turn(p, exact[static_cast<std::size_t>(i)]);
        expect_contract("double", table(r, 2 * i), phasor.sine, p, 2 * i);
        expect_contract("double", table(r, 2 * i + 1), phasor.cosine, p, 2 * i + 1);
        if (HasFailure()) return;
      }
    }
  }
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

TEST(Exactness, DenominatorOfItsOwn) {
  const Eigen::ArrayXd values = Frequencies::with_denominator(40, 57.5).values();
  const std::vector<Real> exact = geometric_frequencies(40, 57.5, 1e4);
  for (Eigen::Index i = 0; i < 40; ++i) {
    EXPECT_EQ(values[i], mpfr_get_d(exact[static_cast<std::size_t>(i)].get(), MPFR_RNDN)) << i;
  }
}

}  // namespace
}  // namespace posenc_test
