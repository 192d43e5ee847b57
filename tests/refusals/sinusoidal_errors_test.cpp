// A wrong call throws std::invalid_argument that names the function, the argument, what was
// expected and what came. No Eigen assertion is relied upon, so the same holds under NDEBUG.
#include "test.hpp"

namespace posenc_test {
namespace sinusoidal_errors_test {

constexpr std::int64_t kLast = std::int64_t{1} << 53;

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
  EXPECT_TRUE(refuses([&] { posenc::sinusoidal_positional_encoding(kLast + 2, 2); },
                      "sinusoidal_positional_encoding: seq_len",
                      "0 + " + std::to_string(kLast + 1)));
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
  for (const std::int64_t wrong : {kLast + 1, -kLast - 1, kMost - 1, kLeast}) {
    EXPECT_TRUE(refuses([&] { encoding.table(1, wrong); }, first, std::to_string(wrong)));
    EXPECT_TRUE(refuses([&] { encoding.table(0, wrong); }, first, std::to_string(wrong)));
  }
  EXPECT_TRUE(refuses([&] { encoding.table(2, kLast); }, first, std::to_string(kLast) + " + 1"));
  EXPECT_EQ(encoding.table(1, kLast).rows(), 1);
  EXPECT_EQ(encoding.table(1, -kLast).rows(), 1);
}

TEST(Row, PositionMustBeFiniteAndModest) {
  const SinusoidalEncoding encoding(8);
  const std::string where = "SinusoidalEncoding::row: position";
  EXPECT_TRUE(refuses([&] { encoding.row(kNan); }, where, "nan"));
  EXPECT_TRUE(refuses([&] { encoding.row(0x1p54); }, where, "18014398509481984"));
  EXPECT_TRUE(refuses([&] { encoding.row(kLast + 1); }, where, "9007199254740993"));
  EXPECT_TRUE(
      refuses([&] { encoding.table(kNan); }, "SinusoidalEncoding::table: positions[0]", "nan"));
}

TEST(Amplitude, MustBeFinite) {
  EXPECT_TRUE(refuses([] { SinusoidalEncoding(8).with_amplitude(kNan); },
                      "SinusoidalEncoding::with_amplitude: amplitude", "nan"));
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

TEST(Shift, NeedsEveryCosineAndAFiniteStep) {
  const SinusoidalEncoding encoding(8), odd(5, OddWidth::drop_last_cosine);
  const std::string matrix = "SinusoidalEncoding::shift_matrix: ";
  EXPECT_TRUE(refuses([&] { odd.shift_matrix(1.0); }, matrix + "width", "5"));
  EXPECT_TRUE(refuses([&] { encoding.shift_matrix(kNan); }, matrix + "k", "nan"));
  EXPECT_TRUE(refuses([&] { encoding.shift_matrix(-kInfinity); }, matrix + "k", "-inf"));
  EXPECT_TRUE(refuses([&] { encoding.shift_matrix(1e16); }, matrix + "k", "10000000000000000"));
  const std::string shift = "SinusoidalEncoding::shift: ";
  Eigen::MatrixXd rows = Eigen::MatrixXd::Constant(2, 8, 9.0), five = rows.leftCols(5);
  EXPECT_TRUE(refuses([&] { odd.shift(five, 1.0); }, shift + "width", "5"));
  EXPECT_TRUE(refuses([&] { encoding.shift(five, 1.0); }, shift + "rows", "2 x 5"));
  EXPECT_TRUE(refuses([&] { encoding.shift(rows, kInfinity); }, shift + "k", "inf"));
  EXPECT_TRUE(all_are(rows, 9.0));
  EXPECT_TRUE(all_are(five, 9.0));
}

TEST(Similarity, RefusesWhatHasNoMeaning) {
  const SinusoidalEncoding odd(5, OddWidth::drop_last_cosine);
  EXPECT_TRUE(refuses([&] { posenc::similarity(odd, 4); }, "similarity: encoding", "5"));
  EXPECT_TRUE(
      refuses([&] { posenc::closest_rows(SinusoidalEncoding(4), 1); }, "closest_rows: count", "1"));
  EXPECT_TRUE(
      refuses([&] { posenc::similarity(SinusoidalEncoding(4), -1); }, "similarity: count", "-1"));
  constexpr std::int64_t beyond = std::int64_t{1} << 61;
  EXPECT_TRUE(refuses([&] { posenc::similarity(SinusoidalEncoding(4), beyond); },
                      "similarity: count", std::to_string(beyond) + " x 1"));
}

TEST(OuterProductEncoding, RefusesWrongSizes) {
  EXPECT_TRUE(refuses([] { posenc::outer_product_encoding(-1, 8); },
                      "outer_product_encoding: seq_len", "-1"));
  EXPECT_TRUE(refuses([] { posenc::outer_product_encoding(4, 7); },
                      "outer_product_encoding: d_model", "7", "an even number"));
  EXPECT_TRUE(refuses([] { posenc::outer_product_encoding(4, 0); },
                      "outer_product_encoding: d_model", "0"));
}

}  // namespace sinusoidal_errors_test
}  // namespace posenc_test
