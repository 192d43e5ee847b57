// Every documented bound of rotation, held against MPFR.
#include "test.hpp"

#include "rotary_bound.hpp"

namespace posenc_test {
namespace rotary_bounds_test {

template <class Scalar>
class RotaryBounds : public ::testing::Test {};
TYPED_TEST_SUITE(RotaryBounds, Scalars, ScalarNames);

enum class Call { rotate, unrotate, shift, shift_by_one };

template <class X>
void turn(Call call, const RotaryEmbedding& rope, X& x, double position) {
  const Eigen::Matrix<double, 1, 1> positions(position);
  switch (call) {
    case Call::rotate: return rope.rotate(x, positions);
    case Call::unrotate: return rope.unrotate(x, positions);
    case Call::shift: return rope.shift(x, positions);
    case Call::shift_by_one: return rope.shift(x, position);
  }
}

/// As documented, where the amplitude is 1 and where it is not.
double roundings(Call call, double amplitude) {
  if (call == Call::shift || call == Call::shift_by_one || amplitude == 1.0) return 3.0;
  return call == Call::rotate ? 4.0 : 5.0;
}

template <class Scalar>
void expect_within_bound(Call call, const RotaryEmbedding& rope, double position,
                         double denominator) {
  const RotaryHead head = rope.head();
  const Index n = head.pairs();
  const auto frequencies = geometric_frequencies(n, denominator, 10000.0);
  const bool moves = call == Call::shift || call == Call::shift_by_one;
  const double m = moves ? 1.0 : rope.amplitude();
  const bool inverse = call == Call::unrotate;
  const Matrix<Scalar> before = random_matrix(1, 2 * head.width()).template cast<Scalar>();
  Matrix<Scalar> after = before;
  turn(call, rope, after, position);
  Phasor z;
  for (Index i = 0; i < n; ++i) {
    z.turn(inverse ? -position : position, frequencies[static_cast<std::size_t>(i)]);
    for (Index h = 0; h < 2 * head.width(); h += head.width()) {
      const auto [u, v] = head.channels(i);
      const PairBound<Scalar> bound(before(0, h + u), before(0, h + v), z.cosine, z.sine);
      ASSERT_TRUE(bound.holds(after(0, h + u), after(0, h + v), m, inverse,
                              roundings(call, rope.amplitude())))
          << "call " << static_cast<int>(call) << ", position " << position << ", pair " << i;
    }
  }
}

TYPED_TEST(RotaryBounds, IsWithinTheBound) {
  Random random(1);
  std::vector<double> positions = random_positions(random, 1, {});
  positions.insert(positions.end(), {0.0, 1.0, -1.0, 131071.0, 1e9, 0x1p53, -0x1p53, 0.37});
  for (const Pairing pairing : kPairings) {
    for (const Index width : {2, 6, 96, 192}) {
      for (const double amplitude : {1.0, 1.41588830833596715, 0.3}) {
        const RotaryEmbedding rope({Frequencies::geometric(width), amplitude}, pairing);
        for (const double p : positions) {
          for (const Call call : {Call::rotate, Call::unrotate, Call::shift, Call::shift_by_one}) {
            expect_within_bound<TypeParam>(call, rope, p, static_cast<double>(width));
          }
        }
      }
    }
  }
}

/// Tables off the unit circle, in a type that the computing type holds and in one that it does not.
template <class Scalar, class Table>
void expect_rotate_with_within_bound(double allowed) {
  const Index tokens = 9, n = 70;
  const Matrix<Table> cos = (3.0 * random_matrix(tokens, n)).template cast<Table>();
  const Matrix<Table> sin = random_matrix(tokens, 2 * n).rightCols(n).template cast<Table>();
  for (const Pairing pairing : kPairings) {
    const RotaryHead head(2 * n, pairing);
    const Matrix<Scalar> before = random_matrix(tokens, 4 * n).template cast<Scalar>();
    Matrix<Scalar> after = before;
    rotate_with(after, cos, sin, head);
    for (Index t = 0; t < tokens; ++t) {
      for (Index i = 0; i < n; ++i) {
        const Real c(static_cast<double>(cos(t, i))), s(static_cast<double>(sin(t, i)));
        for (Index h = 0; h < 4 * n; h += 2 * n) {
          const auto [u, v] = head.channels(i);
          const PairBound<Scalar> bound(before(t, h + u), before(t, h + v), c, s);
          ASSERT_TRUE(bound.holds_by_terms(after(t, h + u), after(t, h + v), allowed))
              << "token " << t << ", pair " << i;
        }
      }
    }
  }
}

TYPED_TEST(RotaryBounds, OfTablesIsWithinTheBound) {
  expect_rotate_with_within_bound<TypeParam, float>(2.0);
  expect_rotate_with_within_bound<TypeParam, double>(std::is_same<TypeParam, double>::value ? 2.0
                                                                                            : 3.0);
}

TYPED_TEST(RotaryBounds, CosinesAndSinesAreRoundedOnce) {
  const Eigen::Vector3d positions(0.37, 1857, 1e9);
  const double m = 1.41588830833596715;
  const RotaryEmbedding rope(64, Pairing::halves);
  const RotaryEmbedding larger({Frequencies::geometric(64), m}, Pairing::halves);
  const auto frequencies = geometric_frequencies(32, 64, 10000);
  const auto once = rope.cos_sin<TypeParam>(positions);
  const auto twice = larger.cos_sin<TypeParam>(positions);
  Phasor z;
  Real exact;
  for (Index r = 0; r < 3; ++r) {
    for (Index i = 0; i < 32; ++i) {
      z.turn(positions[r], frequencies[static_cast<std::size_t>(i)]);
      ASSERT_EQ(bits_of(once.cos(r, i)), bits_of(round_once<TypeParam>(z.cosine)));
      ASSERT_EQ(bits_of(once.sin(r, i)), bits_of(round_once<TypeParam>(z.sine)));
      // A sine in double, and its product with m; then the store.
      mpfr_mul_d(exact.get(), z.sine.get(), m, MPFR_RNDN);
      EXPECT_LE(deviation(twice.sin(r, i), exact).beyond, 2.0 * 0x1p-53 * m);
      mpfr_mul_d(exact.get(), z.cosine.get(), m, MPFR_RNDN);
      EXPECT_LE(deviation(twice.cos(r, i), exact).beyond, 2.0 * 0x1p-53 * m);
    }
  }
}

}  // namespace rotary_bounds_test
}  // namespace posenc_test
