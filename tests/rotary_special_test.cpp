// Zeros, the infinite, the absent and the huge in what is rotated. ctest runs this once for each
// kernel.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include <posenc/rotary/embedding.hpp>

#include "matchers.hpp"
#include "rotary_samples.hpp"
#include "samples.hpp"
#include "scalars.hpp"

namespace posenc_test {
namespace {

using Eigen::Index;
using posenc::Frequencies;
using posenc::Pairing;
using posenc::RotaryEmbedding;

template <class Scalar>
class RotarySpecial : public ::testing::Test {};
TYPED_TEST_SUITE(RotarySpecial, Scalars, ScalarNames);

template <class Scalar>
Scalar from_bits(std::uint64_t bits) {
  Scalar result;
  std::memcpy(static_cast<void*>(&result), &bits, sizeof result);
  return result;
}

/// All numbers of 16 bits; for the wider types the edges, and NaN of many payloads.
template <class Scalar>
std::vector<Scalar> numbers() {
  std::vector<Scalar> result;
  if (sizeof(Scalar) == 2) {
    for (std::uint64_t bits = 0; bits < 0x10000; ++bits) result.push_back(from_bits<Scalar>(bits));
    return result;
  }
  using Limits = std::numeric_limits<Scalar>;
  for (const Scalar x : {Scalar(0), Scalar(1.5), Limits::denorm_min(), (Limits::min)(),
                         (Limits::max)(), Limits::infinity(), Limits::quiet_NaN()}) {
    result.push_back(x);
    result.push_back(-x);
  }
  const std::uint64_t infinity = bits_of(Limits::infinity());
  const std::uint64_t sign = std::uint64_t{1} << (8 * sizeof(Scalar) - 1);
  const std::uint64_t fraction = infinity & (~infinity + 1);  // one more than the largest payload
  for (std::uint64_t payload = 1; payload < fraction; payload = 4 * payload + 1) {
    result.push_back(from_bits<Scalar>(infinity | payload));
    result.push_back(from_bits<Scalar>(sign | infinity | payload));
    result.push_back(from_bits<Scalar>(infinity | (fraction - payload)));
  }
  return result;
}

/// What IEEE arithmetic makes of the pair in the computing type, rounded to Scalar.
template <class C, class Scalar>
Scalar turned(Scalar of_cosine, Scalar of_sine, C cosine, C sine) {
  const volatile C a = static_cast<C>(of_cosine) * cosine;  // no fused multiply and add
  const volatile C b = static_cast<C>(of_sine) * sine;
  const C sum = a + b;
  return static_cast<Scalar>(sum);
}

template <class Scalar>
::testing::AssertionResult same_number(Scalar actual, Scalar expected) {
  const bool nan = std::isnan(static_cast<double>(expected));
  if (nan ? std::isnan(static_cast<double>(actual)) : bits_of(actual) == bits_of(expected)) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure()
         << std::hex << bits_of(actual) << " is not " << bits_of(expected);
}

/// Pairs of every number with 1.5, and with another number: each by itself, in every layout.
TYPED_TEST(RotarySpecial, EveryNumberByIeeeRules) {
  using C = std::conditional_t<std::is_same<TypeParam, double>::value, double, float>;
  const auto all = numbers<TypeParam>();
  const auto tokens = static_cast<Index>(all.size());
  for (const Pairing pairing : kPairings) {
    const RotaryEmbedding rope(4, pairing);
    const auto [u0, v0] = rope.head().channels(0);
    const auto [u1, v1] = rope.head().channels(1);
    Matrix<TypeParam> x(tokens, 4);
    for (Index t = 0; t < tokens; ++t) {
      x(t, u0) = x(t, v1) = all[static_cast<std::size_t>(t)];
      x(t, v0) = all[static_cast<std::size_t>((7 * t + 3) % tokens)];
      x(t, u1) = TypeParam(1.5f);
    }
    for (const double p : {78.0, 2.5, -4.0}) {
      const auto tables = rope.cos_sin<C>(Eigen::Matrix<double, 1, 1>(p));
      Matrix<TypeParam> by_columns = x;
      Matrix<TypeParam, Eigen::RowMajor> by_rows = x;
      Matrix<TypeParam> strided(2 * tokens, 12);
      Eigen::Map<Matrix<TypeParam>, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>> view(
          strided.data(), tokens, 4, {3 * strided.rows(), 2});
      view = x;
      rope.shift(by_columns, p);
      rope.rotate(by_rows, Eigen::VectorXd::Constant(tokens, p));
      rope.rotate(view, Eigen::VectorXd::Constant(tokens, p));
      for (Index t = 0; t < tokens; ++t) {
        for (Index i = 0; i < 2; ++i) {
          const auto [u, v] = rope.head().channels(i);
          const C c = tables.cos(0, i), s = tables.sin(0, i);
          const TypeParam first = turned<C>(x(t, u), x(t, v), c, -s);
          const TypeParam second = turned<C>(x(t, v), x(t, u), c, s);
          for (const auto& [got, expected] : {std::make_pair(by_columns(t, u), first),
                                              {by_columns(t, v), second},
                                              {by_rows(t, u), first},
                                              {by_rows(t, v), second},
                                              {view(t, u), first},
                                              {view(t, v), second}}) {
            ASSERT_TRUE(same_number(got, expected)) << "token " << t << ", position " << p;
          }
        }
      }
    }
  }
}

TYPED_TEST(RotarySpecial, PositionZeroChangesNoFiniteNumber) {
  for (const Pairing pairing : kPairings) {
    const RotaryEmbedding rope(6, pairing);
    Matrix<TypeParam> x = random_matrix(5, 12).template cast<TypeParam>();
    x(0, 0) = x(1, 3) = TypeParam(-0.0f);
    const Matrix<TypeParam> y = rope.rotated(x, Eigen::VectorXi::Zero(5));
    for (Index k = 0; k < x.size(); ++k) EXPECT_EQ(y.data()[k], x.data()[k]);
  }
}

TYPED_TEST(RotarySpecial, ZeroDoesNotTurn) {
  const RotaryEmbedding rope(Frequencies::given(Eigen::Vector3d(1.0, 0.0, 0.0)), Pairing::halves);
  Matrix<TypeParam> x = random_matrix(5, 6).template cast<TypeParam>();
  x(2, 4) = std::numeric_limits<TypeParam>::infinity();
  const Matrix<TypeParam> y = rope.rotated(x, 1);
  for (const Index c : {1, 2, 4, 5}) EXPECT_TRUE(same_bits(y.col(c), x.col(c)));
  for (const Index c : {0, 3}) EXPECT_FALSE(same_bits(y.col(c), x.col(c)));
}

}  // namespace
}  // namespace posenc_test
