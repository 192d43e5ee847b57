// Loops over SLEEF's sincos, error below 1 ulp. Compiled once for each instruction set, with
// POSENC_PEER as the function to define.
#include <immintrin.h>
#include <sleef.h>

#include <utility>

#include "peers.hpp"

namespace posenc_bench {

namespace {

#if defined(__AVX512F__)
constexpr int kDoubles = 8;
#define POSENC_SINCOS_DOUBLE Sleef_sincosd8_u10avx512f
#define POSENC_SINCOS_FLOAT Sleef_sincosf16_u10avx512f
#elif defined(__AVX2__)
constexpr int kDoubles = 4;
#define POSENC_SINCOS_DOUBLE Sleef_sincosd4_u10avx2
#define POSENC_SINCOS_FLOAT Sleef_sincosf8_u10avx2
#else
constexpr int kDoubles = 2;
#define POSENC_SINCOS_DOUBLE Sleef_sincosd2_u10sse2
#define POSENC_SINCOS_FLOAT Sleef_sincosf4_u10sse2
#endif
constexpr int kFloats = 2 * kDoubles;
typedef double Doubles __attribute__((vector_size(8 * kDoubles)));
typedef float Floats __attribute__((vector_size(4 * kFloats)));
typedef float HalfFloats __attribute__((vector_size(4 * kDoubles)));

template <class V, class Scalar>
V load(const Scalar* from) {
  V x;
  __builtin_memcpy(&x, from, sizeof x);
  return x;
}
template <class V, class Scalar>
void store(Scalar* to, const V& x) {
  __builtin_memcpy(to, &x, sizeof x);
}

template <class V>
struct SinCos {
  V sine, cosine;
};

SinCos<Doubles> sin_cos(const Doubles& angle) {
  const auto z = POSENC_SINCOS_DOUBLE(angle);
  return {z.x, z.y};
}
SinCos<Floats> sin_cos(const Floats& angle) {
  const auto z = POSENC_SINCOS_FLOAT(angle);
  return {z.x, z.y};
}

template <int... k>
Floats narrowed(const Doubles& a, const Doubles& b, std::integer_sequence<int, k...>) {
  return __builtin_shufflevector(__builtin_convertvector(a, HalfFloats),
                                 __builtin_convertvector(b, HalfFloats), k...);
}
Floats narrowed(const Doubles& a, const Doubles& b) {
  return narrowed(a, b, std::make_integer_sequence<int, kFloats>());
}

template <class V, class Scalar, int... k>
void store_interleaved(Scalar* to, const SinCos<V>& z, std::integer_sequence<int, k...>) {
  constexpr int n = sizeof...(k);
  store(to, __builtin_shufflevector(z.sine, z.cosine, (k / 2 + k % 2 * n)...));
  store(to + n, __builtin_shufflevector(z.sine, z.cosine, (n / 2 + k / 2 + k % 2 * n)...));
}

/// Sines and cosines of position times a float vector's worth of frequencies, in double.
SinCos<Floats> wide_sin_cos(const double* frequencies, double position) {
  const auto a = sin_cos(position * load<Doubles>(frequencies));
  const auto b = sin_cos(position * load<Doubles>(frequencies + kDoubles));
  return {narrowed(a.sine, b.sine), narrowed(a.cosine, b.cosine)};
}

/// The same with angles rounded to float.
SinCos<Floats> float_sin_cos(const double* frequencies, double position) {
  return sin_cos(narrowed(position * load<Doubles>(frequencies),
                          position * load<Doubles>(frequencies + kDoubles)));
}

void write_double(double* out, std::ptrdiff_t rows, const double* frequencies, std::ptrdiff_t pairs,
                  double first) {
  for (std::ptrdiff_t r = 0; r < rows; ++r) {
    const double position = first + static_cast<double>(r);
    for (std::ptrdiff_t i = 0; i < pairs; i += kDoubles) {
      store_interleaved(out + 2 * (r * pairs + i),
                        sin_cos(position * load<Doubles>(frequencies + i)),
                        std::make_integer_sequence<int, kDoubles>());
    }
  }
}

template <SinCos<Floats> (*kSinCos)(const double*, double)>
void write_float(float* out, std::ptrdiff_t rows, const double* frequencies, std::ptrdiff_t pairs,
                 double first) {
  for (std::ptrdiff_t r = 0; r < rows; ++r) {
    const double position = first + static_cast<double>(r);
    for (std::ptrdiff_t i = 0; i < pairs; i += kFloats) {
      store_interleaved(out + 2 * (r * pairs + i), kSinCos(frequencies + i, position),
                        std::make_integer_sequence<int, kFloats>());
    }
  }
}

constexpr std::ptrdiff_t kHeadWidth = 128, kPairs = 64;

void rotate_halves(float* x, std::ptrdiff_t tokens, std::ptrdiff_t heads, const double* frequencies,
                   double first) {
  alignas(64) float sines[kPairs], cosines[kPairs];
  for (std::ptrdiff_t t = 0; t < tokens; ++t) {
    for (std::ptrdiff_t i = 0; i < kPairs; i += kFloats) {
      const auto z = wide_sin_cos(frequencies + i, first + static_cast<double>(t));
      store(sines + i, z.sine);
      store(cosines + i, z.cosine);
    }
    for (std::ptrdiff_t h = 0; h < heads; ++h, x += kHeadWidth) {
      for (std::ptrdiff_t i = 0; i < kPairs; i += kFloats) {
        const auto u = load<Floats>(x + i), v = load<Floats>(x + kPairs + i);
        const auto sine = load<Floats>(sines + i), cosine = load<Floats>(cosines + i);
        store(x + i, u * cosine - v * sine);
        store(x + kPairs + i, v * cosine + u * sine);
      }
    }
  }
}

template <int... k>
Floats swapped(const Floats& x, std::integer_sequence<int, k...>) {
  return __builtin_shufflevector(x, x, (k ^ 1)...);
}

/// By entries (c, c) and (-s, s): a product in place, and one with the neighbours swapped.
void rotate_adjacent(float* x, std::ptrdiff_t tokens, std::ptrdiff_t heads,
                     const double* frequencies, double first) {
  const auto order = std::make_integer_sequence<int, kFloats>();
  alignas(64) float sines[kHeadWidth], cosines[kHeadWidth];
  for (std::ptrdiff_t t = 0; t < tokens; ++t) {
    for (std::ptrdiff_t i = 0; i < kPairs; i += kFloats) {
      const auto z = wide_sin_cos(frequencies + i, first + static_cast<double>(t));
      store_interleaved(sines + 2 * i, SinCos<Floats>{-z.sine, z.sine}, order);
      store_interleaved(cosines + 2 * i, SinCos<Floats>{z.cosine, z.cosine}, order);
    }
    for (std::ptrdiff_t h = 0; h < heads; ++h, x += kHeadWidth) {
      for (std::ptrdiff_t i = 0; i < kHeadWidth; i += kFloats) {
        const auto pair = load<Floats>(x + i);
        store(x + i,
              pair * load<Floats>(cosines + i) + swapped(pair, order) * load<Floats>(sines + i));
      }
    }
  }
}

/// Multiples of a coordinate by powers of two are exact in float.
void write_points(float* out, std::ptrdiff_t count, const float* points,
                  std::ptrdiff_t column_stride) {
  constexpr int kOctaves = 10, kAngles = 32;
  alignas(64) float angles[kAngles] = {}, sines[kAngles], cosines[kAngles];
  for (std::ptrdiff_t p = 0; p < count; ++p, out += 63) {
    for (int j = 0; j < 3; ++j) out[j] = points[p + j * column_stride];
    for (int i = 0; i < kOctaves; ++i) {
      for (int j = 0; j < 3; ++j) angles[3 * i + j] = out[j] * static_cast<float>(1 << i);
    }
    for (int i = 0; i < kAngles; i += kFloats) {
      const auto z = sin_cos(load<Floats>(angles + i));
      store(sines + i, z.sine);
      store(cosines + i, z.cosine);
    }
    for (int i = 0; i < kOctaves; ++i) {
      for (int j = 0; j < 3; ++j) {
        out[3 + 6 * i + j] = sines[3 * i + j];
        out[6 + 6 * i + j] = cosines[3 * i + j];
      }
    }
  }
}

}  // namespace

Peer POSENC_PEER();
Peer POSENC_PEER() {
  return {write_double,
          write_float<float_sin_cos>,
          write_float<wide_sin_cos>,
          rotate_adjacent,
          rotate_halves,
          write_points};
}

}  // namespace posenc_bench
