// Zeros, infinities, NaN and huge numbers in vectors that are rotated or added to. ctest runs this
// once for each kernel.
#include "test.hpp"

namespace posenc_test {
namespace special_numbers_test {

template <class Scalar>
class SpecialNumbers : public ::testing::Test {};
TYPED_TEST_SUITE(SpecialNumbers, Scalars, ScalarNames);

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
TYPED_TEST(SpecialNumbers, EveryNumberByIeeeRules) {
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

TYPED_TEST(SpecialNumbers, PositionZeroChangesNoFiniteNumber) {
  for (const Pairing pairing : kPairings) {
    const RotaryEmbedding rope(6, pairing);
    Matrix<TypeParam> x = random_matrix(5, 12).template cast<TypeParam>();
    x(0, 0) = x(1, 3) = TypeParam(-0.0f);
    const Matrix<TypeParam> y = rope.rotated(x, Eigen::VectorXi::Zero(5));
    for (Index k = 0; k < x.size(); ++k) EXPECT_EQ(y.data()[k], x.data()[k]);
  }
}

TYPED_TEST(SpecialNumbers, AddKeepsInfinitiesAndNans) {
  const double infinity = std::numeric_limits<double>::infinity();
  const SinusoidalEncoding encoding(64);
  Matrix<TypeParam> x(3, 64);
  x.row(0).setConstant(static_cast<TypeParam>(infinity));
  x.row(1).setConstant(static_cast<TypeParam>(-infinity));
  x.row(2).setConstant(std::numeric_limits<TypeParam>::quiet_NaN());
  encoding.add(x, 1);
  EXPECT_TRUE(all_are(x.row(0), static_cast<TypeParam>(infinity)));
  EXPECT_TRUE(all_are(x.row(1), static_cast<TypeParam>(-infinity)));
  for (Index c = 0; c < 64; ++c) EXPECT_TRUE(std::isnan(static_cast<double>(x(2, c)))) << c;
}

// --- NaN -----------------------------------------------------------------------------------------

/// Signalling and quiet NaN of both signs with each bit of the payload, and with all.
template <class Scalar>
std::vector<Scalar> all_kinds_of_nan() {
  constexpr long fraction = Format<Scalar>::digits - 1;
  const std::uint64_t exponent =
      bits_of(std::numeric_limits<Scalar>::infinity()) & ~(std::uint64_t{1} << 63);
  std::vector<Scalar> kinds;
  for (const std::uint64_t sign :
       {std::uint64_t{0}, std::uint64_t{1} << (8 * sizeof(Scalar) - 1)}) {
    for (long bit = 0; bit < fraction; ++bit) {
      kinds.push_back(from_bits<Scalar>(sign | exponent | std::uint64_t{1} << bit));
    }
    kinds.push_back(from_bits<Scalar>(sign | exponent | ((std::uint64_t{1} << fraction) - 1)));
  }
  return kinds;
}

/// NaN by its bits, and quiet.
template <class Scalar>
bool is_quiet_nan(Scalar value) {
  const std::uint64_t infinity = bits_of(std::numeric_limits<Scalar>::infinity());
  const std::uint64_t magnitude = bits_of(value) & ~(std::uint64_t{1} << (8 * sizeof(Scalar) - 1));
  const std::uint64_t quiet = std::uint64_t{1} << (Format<Scalar>::digits - 2);
  return magnitude > infinity && (magnitude & quiet) != 0;
}

TYPED_TEST(SpecialNumbers, NanOfEachKindMakesItsPairQuietNanAndNoOther) {
  constexpr Eigen::Index kWidth = 16;
  const RotaryEmbedding rotary(kWidth, Pairing::adjacent);
  for (const TypeParam nan : all_kinds_of_nan<TypeParam>()) {
    for (const Eigen::Index tokens : {Eigen::Index{1}, Eigen::Index{21}}) {
      for (const Eigen::Index c : {Eigen::Index{0}, Eigen::Index{7}, Eigen::Index{14}}) {
        const Matrix<TypeParam> before = random_matrix(tokens, kWidth).template cast<TypeParam>();
        Matrix<TypeParam> expected = before, x = before;
        rotary.rotate(expected, 3);
        std::memcpy(static_cast<void*>(&x(tokens / 2, c)), &nan, sizeof nan);
        rotary.rotate(x, 3);
        const Eigen::Index u = c - c % 2;
        for (const Eigen::Index channel : {u, u + 1}) {
          EXPECT_TRUE(is_quiet_nan(x(tokens / 2, channel)))
              << std::hex << bits_of(nan) << " became " << bits_of(x(tokens / 2, channel));
          x(tokens / 2, channel) = expected(tokens / 2, channel);
        }
        ASSERT_TRUE(same_bits(x, expected));
      }
    }
  }
}

TYPED_TEST(SpecialNumbers, NanThatIsAddedToStaysNanAndAlone) {
  constexpr Eigen::Index kWidth = 16;
  const posenc::SinusoidalEncoding encoding(kWidth);
  for (const TypeParam nan : all_kinds_of_nan<TypeParam>()) {
    Matrix<TypeParam, Eigen::RowMajor> expected =
                                           random_matrix(9, kWidth).template cast<TypeParam>(),
                                       x = expected;
    encoding.add(expected, 5);
    std::memcpy(static_cast<void*>(&x(4, 7)), &nan, sizeof nan);
    encoding.add(x, 5);
    EXPECT_TRUE(is_quiet_nan(x(4, 7)))
        << std::hex << bits_of(nan) << " became " << bits_of(x(4, 7));
    x(4, 7) = expected(4, 7);
    ASSERT_TRUE(same_bits(x, expected));
  }
}

/// A table's NaN of any payload makes NaN of its pair, and of no other.
TYPED_TEST(SpecialNumbers, NotANumberInATable) {
  Matrix<TypeParam> x = random_matrix(1, 8).template cast<TypeParam>();
  Eigen::RowVector4f cos = Eigen::RowVector4f::Ones(), sin = cos;
  const std::uint32_t payload = 0x7fffffff;
  std::memcpy(&cos[1], &payload, sizeof payload);
  rotate_with(x, cos, sin, RotaryHead(8, Pairing::halves));
  for (const Index c : {1, 5}) EXPECT_TRUE(std::isnan(static_cast<double>(x(0, c))));
  for (const Index c : {0, 2, 3, 4, 6, 7}) {
    EXPECT_TRUE(std::isfinite(static_cast<double>(x(0, c))));
  }
}

}  // namespace special_numbers_test
}  // namespace posenc_test
