// A call that is refused has written nothing, whatever is wrong with it.
#include "test.hpp"

namespace posenc_test {
namespace outputs_errors_test {

using posenc::BatchMask;
using posenc::BatchPositions;
using posenc::Padding;

constexpr std::int64_t kLast = std::int64_t{1} << 53;
constexpr double kSentinel = -77.0;

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
  for (const std::int64_t first : {kMost - 1, kMost - 4499, kLeast, kLast + 1}) {
    expect_refused([&] { encoding_.write(out_, first); }, write + "first", std::to_string(first));
    expect_refused([&] { encoding_.add(out_, first); }, add + "first", std::to_string(first));
  }
  expect_refused([&] { encoding_.write(out_, kLast - 4498); }, write + "first",
                 std::to_string(kLast - 4498) + " + 4499");
  expect_refused([&] { encoding_.add(out_, kLast); }, add + "first",
                 std::to_string(kLast) + " + 4499");
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
    for (const std::int64_t wrong : {kLast + 1, -kLast - 1, kMost, kLeast}) {
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
    integers[index] = kLast;
    EXPECT_NO_THROW(encoding_.table(integers));
  }
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

TEST(OneRow, IsOneRow) {
  const SinusoidalEncoding encoding(8);
  Eigen::MatrixXd out = Eigen::MatrixXd::Constant(3, 8, kSentinel);
  EXPECT_TRUE(
      refuses([&] { encoding.write(out, 2.5); }, "SinusoidalEncoding::write: positions", "1"));
  EXPECT_TRUE(all_are(out, kSentinel));
}

// --- Several axes --------------------------------------------------------------------------------

TEST(Axial, RefusesBeforeAnythingIsWritten) {
  const SinusoidalEncoding half(4);
  const AxialEncoding encoding({{0, half}, {1, half}});
  Eigen::MatrixXd out = Eigen::MatrixXd::Constant(6, 8, 9.0);
  const std::string name = "AxialEncoding::";
  EXPECT_TRUE(refuses([&] { encoding.write_grid(out, 2, 4); }, name + "write_grid: out", "6 x 8"));
  EXPECT_TRUE(refuses([&] { encoding.add_grid(out, 6, 0); }, name + "add_grid: out", "6 x 8"));
  EXPECT_TRUE(refuses([&] { encoding.add_grid(out, -2, -3); }, name + "add_grid: axes[0]", "-2"));
  EXPECT_TRUE(refuses([&] { encoding.grid(0, -3); }, name + "grid: axes[1]", "-3"));
  EXPECT_TRUE(refuses([&] { encoding.grid(Index{1} << 40, Index{1} << 40); }, name + "grid: axes",
                      "1099511627776 x 1099511627776"));
  const Eigen::Vector3d bad(0.0, 1.0, std::nan(""));
  EXPECT_TRUE(
      refuses([&] { encoding.write_grid(out, 2, bad); }, name + "write_grid: axes[1][2]", "nan"));
  EXPECT_TRUE(
      refuses([&] { encoding.write_grid(out, bad, 2); }, name + "write_grid: axes[0][2]", "nan"));
  Eigen::MatrixXd points = Eigen::MatrixXd::Zero(6, 2);
  points(5, 1) = HUGE_VAL;
  EXPECT_TRUE(refuses([&] { encoding.write(out, points); }, name + "write: points(5, 1)", "inf"));
  EXPECT_TRUE(
      refuses([&] { encoding.write(out, points.leftCols(1)); }, name + "write: points", "6 x 1"));
  EXPECT_TRUE(all_are(out, 9.0));
  EXPECT_TRUE(refuses([&] { AxialEncoding({}); }, "AxialEncoding: blocks", "0"));
  EXPECT_TRUE(refuses([&] { AxialEncoding({{-1, half}}); }, "AxialEncoding: coordinate", "-1"));
}

TEST(Axial, RawInputOutOfRangeIsRefused) {
  const auto raw = static_cast<RawInput>(9);
  EXPECT_TRUE(refuses([&] { AxialEncoding::pair_by_pair(Frequencies::octaves(2), 2, raw); },
                      "AxialEncoding: raw", "9"));
  EXPECT_TRUE(refuses([&] { AxialEncoding::sines_then_cosines({Frequencies::octaves(2)}, raw); },
                      "AxialEncoding: raw", "9"));
}

TEST(FourierFeatures, RefuseBeforeAnythingIsWritten) {
  const FourierFeatures features(random_matrix(4, 2));
  Eigen::MatrixXd out = Eigen::MatrixXd::Constant(3, 8, 9.0);
  Eigen::MatrixXd points = Eigen::MatrixXd::Zero(3, 2);
  EXPECT_TRUE(refuses([&] { features.write(out, Eigen::MatrixXd::Zero(3, 3)); },
                      "FourierFeatures::write: points", "3 x 3"));
  points(2, 1) = std::nan("");
  EXPECT_TRUE(
      refuses([&] { features.write(out, points); }, "FourierFeatures::write: points(2, 1)", "nan"));
  EXPECT_TRUE(all_are(out, 9.0));
  EXPECT_TRUE(refuses([] { FourierFeatures(std::vector<Frequencies>()); },
                      "FourierFeatures: coordinates", "0"));
  const std::vector<Frequencies> many(2049, Frequencies::octaves(1));
  EXPECT_TRUE(refuses([&] { FourierFeatures made(many); }, "FourierFeatures: coordinates", "2049"));
  EXPECT_TRUE(refuses([] { FourierFeatures(Eigen::MatrixXd::Constant(2, 3, std::nan(""))); },
                      "FourierFeatures: frequencies", "nan"));
  EXPECT_TRUE(refuses(
      [] {
        FourierFeatures({Frequencies::octaves(3), Frequencies::octaves(4)});
      },
      "FourierFeatures: frequencies", "4"));
}

// --- Batches -------------------------------------------------------------------------------------

TEST(Batch, RefusesBeforeAnythingIsWritten) {
  const SinusoidalEncoding encoding(8);
  const BatchMask mask = posenc::mask_from_lengths(Eigen::Vector3i(3, 4, 5), 5);
  const BatchPositions positions = posenc::positions_from_mask(mask);
  Eigen::MatrixXd x = Eigen::MatrixXd::Constant(15, 8, 9.0);
  const auto refused = [&](auto&& call, const std::string& where, const std::string& got) {
    EXPECT_TRUE(refuses(call, where, got));
    EXPECT_TRUE(all_are(x, 9.0));
  };
  refused([&] { posenc::write_batch(encoding, x, 3, 4); }, "write_batch: out", "15 x 8");
  refused([&] { posenc::add_batch(encoding, x, 15, 0); }, "add_batch: out", "15 x 8");
  refused([&] { posenc::add_batch(encoding, x, -3, -5); }, "add_batch: batch", "-3");
  refused([&] { posenc::write_batch(encoding, x, 3, -5); }, "write_batch: seq_len", "-5");
  refused(
      [&] { posenc::write_batch(encoding, x, positions, mask.leftCols(4).eval(), Padding::zero); },
      "write_batch: mask", "3 x 4");
  refused([&] { posenc::write_batch(encoding, x, positions, mask, static_cast<Padding>(2)); },
          "write_batch: padding", "2");
  Eigen::ArrayXXd real = positions.cast<double>();
  real(2, 4) = kNan;
  refused([&] { posenc::add_batch(encoding, x, real); }, "add_batch: positions(2, 4)", "nan");
}

TEST(RotateBatch, RefusesBeforeAnythingIsWritten) {
  const RotaryEmbedding rope(4, Pairing::halves);
  Eigen::MatrixXd x = Eigen::MatrixXd::Constant(6, 8, 9.0);
  const auto refused = [&](const auto& positions, const std::string& where,
                           const std::string& got) {
    EXPECT_TRUE(refuses([&] { posenc::rotate_batch(rope, x, positions); }, where, got));
  };
  refused(Eigen::MatrixXd::Zero(2, 4), "rotate_batch: out", "6 x 8");
  Eigen::MatrixXd positions = Eigen::MatrixXd::Zero(2, 3);
  positions(1, 2) = std::nan("");
  refused(positions, "rotate_batch: positions(1, 2)", "nan");
  EXPECT_TRUE(refuses([&] { posenc::rotate_batch(rope, x, -2, -3); }, "rotate_batch: batch", "-2"));
  Eigen::MatrixXd narrow(6, 7);
  EXPECT_TRUE(refuses([&] { posenc::rotate_batch(rope, narrow, 2, 3); },
                      "rotate_batch: columns of x", "7"));
  const RotaryEmbedding plane(posenc::Frequencies::geometric(4), rope.head(),
                              posenc::PairAxes::sections({1, 1}));
  EXPECT_TRUE(refuses([&] { posenc::rotate_batch(plane, x, Eigen::MatrixXd::Zero(2, 3)); },
                      "rotate_batch: rope", "2"));
  EXPECT_TRUE(all_are(x, 9.0));
}

}  // namespace outputs_errors_test
}  // namespace posenc_test
