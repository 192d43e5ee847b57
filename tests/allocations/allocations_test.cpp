// What neither allocates nor grows with use.
#include "allocations.hpp"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <cstdio>

#include "test.hpp"

namespace posenc_test {
namespace allocations_test {

template <class Scalar>
class Allocations : public ::testing::Test {};
TYPED_TEST_SUITE(Allocations, Scalars, ScalarNames);

TEST(AllocationCounter, Counts) {
  int* volatile kept = nullptr;  // keeps the compiler from leaving the allocation out
  EXPECT_GT(allocations_of([&] { kept = new int(1); }), 0);
  delete kept;
  EXPECT_THROW(allocations_of([] { Eigen::MatrixXd m(3, 3); }), std::logic_error);
}

TYPED_TEST(Allocations, NoneByTables) {
  const SinusoidalEncoding encoding(64);
  const posenc::FourierFeatures fourier(random_matrix(32, 2));
  Matrix<TypeParam> matrix(100, 64);
  Matrix<TypeParam, Eigen::RowMajor> rows(300, 80);
  const Eigen::VectorXi positions = Eigen::VectorXi::LinSpaced(300, 7, 306);
  const Eigen::MatrixXd points = random_matrix(100, 2);
  EXPECT_EQ(allocations_of([&] {
              for (int step = 0; step < 300; ++step) {
                encoding.write(matrix, step);
                encoding.add(matrix.topRows(9), -step);
                encoding.write(rows.leftCols(64), step);
                encoding.add(rows.rightCols(64), positions);
              }
              encoding.shift(matrix, 2.5);
              encoding.shift(rows.leftCols(64), -7.0);
              fourier.add(matrix, points);
            }),
            0);
}

TEST(AllocationsOfLists, NoneByGridsAndBatches) {
  const AxialEncoding axial(
      {{2, SinusoidalEncoding(6)}, {0, SinusoidalEncoding(70)}, {1, SinusoidalEncoding(10)}}, 88);
  const Eigen::VectorXd y = Eigen::VectorXd::LinSpaced(5, -1.0, 7.0);
  Eigen::MatrixXf out(30, 88);
  const Eigen::MatrixXd points = random_matrix(30, 3);
  const SinusoidalEncoding encoding(88);
  const posenc::BatchMask mask = posenc::mask_from_lengths(Eigen::Vector3i(4, 10, 0), 10);
  const posenc::BatchPositions positions = posenc::positions_from_mask(mask);
  Matrix<double, Eigen::RowMajor> rows(30, 88);
  EXPECT_EQ(allocations_of([&] {
              axial.write_grid(out, 2, 3, 5);
              axial.add_grid(out, 2, 3, y);
              axial.write(out, points);
              posenc::write_batch(encoding, out, positions, mask, posenc::Padding::zero);
              posenc::add_batch(encoding, rows, positions, mask, posenc::Padding::untouched);
              posenc::add_batch(encoding, rows, 3, 10);
            }),
            0);
}

TYPED_TEST(Allocations, NoneByRotations) {
  const RotaryEmbedding rope({Frequencies::geometric(128), 1.3}, Pairing::halves);
  Matrix<TypeParam, Eigen::RowMajor> x = random_matrix(40, 256).template cast<TypeParam>();
  Matrix<TypeParam> y = x;
  const Eigen::VectorXi positions = Eigen::VectorXi::LinSpaced(40, 0, 39);
  const auto tables = rope.cos_sin<float>(40);
  const RotaryEmbedding axes(Frequencies::geometric(128), RotaryHead(128, Pairing::adjacent),
                             PairAxes::interleaved({24, 20, 20}));
  const RotaryEmbedding mixed(Frequencies::given(Eigen::VectorXd::LinSpaced(128, 1.0, 0.1)),
                              RotaryHead(128, Pairing::adjacent), PairAxes::sum(64, 2));
  const XPosEmbedding xpos(Frequencies::geometric(128), RotaryHead(128, Pairing::halves), 20.0);
  const Eigen::MatrixXi coordinates = Eigen::MatrixXi::Constant(40, 3, 17);
  Eigen::Map<Matrix<TypeParam>, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>> strided(
      y.data(), 20, 128, {80, 2});
  const RotaryEmbedding rerotated = rerotation(rope, RotaryEmbedding(128, Pairing::halves));
  EXPECT_EQ(allocations_of([&] {
              rope.rotate(x);
              rope.rotate(y, 1000000000);
              rope.rotate(y, positions);
              rope.unrotate(x.topRows(3), 17);
              rope.shift(y, -3);
              rope.shift(y, positions);
              rope.rotate(heads_within_tokens(x.leftCols(128), 4), 3);
              rotate_with(x, tables.cos, tables.sin, rope.head());
              rotate_with(x, tables.cos, tables.sin, rope.head(), positions);
              axes.rotate(x, coordinates);
              axes.rotate(x, 1000);
              mixed.rotate(y, coordinates.leftCols(2));
              xpos.query().rotate(x, 3);
              xpos.key().shift(y, positions);
              xpos.key().shift(y, -2.0);
              rope.rotate(strided, 5);
              rerotated.rotate(x, 9);
              posenc::convert_pairing(x, rope.head(), Pairing::adjacent);
            }),
            0);
}

// --- What an object holds ------------------------------------------------------------------------

TEST(Memory, LayersShareOneObject) {
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

/// Bytes that a call leaves on the heap, as the C library counts them.
template <class Call>
std::size_t bytes_kept_by(Call&& call) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33) && !defined(POSENC_TEST_SANITIZED)
  const struct mallinfo2 before = mallinfo2();
  call();
  const struct mallinfo2 after = mallinfo2();
  return after.uordblks + after.hblkhd - before.uordblks - before.hblkhd;
#else
  call();
  return 0;
#endif
}

/// A copy shares the tables, whose size knows no length; a shorter use is a prefix of a longer one.
TEST(Memory, LayersShareOneRotation) {
  std::vector<RotaryEmbedding> layers;
  layers.reserve(33);
  const std::size_t first = bytes_kept_by([&] { layers.emplace_back(128, Pairing::halves); });
  const std::size_t others = bytes_kept_by([&] {
    for (int layer = 1; layer <= 32; ++layer) layers.push_back(layers[0]);
  });
  std::printf("64 pairs: %zu bytes; 32 more layers: %zu bytes\n", first, others);
  EXPECT_LE(first, std::size_t{300} * 1024);  // docs/rotary.md; a table of 131072 rows has 64 MiB
  EXPECT_LE(others, std::size_t{32} * 1024);  // each its list of axes, 64 numbers
  const RotaryEmbedding& rope = layers[0];
  const long made = allocations_of([] {
    Eigen::internal::set_is_malloc_allowed(true);
    RotaryEmbedding another(128, Pairing::halves);
  });
  const long copied = allocations_of([&] {
    Eigen::internal::set_is_malloc_allowed(true);
    const RotaryEmbedding layer = rope;  // its list of axes is all that it copies
    EXPECT_EQ(layer.frequencies().handle(), rope.frequencies().handle());
  });
  EXPECT_LE(copied, 1);
  EXPECT_GT(made, copied);
  EXPECT_TRUE(same_bits(rope.cos_sin<float>(131).cos.topRows(17), rope.cos_sin<float>(17).cos));
}

}  // namespace allocations_test
}  // namespace posenc_test
