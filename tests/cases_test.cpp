// Small inputs behind faults that people met in public implementations, each with its right value,
// recomputed with 60 digits from the formula.
#include "allocations.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <posenc/sinusoidal.hpp>

#include "matchers.hpp"
#include "oracle.hpp"
#include "samples.hpp"
#include "scalars.hpp"

namespace posenc_test {
namespace {

using Eigen::Index;
using posenc::Frequencies;
using posenc::Layout;
using posenc::OddWidth;
using posenc::SinusoidalEncoding;

/// The numbers below are printed to 11 or 12 digits: half a unit of the eleventh decimal.
constexpr double kPrinted = 5.1e-12;

template <class Row>
void expect_row(const Row& row, const std::vector<double>& expected) {
  posenc_test::expect_row(row, expected, kPrinted);
}

Eigen::RowVectorXd row_at(const SinusoidalEncoding& encoding, double position) {
  return encoding.row(position);
}

// --- The table -----------------------------------------------------------------------------------

TEST(Cases, OddWidth) {
  const auto row = [](Index width, OddWidth odd) {
    return row_at(SinusoidalEncoding(width, odd), 3.0);
  };
  expect_row(row(5, OddWidth::drop_last_cosine),
             {0.141120008060, -0.989992496600, 0.0752852929989, 0.997162035307, 0.00189287090309});
  expect_row(row(3, OddWidth::drop_last_cosine),
             {0.141120008060, -0.989992496600, 0.00646325907019});
  expect_row(row(1, OddWidth::drop_last_cosine), {0.141120008060});
  expect_row(row(5, OddWidth::zero_column),
             {0.141120008060, -0.989992496600, 0.0752852929989, 0.997162035307, 0.0});
  for (const Index width : {1, 3, 5, 29, 127}) {
    EXPECT_TRUE(refuses([&] { SinusoidalEncoding encoding(width); }, "SinusoidalEncoding: width",
                        std::to_string(width)));
    const SinusoidalEncoding encoding(width, OddWidth::drop_last_cosine);
    EXPECT_EQ(encoding.table(9).cols(), width);
    EXPECT_TRUE(all_finite(encoding.table(9)));
  }
}

TEST(Cases, FrequencyOfTheSecondPair) {
  const SinusoidalEncoding axis(128);
  const Eigen::ArrayXd w = axis.frequencies().values();
  EXPECT_NEAR(w[1], 0.865964323360, kPrinted);
  EXPECT_NEAR(w[63], 0.000115478198469, kPrinted * 1e-3);
  EXPECT_NEAR(row_at(axis, 3.0)[2], 0.517305716424, kPrinted);
}

TEST(Cases, PowerTheRightWayRound) {
  const SinusoidalEncoding encoding(Frequencies::geometric(8), Layout::sin_cos);
  expect_row(encoding.frequencies().values(), {1.0, 0.1, 0.01, 0.001});
  expect_row(row_at(encoding, 0.37),
             {0.361615431965, 0.0369915584112, 0.00369999155784, 0.000369999991558, 0.932327345606,
              0.999315578086, 0.999993155008, 0.99999993155});
}

TEST(Cases, InterleavedAgainstConcatenated) {
  const Frequencies frequencies = Frequencies::geometric(8);
  const Eigen::RowVectorXd apart = row_at(SinusoidalEncoding(frequencies, Layout::sin_cos), 5.0);
  const Eigen::RowVectorXd paired =
      row_at(SinusoidalEncoding(frequencies, Layout::interleaved), 5.0);
  expect_row(apart, {-0.958924274663, 0.479425538604, 0.0499791692707, 0.00499997916669,
                     0.283662185463, 0.877582561890, 0.998750260395, 0.999987500026});
  for (Index j = 0; j < 4; ++j) {
    EXPECT_EQ(apart[j], paired[2 * j]);
    EXPECT_EQ(apart[4 + j], paired[2 * j + 1]);
  }
  EXPECT_EQ(SinusoidalEncoding(8).layout(), Layout::interleaved);
  EXPECT_TRUE(same_bits(row_at(SinusoidalEncoding(8), 5.0), paired));
}

TEST(Cases, VerySmallWidths) {
  // Spacing with both ends included, base^(-i / (n - 1)), is {1} for one pair.
  const Frequencies closed = Frequencies::closed(1);
  const std::vector<double> expected = {-0.958924274663, 0.283662185463};
  expect_row(row_at(SinusoidalEncoding(closed, Layout::sin_cos), 5.0), expected);
  expect_row(row_at(SinusoidalEncoding(2), 5.0), expected);
  const SinusoidalEncoding three(closed, Layout::sin_cos, 3, OddWidth::zero_column);
  expect_row(row_at(three, 5.0), {-0.958924274663, 0.283662185463, 0.0});
  EXPECT_TRUE(all_finite(SinusoidalEncoding(1, OddWidth::drop_last_cosine).table(20)));
  EXPECT_TRUE(all_finite(SinusoidalEncoding(3, OddWidth::drop_last_cosine).table(20)));
  EXPECT_TRUE(refuses([] { SinusoidalEncoding encoding(0); }, "SinusoidalEncoding: width", "0"));
  EXPECT_TRUE(refuses([] { Frequencies::closed(0); }, "Frequencies::closed: pairs", "0"));
}

TEST(Cases, RowBeyondAnEarlierLength) {
  const SinusoidalEncoding encoding(8);
  encoding.table(100);
  constexpr double kSentinel = -77.0;
  Eigen::MatrixXd bulk = Eigen::MatrixXd::Constant(150, 8, kSentinel);
  Eigen::MatrixXd listed = bulk;
  encoding.write(bulk);
  encoding.write(listed, Eigen::VectorXi::LinSpaced(150, 0, 149));
  EXPECT_NEAR(bulk(100, 0), -0.506365641110, kPrinted);
  EXPECT_NEAR(bulk(100, 1), 0.862318872288, kPrinted);
  EXPECT_TRUE((bulk.array() != kSentinel).all());
  EXPECT_TRUE(same_bits(listed, bulk));
  EXPECT_TRUE(same_bits(row_at(encoding, 100.0), bulk.row(100)));
}

TEST(Cases, BatchAgainstSequence) {
  const SinusoidalEncoding encoding(8);
  for (const auto& [batch, length] :
       {std::pair<Index, Index>(4, 4), std::pair<Index, Index>(2, 3)}) {
    Eigen::MatrixXd tokens = Eigen::MatrixXd::Zero(batch * length, 8);
    for (Index b = 0; b < batch; ++b) encoding.add(tokens.middleRows(b * length, length));
    for (Index b = 0; b < batch; ++b) {
      EXPECT_TRUE(same_bits(tokens.middleRows(b * length, length), encoding.table(length)));
      EXPECT_NEAR(tokens(b * length + 1, 0), 0.841470984808, kPrinted);
    }
  }
  Eigen::MatrixXd wrong_axis = Eigen::MatrixXd::Zero(8, 4);
  EXPECT_TRUE(refuses([&] { encoding.add(wrong_axis); }, "SinusoidalEncoding::add: out",
                      "8 x 4, whose transpose() fits"));
}

TEST(Cases, PositionsDoNotRepeatAfterTheBase) {
  const SinusoidalEncoding encoding(512);
  const Eigen::RowVectorXd near = row_at(encoding, 1.0), far = row_at(encoding, 10001.0);
  EXPECT_NEAR((far - near).norm(), 23.3448238318, 10 * kPrinted);
  expect_row(near.head(2), {0.841470984808, 0.540302305868});
  expect_row(far.head(2), {-0.966335274442, -0.257286100226});
}

TEST(Cases, RowZero) {
  const SinusoidalEncoding encoding(512);
  const Eigen::RowVectorXd zero = row_at(encoding, 0.0);
  for (Index c = 0; c < 512; ++c) {
    EXPECT_EQ(zero[c], c % 2 == 0 ? 0.0 : 1.0);
    EXPECT_FALSE(std::signbit(zero[c]));
  }
  const Eigen::MatrixXd from_one = encoding.table(3, 1);
  expect_row(from_one.row(0).head(2), {0.841470984808, 0.540302305868});
  EXPECT_TRUE(same_bits(from_one, encoding.table(Eigen::Vector3i(1, 2, 3))));
}

// --- Precision -----------------------------------------------------------------------------------

/// Every entry of an interleaved table of consecutive positions keeps the contract.
template <class Scalar>
void expect_contract(const Matrix<Scalar>& table, std::int64_t first,
                     const std::vector<Real>& frequencies) {
  Phasor phasor;
  for (Index r = 0; r < table.rows(); ++r) {
    for (Index i = 0; 2 * i + 1 < table.cols(); ++i) {
      phasor.turn(static_cast<double>(first + r), frequencies[static_cast<std::size_t>(i)]);
      ASSERT_TRUE(deviation(table(r, 2 * i), phasor.sine).keeps_contract()) << r << ", " << i;
      ASSERT_TRUE(deviation(table(r, 2 * i + 1), phasor.cosine).keeps_contract()) << r << ", " << i;
    }
  }
}

TEST(Cases, HalfPrecisionAngles) {
  const SinusoidalEncoding encoding(32);
  const auto table = encoding.table<Eigen::half>(2048);
  EXPECT_EQ(table(1857, 2), Eigen::half(0.951808552391f));
  EXPECT_EQ(table(1857, 3), Eigen::half(0.306692809819f));
  EXPECT_NEAR(1857.0 * encoding.frequencies().values()[1], 1044.26784087848, 1e-11);
  expect_contract<Eigen::half>(table, 0, geometric_frequencies(16, 32.0, 10000.0));
}

TEST(Cases, PositionsBeyondTheScalarsIntegers) {
  const SinusoidalEncoding encoding(8);
  const std::vector<Real> frequencies = geometric_frequencies(4, 8.0, 10000.0);
  const auto check = [&](auto zero, std::int64_t first, Index rows) {
    using Scalar = decltype(zero);
    const Matrix<Scalar> table = encoding.table<Scalar>(rows, first);
    expect_contract<Scalar>(table, first, frequencies);
    for (Index r = 1; r < rows; ++r) EXPECT_FALSE(same_bits(table.row(r), table.row(r - 1)));
  };
  check(Eigen::bfloat16(), 15961, 3);
  check(Eigen::half(), 15961, 3);
  check(Eigen::bfloat16(), 255, 5);
  check(Eigen::half(), 2047, 5);
  expect_row(row_at(encoding, 15962.0).head(2), {0.418935702794, -0.908015901251});
}

TEST(Cases, FloatTableAtLongContext) {
  const SinusoidalEncoding encoding(128);
  const std::vector<Real> frequencies = geometric_frequencies(64, 128.0, 10000.0);
  for (const std::int64_t first : {8191, 32767, 131071, 1048575}) {
    expect_contract<float>(encoding.table<float>(4, first), first, frequencies);
  }
  EXPECT_EQ(encoding.table<float>(1, 131071)(0, 3), -0.978270912936f);
}

TEST(Cases, PositionsAboveTwoToThe24) {
  const SinusoidalEncoding encoding(8);
  constexpr std::int64_t kFirst = (1 << 24) - 1;
  const std::vector<Real> frequencies = geometric_frequencies(4, 8.0, 10000.0);
  const Eigen::MatrixXd table = encoding.table(5, kFirst);
  const Eigen::MatrixXf single = encoding.table<float>(5, kFirst);
  ASSERT_EQ(table.rows(), 5);
  expect_row(table.row(2).head(2), {0.105832567348, 0.994383963914});
  for (Index a = 0; a < 5; ++a) {
    for (Index b = 0; b < a; ++b) {
      EXPECT_FALSE(same_bits(table.row(a), table.row(b)));
      EXPECT_FALSE(same_bits(single.row(a), single.row(b)));
    }
  }
  expect_contract<double>(table, kFirst, frequencies);
  expect_contract<float>(single, kFirst, frequencies);
  EXPECT_EQ(encoding.table<float>(512, 16776705).rows(), 512);
  expect_row(row_at(encoding, 0x1p40).head(2), {-0.405705011533, -0.914004071992});
}

TEST(Cases, RangeReductionOfLargeArguments) {
  const SinusoidalEncoding encoding(64);
  expect_row(row_at(encoding, 1e10).head(2), {-0.487506025088, 0.873119622677});
  expect_row(row_at(encoding, 1e15).head(2), {0.858272793170, -0.513193737787});
  expect_row(row_at(encoding, 0x1p52).head(2), {0.874217302624, -0.485534867742});
  for (const double p : powers_of_two()) {
    EXPECT_LE(row_at(encoding, p).cwiseAbs().maxCoeff(), 1.0) << p;
  }
  const std::vector<Real> frequencies = geometric_frequencies(32, 64.0, 10000.0);
  for (const std::int64_t p : {10000000000, 1000000000000000, std::int64_t{1} << 52}) {
    expect_contract<double>(encoding.table(2, p), p, frequencies);
  }
}

/// golden_test.cpp hashes whole tables of floats, on every processor and compiler.
TEST(Cases, OneFloatOnEveryProcessor) {
  // sin of float(0.78539819) is 0.707106796640858: 0.46 ulp above one float, 0.54 below the next.
  constexpr double kAngle = 0.785398185253143310546875;
  const SinusoidalEncoding encoding(Frequencies::given(Eigen::Matrix<double, 1, 1>(kAngle)));
  EXPECT_NEAR(row_at(encoding, 1.0)[0], 0.707106796640858, 1e-15);
  EXPECT_EQ(encoding.table<float>(1, 1)(0, 0), 0.707106769f);
  const SinusoidalEncoding one(Frequencies::given(Eigen::Matrix<double, 1, 1>(1.0)));
  EXPECT_EQ(one.table<float>(Eigen::Matrix<float, 1, 1>(0.78539819f))(0, 0), 0.707106769f);
}

// --- Cost ----------------------------------------------------------------------------------------

TEST(Cases, MadeOnceUsedOften) {
  const SinusoidalEncoding encoding(128);
  Eigen::MatrixXf out(64, 128);
  EXPECT_EQ(allocations_of([&] {
              for (std::int64_t step = 0; step < 3200; ++step) encoding.write(out, 64 * step);
            }),
            0);
  EXPECT_TRUE(same_bits(out, encoding.table<float>(64, 64 * 3199)));
}

TEST(Cases, LayersShareOneObject) {
  const SinusoidalEncoding encoding(128);
  EXPECT_EQ(allocations_of([&] {
              const SinusoidalEncoding layer = encoding;
              EXPECT_EQ(layer.frequencies().handle(), encoding.frequencies().handle());
            }),
            0);
  // What an object holds does not depend on a length: there is none to be told. A pair takes about
  // 3 KiB, where a table of 131072 floats for each would take 1 MiB. A short use gives the prefix
  // of a long one.
  constexpr long kBytesPerPair = 4 * 1024;
  for (const Index width : {64, 128, 1024}) {
    const long bytes = bytes_of([&] { const SinusoidalEncoding made(width); });
    EXPECT_LE(bytes, kBytesPerPair * width / 2);
    EXPECT_GT(bytes, 0);
  }
  EXPECT_TRUE(same_bits(encoding.table<float>(100), encoding.table<float>(9000).topRows(100)));
}

TEST(Cases, ShuffledPositions) {
  constexpr Index kRows = 4096;
  const SinusoidalEncoding encoding(128);
  std::vector<Index> order(kRows);
  for (Index r = 0; r < kRows; ++r) order[static_cast<std::size_t>(r)] = r * 2741 % kRows;
  const Eigen::Map<const Eigen::Matrix<Index, Eigen::Dynamic, 1>> positions(order.data(), kRows);
  EXPECT_TRUE(same_bits(encoding.table<float>(positions),
                        encoding.table<float>(kRows)(order, Eigen::indexing::all)));
}

TEST(Cases, OneTokenAtATime) {
  const SinusoidalEncoding encoding(66);
  expect_row(row_at(encoding, 5.0).head(2), {-0.958924274663, 0.283662185463});
  const auto check = [&](auto zero) {
    using Scalar = decltype(zero);
    const auto whole = encoding.table<Scalar>(600, 3800);
    for (Index r = 0; r < 600; ++r) {
      ASSERT_TRUE(same_bits(encoding.table<Scalar>(1, 3800 + r), whole.row(r))) << r;
    }
  };
  check(double{});
  check(float{});
  check(Eigen::half());
  check(Eigen::bfloat16());
}

// --- Calls ---------------------------------------------------------------------------------------

TEST(Cases, CallsAreStateless) {
  const SinusoidalEncoding used(48);
  for (const Index length : {10, 25, 3, 25, 300, 0, 10}) {
    EXPECT_TRUE(same_bits(used.table(length), SinusoidalEncoding(48).table(length))) << length;
    EXPECT_TRUE(
        same_bits(used.table<float>(length, 7), SinusoidalEncoding(48).table<float>(length, 7)));
  }
}

TEST(Cases, NoHiddenCopy) {
  const SinusoidalEncoding encoding(512);
  const Eigen::MatrixXd table = encoding.table(1000);
  const auto check = [&](auto&& buffer, auto&& view) {
    const void* const data = buffer.data();
    buffer.setZero();
    EXPECT_EQ(allocations_of([&] { encoding.write(view(buffer)); }), 0);
    EXPECT_EQ(buffer.data(), data);
    EXPECT_TRUE(same_bits(view(buffer), table.topRows(view(buffer).rows())));
  };
  check(
      Matrix<double, Eigen::RowMajor>(1000, 512), [](auto& b) -> auto& { return b; });
  check(Eigen::MatrixXd(1000, 512), [](auto& b) { return b.middleRows(300, 200); });
  check(Eigen::MatrixXd(1000, 512), [](auto& b) { return b.row(999); });
  check(Eigen::MatrixXd(512, 1000), [](auto& b) { return b.transpose(); });
}

TEST(Cases, ContiguousDataThroughDynamicStrides) {
  using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  const SinusoidalEncoding encoding(128);
  Eigen::MatrixXf out(4096, 128);
  encoding.write(Eigen::Map<Eigen::MatrixXf, 0, Strides>(out.data(), 4096, 128, Strides(4096, 1)));
  EXPECT_TRUE(same_bits(out, encoding.table<float>(4096)));
}

TEST(Cases, SteadyStateAllocatesNothing) {
  const SinusoidalEncoding encoding(64);
  Eigen::MatrixXd matrix(100, 64);
  Matrix<float, Eigen::RowMajor> rows(300, 80);
  std::vector<Eigen::half> buffer(50 * 64);
  const Eigen::VectorXi positions = Eigen::VectorXi::LinSpaced(300, 7, 306);
  EXPECT_EQ(allocations_of([&] {
              for (int step = 0; step < 1000; ++step) {
                encoding.write(matrix, step);
                encoding.add(matrix.topRows(9), -step);
                encoding.write(rows.leftCols(64), step);
                encoding.add(rows.rightCols(64), positions);
                encoding.write(Eigen::Map<Matrix<Eigen::half>>(buffer.data(), 50, 64), step);
              }
            }),
            0);
}

}  // namespace
}  // namespace posenc_test
