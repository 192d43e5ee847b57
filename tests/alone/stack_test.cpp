// Every kind of call on a thread whose stack is as small as the documentation allows.
#include "test.hpp"

#include <cstdlib>

#if defined(__unix__) || defined(__APPLE__)
#include <pthread.h>
#endif

namespace posenc_test {
namespace {

constexpr Index kTokens = 70, kWidth = 520;

template <class Scalar>
using Columns = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
template <class Scalar>
using Strided = Eigen::Map<Columns<Scalar>, 0, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;

template <class Scalar>
struct Outputs {
  Columns<Scalar> columns = Columns<Scalar>::Zero(kTokens, kWidth);
  Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> rows = columns;
  Columns<Scalar> room = Columns<Scalar>::Zero(2 * kTokens, 2 * kWidth);

  template <class F>
  void each(F&& f) {
    f(columns);
    f(rows);
    f(Strided<Scalar>(room.data(), kTokens, kWidth, {4 * kTokens, 2}));
  }
};

template <class Scalar>
void encode() {
  Outputs<Scalar> out;
  const posenc::SinusoidalEncoding plain(kWidth);
  const posenc::SinusoidalEncoding scaled = plain.with_amplitude(3.0);
  const Eigen::VectorXi shuffled = Eigen::VectorXi::LinSpaced(kTokens, 5000, 0);
  const Eigen::VectorXd real = Eigen::VectorXd::LinSpaced(kTokens, -100.0, 7.25);
  const posenc::FourierFeatures fourier(
      {Frequencies::geometric(kWidth), Frequencies::geometric(kWidth)});
  const posenc::AxialEncoding axial(
      {{0, posenc::SinusoidalEncoding(kWidth / 2)}, {1, posenc::SinusoidalEncoding(kWidth / 2)}});
  const Eigen::MatrixXd points = random_matrix(kTokens, 2);
  out.each([&](auto&& x) {
    for (const posenc::SinusoidalEncoding* encoding : {&plain, &scaled}) {
      encoding->write(x, -20);
      encoding->add(x, 1000000);
      encoding->write(x, shuffled);
      encoding->add(x, real);
    }
    plain.shift(x, -3.5);
    fourier.write(x, points);
    axial.write(x, points);
    axial.add_grid(x, 7, 10);
  });
}

template <class Scalar>
void rotate() {
  Outputs<Scalar> out;
  const Eigen::VectorXi shuffled = Eigen::VectorXi::LinSpaced(kTokens, 5000, 0);
  const Eigen::VectorXd real = Eigen::VectorXd::LinSpaced(kTokens, -100.0, 7.25);
  const Eigen::MatrixXd two = random_matrix(kTokens, 2);
  for (const Pairing pairing : {Pairing::adjacent, Pairing::halves}) {
    const RotaryHead head(kWidth / 2, pairing);
    const Frequencies frequencies = Frequencies::geometric(kWidth / 2);
    const RotaryEmbedding rope(frequencies, head);
    const posenc::XPosEmbedding xpos(frequencies, head, 3.0);
    const RotaryEmbedding axes(frequencies, head, PairAxes::sections({65, 65}));
    const RotaryEmbedding sums(Frequencies::given(Eigen::VectorXd::LinSpaced(260, 0.5, 3.0)), head,
                               PairAxes::sum(130, 2));
    const auto by_rows = rope.cos_sin<Scalar, Eigen::RowMajor>(kTokens);
    const auto by_columns = xpos.key().cos_sin<Scalar>(kTokens);
    out.each([&](auto&& x) {
      for (const RotaryEmbedding* one : {&rope, &xpos.query()}) {
        one->rotate(x, -20);
        one->unrotate(x, shuffled);
        one->rotate(x, real);
        one->shift(x, 0.5);
        one->shift(x, real);
      }
      for (const RotaryEmbedding* several : {&axes, &sums}) {
        several->rotate(x, 100);
        several->unrotate(x, two);
        several->shift(x, two);
        several->cos_sin<Scalar>(two);
      }
      posenc::rotate_with(x, by_rows.cos, by_rows.sin, head);
      posenc::rotate_with(x, by_columns.cos, by_columns.sin, head, Eigen::VectorXi(shuffled / 100));
      posenc::convert_pairing(x, head, Pairing::adjacent);
    });
  }
}

/// Unoptimised and instrumented code needs more.
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    (defined(__unix__) || defined(__APPLE__))

/// The bytes that `body` writes to of a thread's stack of 256 KiB.
std::size_t stack_of(void* (*body)(void*)) {
  constexpr std::size_t size = std::size_t{256} << 10;
  constexpr unsigned char paint = 0xa5;
  void* const stack = std::aligned_alloc(4096, size);
  std::memset(stack, paint, size);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  EXPECT_EQ(pthread_attr_setstack(&attributes, stack, size), 0);
  pthread_t thread;
  EXPECT_EQ(pthread_create(&thread, &attributes, body, nullptr), 0);
  EXPECT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
  const auto* const bytes = static_cast<const unsigned char*>(stack);
  std::size_t untouched = 0;
  while (untouched < size && bytes[untouched] == paint) ++untouched;
  std::free(stack);
  return size - untouched;
}

/// The documented bound, with the 4 KiB that the C library takes for a thread.
TEST(Stack, FortyEightKibibytesAreEnough) {
  const std::size_t empty = stack_of([](void*) -> void* { return nullptr; });
#define POSENC_TEST_STACK(call)                                                         \
  EXPECT_LE(stack_of([](void*) -> void* { return call, static_cast<void*>(nullptr); }), \
            empty + (48 << 10))                                                         \
      << #call
  POSENC_TEST_STACK(encode<double>());
  POSENC_TEST_STACK(encode<float>());
  POSENC_TEST_STACK(encode<Eigen::half>());
  POSENC_TEST_STACK(encode<Eigen::bfloat16>());
  POSENC_TEST_STACK(rotate<double>());
  POSENC_TEST_STACK(rotate<float>());
  POSENC_TEST_STACK(rotate<Eigen::half>());
  POSENC_TEST_STACK(rotate<Eigen::bfloat16>());
#undef POSENC_TEST_STACK
}

/// Runs on a thread with a stack of 64 KiB.
TEST(Stack, AThreadOfSixtyFourKibibytes) {
  constexpr std::size_t size = std::size_t{64} << 10;
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  if (pthread_attr_setstacksize(&attributes, size) != 0) GTEST_SKIP() << "threads need more here";
  const auto body = [](void*) -> void* {
    encode<double>();
    rotate<double>();
    return nullptr;
  };
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, body, nullptr), 0);
  EXPECT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

#endif

}  // namespace
}  // namespace posenc_test
