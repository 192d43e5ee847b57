// The columns of one layout in the order of another.
#include <gtest/gtest.h>

#include <complex>

#include <posenc/sinusoidal.hpp>

#include "matchers.hpp"
#include "oracle.hpp"
#include "scalars.hpp"

namespace posenc_test {
namespace {

using Eigen::Index;
using posenc::Frequencies;
using posenc::Layout;
using posenc::OddWidth;
using posenc::SinusoidalEncoding;

constexpr Layout kLayouts[] = {Layout::interleaved, Layout::sin_cos, Layout::cos_sin,
                               Layout::interleaved_cos_sin};

bool exists(Layout layout, OddWidth odd) {
  return layout != Layout::interleaved_cos_sin || odd != OddWidth::drop_last_cosine;
}

/// Calls f(from, to, width, odd, table in `from`, table in `to`) for all that exist.
template <class F>
void for_each_conversion(F&& f) {
  for (const auto& [width, odd] :
       {std::pair(6, OddWidth::reject), std::pair(7, OddWidth::zero_column),
        std::pair(7, OddWidth::drop_last_cosine), std::pair(1, OddWidth::drop_last_cosine)}) {
    const Index pairs = posenc::pair_count(width, odd);
    const auto table = [&, width = width, odd = odd](Layout layout) {
      return SinusoidalEncoding(Frequencies::with_denominator(pairs, width), layout, width, odd)
          .table(35, 1);
    };
    for (const Layout from : kLayouts) {
      for (const Layout to : kLayouts) {
        if (exists(from, odd) && exists(to, odd)) f(from, to, width, odd, table(from), table(to));
      }
    }
  }
}

TEST(Layout, PermutationTakesOneTableToTheOther) {
  for_each_conversion([](Layout from, Layout to, Index width, OddWidth odd,
                         const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    const auto p = posenc::layout_permutation(from, to, width, odd);
    EXPECT_TRUE(same_bits((a * p).eval(), b));
    EXPECT_TRUE(same_bits((b * p.inverse()).eval(), a));
  });
}

TEST(Layout, ConvertsInPlace) {
  for_each_conversion([](Layout from, Layout to, Index width, OddWidth odd,
                         const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    Eigen::MatrixXd columns = a;
    posenc::convert_layout(columns, from, to, odd);
    EXPECT_TRUE(same_bits(columns, b));

    Matrix<float, Eigen::RowMajor> rows = a.cast<float>();
    posenc::convert_layout(rows, from, to, odd);
    EXPECT_TRUE(same_bits(rows, b.cast<float>()));

    Eigen::MatrixXd frame = Eigen::MatrixXd::Constant(40, width + 2, 9.0);
    frame.block(3, 1, 35, width) = a;
    posenc::convert_layout(frame.block(3, 1, 35, width), from, to, odd);
    EXPECT_TRUE(same_bits(frame.block(3, 1, 35, width), b));
    frame.block(3, 1, 35, width).setConstant(9.0);
    EXPECT_TRUE(all_are(frame, 9.0));
  });
}

TEST(Layout, HalfWidthTablesForRealArithmetic) {
  const Eigen::MatrixXd table =
      SinusoidalEncoding(Frequencies::geometric(4), Layout::sin_cos).table(2);
  const Eigen::Vector2d sine = table.row(1).head(2), cosine = table.row(1).tail(2);
  const double x[4] = {1.0, 2.0, 3.0, 4.0};
  const double expected[4] = {-1.14263966375, 1.92207559654, 2.95985066791, 4.02979950167};
  for (Index i = 0; i < 2; ++i) {
    const std::complex<double> turned =
        std::complex<double>(x[2 * i], x[2 * i + 1]) * std::complex<double>(cosine[i], sine[i]);
    EXPECT_NEAR(turned.real(), expected[2 * i], 5.1e-12);
    EXPECT_NEAR(turned.imag(), expected[2 * i + 1], 5.1e-12);
  }
}

TEST(Layout, InPlaceWithoutAliasing) {
  Eigen::RowVectorXi six = Eigen::RowVectorXi::LinSpaced(6, 1, 6);
  Eigen::RowVectorXd x = six.cast<double>();
  posenc::convert_layout(x, Layout::interleaved, Layout::sin_cos);
  EXPECT_EQ(x.cast<int>(), (Eigen::RowVectorXi(6) << 1, 3, 5, 2, 4, 6).finished());

  // A transposed view: rows of the view are columns of the matrix.
  Eigen::MatrixXd tall = six.transpose().cast<double>().replicate(1, 3);
  posenc::convert_layout(tall.transpose(), Layout::interleaved, Layout::sin_cos);
  for (Index c = 0; c < 3; ++c) EXPECT_TRUE(same_bits(tall.col(c).transpose(), x));
}

TEST(Layout, RefusesBeforeAnythingIsWritten) {
  Eigen::MatrixXd x = Eigen::MatrixXd::Constant(2, 7, 3.0);
  EXPECT_TRUE(refuses([&] { posenc::convert_layout(x, Layout::sin_cos, Layout::interleaved); },
                      "convert_layout: out", "7"));
  EXPECT_TRUE(refuses([] { posenc::layout_permutation(Layout::sin_cos, Layout::interleaved, 7); },
                      "layout_permutation: width", "7"));
  EXPECT_TRUE(refuses(
      [] {
        posenc::layout_permutation(Layout::sin_cos, Layout::interleaved, std::int64_t{1} << 31);
      },
      "layout_permutation: width", "2147483648"));
  EXPECT_TRUE(refuses(
      [&] {
        posenc::convert_layout(x, Layout::sin_cos, Layout::interleaved_cos_sin,
                               OddWidth::drop_last_cosine);
      },
      "convert_layout: layout", "interleaved_cos_sin"));
  EXPECT_TRUE(all_are(x, 3.0));
}

// --- Amplitude -----------------------------------------------------------------------------------

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
  EXPECT_TRUE(refuses([&] { plain.with_amplitude(std::nan("")); },
                      "SinusoidalEncoding::with_amplitude: amplitude", "nan"));
}

}  // namespace
}  // namespace posenc_test
