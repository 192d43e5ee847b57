// Rotary embedding over what it moves: the same numbers, multiplied in place.
#include <cmath>
#include <memory>
#include <string>

#include <posenc/rotary/embedding.hpp>
#include <posenc/rotary/rotate_with.hpp>

#include "lines.hpp"
#include "ratio.hpp"
#include "workload.hpp"

namespace posenc_bench {

namespace {

const char* const kSection = "Rotary embedding";
constexpr Index kHeadWidth = 128;
constexpr Index kPairs = kHeadWidth / 2;

template <class Scalar>
using Rows = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class Scalar>
std::shared_ptr<Rows<Scalar>> numbers(Index tokens, Index heads) {
  return std::make_shared<Rows<Scalar>>(
      Rows<float>::Random(tokens, heads * kHeadWidth).template cast<Scalar>());
}

/// x *= c in float, of as many numbers.
std::function<void()> scaling(Index tokens, Index heads) {
  return [x = numbers<float>(tokens, heads)] {
    *x *= 1.0f + 0x1p-23f;
    keep(x->data());
  };
}

template <class Scalar>
void rotate_line(Index tokens, Index heads, posenc::Pairing pairing, double goal) {
  const std::string name = std::string("rotate ") + scalar_name<Scalar> + " " +
                           std::to_string(tokens) + "x" + std::to_string(heads) + "x128, " +
                           (pairing == posenc::Pairing::halves ? "halves" : "adjacent");
  const auto rotate = [x = numbers<Scalar>(tokens, heads),
                       rope = posenc::RotaryEmbedding(kHeadWidth, pairing)] {
    rope.rotate(*x);
    keep(x->data());
  };
  add_line(kSection, {name, "x *= c in float", scaling(tokens, heads), rotate, at_most(goal)});
}

void shift_line() {
  const auto shift = [x = numbers<float>(4096, 8),
                      rope = posenc::RotaryEmbedding(kHeadWidth, posenc::Pairing::halves)] {
    rope.shift(*x, -3);
    keep(x->data());
  };
  add_line(kSection, {"shift float 4096x8x128 by one number", "x *= c", scaling(4096, 8), shift,
                      at_most(1.1)});
}

/// One token at position 100000: 64 std::sin, 64 std::cos and the loop over 32 heads.
void decode_line() {
  constexpr Index heads = 32;
  const Eigen::ArrayXd frequencies = posenc::Frequencies::geometric(kHeadWidth).values();
  const auto loop = [x = numbers<float>(1, heads), frequencies] {
    float sine[kPairs], cosine[kPairs];
    for (Index i = 0; i < kPairs; ++i) {
      sine[i] = static_cast<float>(std::sin(100000.0 * frequencies[i]));
      cosine[i] = static_cast<float>(std::cos(100000.0 * frequencies[i]));
    }
    for (Index h = 0; h < heads; ++h) {
      float* u = x->data() + h * kHeadWidth;
      float* v = u + kPairs;
      for (Index i = 0; i < kPairs; ++i) {
        const float a = u[i], b = v[i];
        u[i] = a * cosine[i] - b * sine[i];
        v[i] = b * cosine[i] + a * sine[i];
      }
    }
    keep(x->data());
  };
  const auto rotate = [x = numbers<float>(1, heads),
                       rope = posenc::RotaryEmbedding(kHeadWidth, posenc::Pairing::halves)] {
    rope.rotate(*x, 100000);
    keep(x->data());
  };
  add_line(kSection, {"decode float 1x32x128 at position 100000", "std::sin, std::cos and a loop",
                      loop, rotate, at_most(0.5)});
}

/// By ready tables, which a caller keeps for all layers.
template <int kOrder>
void rotate_with_line(const std::string& order) {
  const auto rope = std::make_shared<posenc::RotaryEmbedding>(kHeadWidth, posenc::Pairing::halves);
  const auto rotate = [x = numbers<float>(4096, 1), rope] {
    rope->rotate(*x);
    keep(x->data());
  };
  const auto with = [x = numbers<float>(4096, 1), rope,
                     tables = rope->cos_sin<float, kOrder>(4096)] {
    posenc::rotate_with(*x, tables.cos, tables.sin, rope->head());
    keep(x->data());
  };
  add_line(kSection, {"rotate_with float 4096x128, " + order + " tables", "rotate", rotate, with,
                      at_most(1.5)});
}

}  // namespace

void add_rotary_lines() {
  for (const auto pairing : {posenc::Pairing::adjacent, posenc::Pairing::halves}) {
    rotate_line<float>(2048, 32, pairing, 1.1);
    rotate_line<Eigen::half>(2048, 32, pairing, 1.5);
    rotate_line<Eigen::bfloat16>(2048, 32, pairing, 1.5);
    rotate_line<float>(2048, 1, pairing, 2.0);
  }
  shift_line();
  decode_line();
  rotate_with_line<Eigen::RowMajor>("row-major");
  rotate_with_line<Eigen::ColMajor>("column-major");
}

}  // namespace posenc_bench
