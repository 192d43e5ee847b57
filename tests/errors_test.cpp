// A wrong call throws std::invalid_argument that names the function, the argument, what was
// expected and what came; and nothing has been written by then. No Eigen assertion is relied upon,
// so the same holds under NDEBUG.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include <posenc/sinusoidal.hpp>

#include "matchers.hpp"

namespace posenc_test {
namespace {

using posenc::Frequencies;
using posenc::Layout;
using posenc::OddWidth;
using posenc::SinusoidalEncoding;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::int64_t kMost = (std::numeric_limits<std::int64_t>::max)();
constexpr std::int64_t kLeast = (std::numeric_limits<std::int64_t>::min)();
constexpr std::int64_t kMaxPosition = std::int64_t{1} << 53;
constexpr double kSentinel = -77.0;

TEST(Width, MustBeEvenWithoutARule) {
  for (const int width : {1, 3, 7, 127}) {
    const std::string got = std::to_string(width);
    EXPECT_TRUE(
        refuses([&] { SinusoidalEncoding encoding(width); }, "SinusoidalEncoding: width", got));
    EXPECT_TRUE(refuses(
        [&] {
          SinusoidalEncoding encoding(Frequencies::octaves(4), Layout::sin_cos, width,
                                      OddWidth::reject);
        },
        "SinusoidalEncoding: width", got));
    EXPECT_TRUE(refuses([&] { posenc::sinusoidal_positional_encoding(4, width); },
                        "sinusoidal_positional_encoding: d_model", got));
    EXPECT_TRUE(refuses([&] { posenc::pair_count(width); }, "pair_count: width", got));
  }
}

TEST(Width, MustBePositive) {
  for (const int width : {0, -1, -2, -512}) {
    const std::string got = std::to_string(width);
    EXPECT_TRUE(
        refuses([&] { SinusoidalEncoding encoding(width); }, "SinusoidalEncoding: width", got));
    EXPECT_TRUE(
        refuses([&] { Frequencies::geometric(width); }, "Frequencies::geometric: width", got));
    EXPECT_TRUE(
        refuses([&] { posenc::sinusoidal_positional_encoding(4, width, OddWidth::zero_column); },
                "sinusoidal_positional_encoding: d_model", got));
  }
}

TEST(Width, OfOneHasNoPairBesideAZeroColumn) {
  EXPECT_TRUE(refuses([] { SinusoidalEncoding encoding(1, OddWidth::zero_column); },
                      "SinusoidalEncoding: width", "1"));
}

TEST(Width, MustMatchTheFrequencies) {
  const Frequencies four = Frequencies::geometric(8);
  for (const int width : {6, 7, 10}) {
    EXPECT_TRUE(refuses(
        [&] { SinusoidalEncoding encoding(four, Layout::sin_cos, width, OddWidth::zero_column); },
        "SinusoidalEncoding: frequencies", "4"))
        << width;
  }
}

TEST(Layout, CannotDropACosineThatComesFirst) {
  EXPECT_TRUE(refuses(
      [] {
        SinusoidalEncoding encoding(Frequencies::geometric(7), Layout::interleaved_cos_sin, 7,
                                    OddWidth::drop_last_cosine);
      },
      "SinusoidalEncoding: layout", "interleaved_cos_sin"));
}

TEST(Base, MustBePositiveAndFinite) {
  EXPECT_TRUE(refuses([] { Frequencies::geometric(8, 0.0); }, "Frequencies::geometric: base", "0"));
  EXPECT_TRUE(
      refuses([] { Frequencies::geometric(8, -1.0); }, "Frequencies::geometric: base", "-1"));
  EXPECT_TRUE(
      refuses([] { Frequencies::geometric(8, kNan); }, "Frequencies::geometric: base", "nan"));
  EXPECT_TRUE(
      refuses([] { Frequencies::geometric(8, kInfinity); }, "Frequencies::geometric: base", "inf"));
}

TEST(Denominator, MustBePositiveAndFinite) {
  const auto with = [](double denominator) {
    return [denominator] { Frequencies::with_denominator(4, denominator); };
  };
  EXPECT_TRUE(refuses(with(0.0), "Frequencies::with_denominator: denominator", "0"));
  EXPECT_TRUE(refuses(with(-8.0), "Frequencies::with_denominator: denominator", "-8"));
  EXPECT_TRUE(refuses(with(kNan), "Frequencies::with_denominator: denominator", "nan"));
  EXPECT_TRUE(refuses(with(kInfinity), "Frequencies::with_denominator: denominator", "inf"));
  EXPECT_TRUE(refuses([] { Frequencies::with_denominator(0, 8.0); },
                      "Frequencies::with_denominator: pairs", "0"));
}

TEST(Row, PositionMustBeFiniteAndModest) {
  const SinusoidalEncoding encoding(8);
  EXPECT_TRUE(refuses([&] { encoding.row(kNan); }, "SinusoidalEncoding::row: position", "nan"));
  EXPECT_TRUE(refuses([&] { encoding.row(0x1p54); }, "SinusoidalEncoding::row: position",
                      "18014398509481984"));
  EXPECT_TRUE(refuses([&] { encoding.row((std::int64_t{1} << 53) + 1); },
                      "SinusoidalEncoding::row: position", "9007199254740993"));
  EXPECT_TRUE((encoding.row<float>(2.0f) == encoding.table<float>(1, 2)));
  EXPECT_TRUE((encoding.row(-3) == encoding.table(1, -3)));
}

TEST(GivenFrequencies, MustBeFiniteAndModest) {
  const auto with = [](double value) {
    return [value] { Frequencies::given(Eigen::Vector3d(1.0, value, 0.5)); };
  };
  EXPECT_TRUE(refuses(with(kNan), "Frequencies::given: frequencies", "nan"));
  EXPECT_TRUE(refuses(with(kInfinity), "Frequencies::given: frequencies", "inf"));
  EXPECT_TRUE(refuses(with(-kInfinity), "Frequencies::given: frequencies", "-inf"));
  EXPECT_TRUE(refuses(with(0x1p40), "Frequencies::given: frequencies", "1099511627776"));
  EXPECT_TRUE(refuses([] { Frequencies::given(Eigen::VectorXd()); },
                      "Frequencies::given: frequencies", "0"));
}

TEST(Count, MustNotBeNegative) {
  const SinusoidalEncoding encoding(8);
  EXPECT_TRUE(refuses([&] { encoding.table(-1); }, "SinusoidalEncoding::table: count", "-1"));
  EXPECT_TRUE(refuses([&] { posenc::sinusoidal_positional_encoding(-5, 8); },
                      "sinusoidal_positional_encoding: seq_len", "-5"));
}

TEST(Count, TimesWidthMustFitInMemory) {
  const SinusoidalEncoding encoding(64);
  for (const std::int64_t count : {kMost - 1, kMost / 8, kMost / 64, kMost / 64 / 8 + 1}) {
    EXPECT_TRUE(refuses([&] { encoding.table(count); }, "SinusoidalEncoding::table: count",
                        std::to_string(count) + " x 64"));
  }
  EXPECT_TRUE(refuses([&] { posenc::sinusoidal_positional_encoding(kMost / 64, 64); },
                      "sinusoidal_positional_encoding: seq_len",
                      std::to_string(kMost / 64) + " x 64"));
  EXPECT_TRUE(refuses([&] { posenc::sinusoidal_positional_encoding(kMaxPosition + 2, 2); },
                      "sinusoidal_positional_encoding: seq_len",
                      "0 + " + std::to_string(kMaxPosition + 1)));
}

/// A size_t that wrapped around is beyond std::int64_t.
TEST(Count, BeyondInt64IsSaidToBe) {
  const SinusoidalEncoding encoding(64);
  constexpr std::size_t wrapped = (std::numeric_limits<std::size_t>::max)();
  const std::string got = std::to_string(kMost) + " or more";
  EXPECT_TRUE(
      refuses([&] { encoding.table(wrapped); }, "SinusoidalEncoding::table: count", got + " x 64"));
  EXPECT_TRUE(
      refuses([&] { encoding.table(1, wrapped); }, "SinusoidalEncoding::table: first", got));
  EXPECT_TRUE(refuses([&] { SinusoidalEncoding odd(wrapped); }, "SinusoidalEncoding: width", got));
}

TEST(Range, MustEndAtTwoToThe53) {
  const SinusoidalEncoding encoding(2);
  const std::string first = "SinusoidalEncoding::table: first";
  for (const std::int64_t wrong : {kMaxPosition + 1, -kMaxPosition - 1, kMost - 1, kLeast}) {
    EXPECT_TRUE(refuses([&] { encoding.table(1, wrong); }, first, std::to_string(wrong)));
    EXPECT_TRUE(refuses([&] { encoding.table(0, wrong); }, first, std::to_string(wrong)));
  }
  EXPECT_TRUE(refuses([&] { encoding.table(2, kMaxPosition); }, first,
                      std::to_string(kMaxPosition) + " + 1"));
  EXPECT_EQ(encoding.table(1, kMaxPosition).rows(), 1);
  EXPECT_EQ(encoding.table(1, -kMaxPosition).rows(), 1);
}

/// An output full of sentinels, which a refused call leaves as it was.
class Untouched : public ::testing::Test {
 protected:
  template <class Call>
  void expect_refused(Call&& call, const std::string& where, const std::string& got) {
    EXPECT_TRUE(refuses(call, where, got));
    EXPECT_TRUE(all_are(out_, kSentinel));
  }
  /// A position that is wrong, given to write and to add.
  template <class Positions>
  void expect_position_refused(const Positions& positions, Eigen::Index index,
                               const std::string& got) {
    const std::string argument = ": positions[" + std::to_string(index) + "]";
    expect_refused([&] { encoding_.write(out_, positions); },
                   "SinusoidalEncoding::write" + argument, got);
    expect_refused([&] { encoding_.add(out_, positions); }, "SinusoidalEncoding::add" + argument,
                   got);
    EXPECT_TRUE(
        refuses([&] { encoding_.table(positions); }, "SinusoidalEncoding::table" + argument, got));
  }
  static constexpr Eigen::Index kRows = 4500;  // three chunks of positions
  const SinusoidalEncoding encoding_{8};
  Eigen::MatrixXd out_ = Eigen::MatrixXd::Constant(kRows, 8, kSentinel);
};

TEST_F(Untouched, WrongNumberOfColumns) {
  const SinusoidalEncoding wider(10), narrower(6);
  const Eigen::VectorXd positions = Eigen::VectorXd::Zero(kRows);
  expect_refused([&] { wider.write(out_); }, "SinusoidalEncoding::write: out", "4500 x 8");
  expect_refused([&] { narrower.write(out_); }, "SinusoidalEncoding::write: out", "4500 x 8");
  expect_refused([&] { wider.write(out_, positions); }, "SinusoidalEncoding::write: out",
                 "4500 x 8");
  expect_refused([&] { wider.add(out_); }, "SinusoidalEncoding::add: out", "4500 x 8");
  expect_refused([&] { narrower.add(out_, positions); }, "SinusoidalEncoding::add: out",
                 "4500 x 8");
  expect_refused([&] { encoding_.write(out_.transpose()); }, "SinusoidalEncoding::write: out",
                 "8 x 4500, whose transpose() fits");
}

TEST_F(Untouched, WrongNumberOfPositions) {
  for (const Eigen::Index n : {Eigen::Index{0}, Eigen::Index{1}, kRows - 1, kRows + 1}) {
    const Eigen::VectorXi positions = Eigen::VectorXi::Zero(n);
    expect_refused([&] { encoding_.write(out_, positions); },
                   "SinusoidalEncoding::write: positions", std::to_string(n));
    expect_refused([&] { encoding_.add(out_, positions); }, "SinusoidalEncoding::add: positions",
                   std::to_string(n));
  }
}

TEST_F(Untouched, RangeBeyondTwoToThe53) {
  const std::string write = "SinusoidalEncoding::write: ", add = "SinusoidalEncoding::add: ";
  for (const std::int64_t first : {kMost - 1, kMost - 4499, kLeast, kMaxPosition + 1}) {
    expect_refused([&] { encoding_.write(out_, first); }, write + "first", std::to_string(first));
    expect_refused([&] { encoding_.add(out_, first); }, add + "first", std::to_string(first));
  }
  expect_refused([&] { encoding_.write(out_, kMaxPosition - 4498); }, write + "first",
                 std::to_string(kMaxPosition - 4498) + " + 4499");
  expect_refused([&] { encoding_.add(out_, kMaxPosition); }, add + "first",
                 std::to_string(kMaxPosition) + " + 4499");
}

TEST_F(Untouched, PositionNotFinite) {
  for (const Eigen::Index index :
       {Eigen::Index{0}, Eigen::Index{100}, Eigen::Index{2048}, kRows - 1}) {
    Eigen::VectorXd positions = Eigen::VectorXd::LinSpaced(kRows, -3.0, 1e4);
    positions[index] = kNan;
    expect_position_refused(positions, index, "nan");
    positions[index] = kInfinity;
    expect_position_refused(positions, index, "inf");
    positions[index] = -kInfinity;
    expect_position_refused(positions.transpose(), index, "-inf");
    expect_position_refused(positions.cast<float>(), index, "-inf");
    expect_position_refused(positions.cast<Eigen::half>(), index, "-inf");
    expect_position_refused(positions.cast<Eigen::bfloat16>().array(), index, "-inf");
  }
}

TEST_F(Untouched, PositionBeyondTwoToThe53) {
  for (const Eigen::Index index : {Eigen::Index{0}, Eigen::Index{2500}, kRows - 1}) {
    Eigen::VectorXd reals = Eigen::VectorXd::Zero(kRows);
    reals[index] = 0x1p53 + 2.0;
    expect_position_refused(reals, index, "9007199254740994");
    reals[index] = -1e300;
    expect_position_refused(reals, index, "-1.0000000000000001e+300");
    Eigen::Matrix<std::int64_t, Eigen::Dynamic, 1> integers(kRows);
    integers.setZero();
    for (const std::int64_t wrong : {kMaxPosition + 1, -kMaxPosition - 1, kMost, kLeast}) {
      integers[index] = wrong;
      expect_position_refused(integers, index, std::to_string(wrong));
    }
    Eigen::Matrix<std::uint64_t, Eigen::Dynamic, 1> naturals(kRows);
    naturals.setZero();
    naturals[index] = std::uint64_t{1} << 53 | 1;
    expect_position_refused(naturals, index, "9007199254740993");
    for (const std::uint64_t wrong :
         {std::uint64_t{1} << 63, (std::numeric_limits<std::uint64_t>::max)()}) {
      naturals[index] = wrong;
      expect_position_refused(naturals, index, std::to_string(wrong));
    }
    integers[index] = kMaxPosition;
    EXPECT_NO_THROW(encoding_.table(integers));
  }
}

TEST(ShiftMatrix, NeedsAFiniteStep) {
  const SinusoidalEncoding encoding(8);
  const std::string where = "SinusoidalEncoding::shift_matrix: k";
  EXPECT_TRUE(refuses([&] { encoding.shift_matrix(kNan); }, where, "nan"));
  EXPECT_TRUE(refuses([&] { encoding.shift_matrix(-kInfinity); }, where, "-inf"));
  EXPECT_TRUE(refuses([&] { encoding.shift_matrix(1e16); }, where, "10000000000000000"));
}

TEST(EmptyTable, IsValid) {
  const SinusoidalEncoding encoding(8);
  EXPECT_EQ(encoding.table(0).rows(), 0);
  EXPECT_EQ(encoding.table(0).cols(), 8);
  EXPECT_EQ(encoding.table(Eigen::VectorXd()).rows(), 0);
  Eigen::MatrixXd none(0, 8);
  EXPECT_NO_THROW(encoding.write(none));
  EXPECT_NO_THROW(encoding.add(none, Eigen::VectorXi()));
  EXPECT_NO_THROW(encoding.write(none, kMaxPosition));
}

TEST(EmptyTable, TouchesNoMemoryInAnyLayout) {
  // Under the undefined-behaviour sanitizer an offset from a null pointer is an error.
  const SinusoidalEncoding odd(Frequencies::closed(3), Layout::sin_cos, 7, OddWidth::zero_column);
  const Eigen::MatrixXd none = odd.table<double, Eigen::RowMajor>(0);
  EXPECT_EQ(none.cols(), 7);
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows(0, 8);
  EXPECT_NO_THROW(SinusoidalEncoding(8).shift(rows, 1.0));
}

TEST(Enumerators, OutOfRangeAreRefused) {
  const auto odd = static_cast<OddWidth>(9);
  EXPECT_TRUE(refuses([&] { SinusoidalEncoding(8, odd); }, "SinusoidalEncoding: odd", "9"));
  EXPECT_TRUE(refuses([&] { posenc::pair_count(7, odd); }, "pair_count: odd", "9"));
  EXPECT_TRUE(
      refuses([&] { posenc::pair_count(7, static_cast<OddWidth>(-1)); }, "pair_count: odd", "-1"));
  const auto layout = static_cast<Layout>(4);
  EXPECT_TRUE(refuses([&] { SinusoidalEncoding(Frequencies::geometric(8), layout); },
                      "SinusoidalEncoding: layout", "4"));
}

/// A vector of Eigen is a column, and a table's row is not.
TEST(OneRow, AsAColumnIsToldToTranspose) {
  const SinusoidalEncoding encoding(8);
  Eigen::VectorXd column = Eigen::VectorXd::Constant(8, kSentinel);
  EXPECT_TRUE(refuses([&] { encoding.write(column); }, "SinusoidalEncoding::write: out",
                      "8 x 1, whose transpose() fits"));
  EXPECT_TRUE(all_are(column, kSentinel));
  encoding.write(column.transpose());
  EXPECT_TRUE(same_bits(column.transpose(), encoding.table(1)));
}

TEST(OneRow, MayStandAtARealPosition) {
  const SinusoidalEncoding encoding(8);
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(3, 8);
  encoding.write(out.row(1), 2.5);
  EXPECT_TRUE(same_bits(out.row(1), encoding.row(2.5)));
  encoding.add(out.row(2), 2.5f);
  EXPECT_TRUE(same_bits(out.row(2), out.row(1)));
  EXPECT_TRUE(same_bits(encoding.table(2.5), encoding.row(2.5)));
  EXPECT_TRUE(
      refuses([&] { encoding.write(out, 2.5); }, "SinusoidalEncoding::write: positions", "1"));
  EXPECT_TRUE(
      refuses([&] { encoding.table(kNan); }, "SinusoidalEncoding::table: positions[0]", "nan"));
}

TEST(Position, OfTwoToThe53MayBeUnsigned) {
  const SinusoidalEncoding encoding(8);
  const Eigen::Matrix<std::uint64_t, 1, 1> last(std::uint64_t{1} << 53);
  EXPECT_TRUE(same_bits(encoding.table(last), encoding.table(1, kMaxPosition)));
}

}  // namespace
}  // namespace posenc_test
