// A program that flushes subnormal numbers to zero gets the same bits in the normal range.
#include "test.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace posenc_test {
namespace flush_to_zero_test {

/// Subnormal results and operands are zero while this lives.
class FlushToZero {
 public:
#if defined(__SSE2__)
  static constexpr bool kSupported = true;
  FlushToZero() : saved_(_mm_getcsr()) {
    _mm_setcsr(saved_ | 0x8040u);  // FTZ and DAZ
  }
  ~FlushToZero() {
    _mm_setcsr(saved_);
  }

 private:
  unsigned saved_;
#elif defined(__aarch64__)
  static constexpr bool kSupported = true;
  FlushToZero() {
    asm volatile("mrs %0, fpcr" : "=r"(saved_));
    asm volatile("msr fpcr, %0" ::"r"(saved_ | std::uint64_t{1} << 24));
  }
  ~FlushToZero() {
    asm volatile("msr fpcr, %0" ::"r"(saved_));
  }

 private:
  std::uint64_t saved_;
#else
  static constexpr bool kSupported = false;
#endif
};

template <class Scalar>
class Flushed : public ::testing::Test {};
TYPED_TEST_SUITE(Flushed, Scalars, ScalarNames);

/// Both tables agree where the true entry is a normal number or zero.
template <class Scalar>
void expect_same_normals(const Matrix<Scalar>& flushed, const Matrix<Scalar>& table) {
  const double least = static_cast<double>((std::numeric_limits<Scalar>::min)());
  for (Eigen::Index r = 0; r < table.rows(); ++r) {
    for (Eigen::Index c = 0; c < table.cols(); ++c) {
      const double entry = static_cast<double>(table(r, c));
      if (entry != 0.0 && std::fabs(entry) < least) continue;
      ASSERT_EQ(bits_of(flushed(r, c)), bits_of(table(r, c))) << entry << " at " << r << ", " << c;
    }
  }
}

TYPED_TEST(Flushed, NormalRangeKeepsItsBits) {
  if (!FlushToZero::kSupported) GTEST_SKIP() << "no way to flush to zero on this processor";
  for (const double base : {1.5, 1e4, 1e9}) {
    std::vector<double> positions = powers_of_two();
    Random random(12);
    const posenc::SinusoidalEncoding encoding(posenc::Frequencies::geometric(128, base));
    const double slowest = encoding.frequencies().values()[63];
    for (const double p : random_positions(random, 30, {1.0, slowest})) positions.push_back(p);
    const auto p = as_vector(positions);
    const Matrix<TypeParam> x = random_matrix(p.size(), 128).template cast<TypeParam>();
    const Matrix<TypeParam> table = encoding.table<TypeParam>(p);
    const Matrix<TypeParam> range = encoding.table<TypeParam>(600, 4000);
    Matrix<TypeParam> sum = x;
    encoding.add(sum, p);

    Matrix<TypeParam> flushed_table, flushed_range, flushed_sum = x;
    {
      const FlushToZero flush;
      const volatile double smallest = (std::numeric_limits<double>::min)();
      ASSERT_EQ(smallest * 0.5, 0.0);
      const posenc::SinusoidalEncoding made(posenc::Frequencies::geometric(128, base));
      flushed_table = made.table<TypeParam>(p);
      flushed_range = made.table<TypeParam>(600, 4000);
      made.add(flushed_sum, p);
    }
    expect_same_normals(flushed_table, table);
    expect_same_normals(flushed_range, range);
    expect_same_normals(flushed_sum, sum);
  }
}

TYPED_TEST(Flushed, RotationKeepsItsNormalResults) {
  if (!FlushToZero::kSupported) GTEST_SKIP() << "no way to flush to zero on this processor";
  const Matrix<TypeParam> before = random_matrix(100, 64).template cast<TypeParam>();
  const auto turned = [&] {
    Matrix<TypeParam> x = before;
    RotaryEmbedding(64, Pairing::halves).rotate(x, 1000000007);
    return x;
  };
  const Matrix<TypeParam> expected = turned();
  Matrix<TypeParam> flushed;
  {
    const FlushToZero flush;
    flushed = turned();
    const volatile double smallest = (std::numeric_limits<double>::min)();
    EXPECT_EQ(smallest * 0.5, 0.0) << "a call changed the mode of the program";
  }
  EXPECT_TRUE(same_bits(flushed, expected));
}

}  // namespace flush_to_zero_test
}  // namespace posenc_test
