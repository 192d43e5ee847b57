// The speed that the library promises for rotation, line by line.
#include <memory>
#include <string>

#include <posenc/rotary/embedding.hpp>
#include <posenc/rotary/rotate_with.hpp>

#include "lines.hpp"
#include "ratio.hpp"
#include "workload.hpp"

namespace posenc_bench {

namespace {

const char* const kSection = "Goals";
constexpr Index kHeadWidth = 128;

template <class Scalar>
using Rows = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class Scalar>
std::shared_ptr<Rows<Scalar>> numbers(Index tokens, Index heads) {
  return std::make_shared<Rows<Scalar>>(
      Rows<float>::Random(tokens, heads * kHeadWidth).template cast<Scalar>());
}

/// x *= c in float, of as many numbers.
Operation scaling(Index tokens, Index heads) {
  return [x = numbers<float>(tokens, heads)] {
    *x *= 1.0f + 0x1p-23f;
    keep(x->data());
  };
}

template <class Scalar>
Operation rotation(Index tokens, Index heads, posenc::Pairing pairing, Index first = 0) {
  return
      [=, x = numbers<Scalar>(tokens, heads), rope = posenc::RotaryEmbedding(kHeadWidth, pairing)] {
        rope.rotate(*x, first);
        keep(x->data());
      };
}

/// The same by SLEEF's sines and cosines, their angles in double; null where it is not installed.
Operation rotation_by_sleef(Index tokens, Index heads, posenc::Pairing pairing, Index first = 0) {
  const auto rotate =
      pairing == posenc::Pairing::halves ? sleef().rotate_halves : sleef().rotate_adjacent;
  if (rotate == nullptr) return nullptr;
  return [=, x = numbers<float>(tokens, heads),
          frequencies = posenc::Frequencies::geometric(kHeadWidth).values()] {
    rotate(x->data(), tokens, heads, frequencies.data(), static_cast<double>(first));
    keep(x->data());
  };
}

template <class Scalar>
std::string rotation_name(Index tokens, Index heads, posenc::Pairing pairing) {
  return std::string(scalar_name<Scalar>) + " " + size_name(tokens, heads) + "x128, " +
         (pairing == posenc::Pairing::halves ? "halves" : "adjacent");
}

template <class Scalar>
void rotate_line(Index tokens, Index heads, posenc::Pairing pairing, Goal goal) {
  add_line(kSection, {"rotate " + rotation_name<Scalar>(tokens, heads, pairing), "x *= c in float",
                      scaling(tokens, heads), rotation<Scalar>(tokens, heads, pairing), goal});
}

void sleef_lines(posenc::Pairing pairing) {
  const char* const against = "SLEEF 1 ulp, a loop";
  add_line(kSection,
           {"rotate " + rotation_name<float>(2048, 32, pairing), against,
            rotation_by_sleef(2048, 32, pairing), rotation<float>(2048, 32, pairing), faster(1)});
  add_line(kSection, {"decode " + rotation_name<float>(1, 32, pairing) + ", position 100000",
                      against, rotation_by_sleef(1, 32, pairing, 100000),
                      rotation<float>(1, 32, pairing, 100000), faster(1)});
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

/// By ready tables, which a caller keeps for all layers.
template <int kOrder>
void rotate_with_line() {
  const posenc::RotaryEmbedding rope(kHeadWidth, posenc::Pairing::halves);
  const auto with = [=, x = numbers<float>(4096, 1), tables = rope.cos_sin<float, kOrder>(4096)] {
    posenc::rotate_with(*x, tables.cos, tables.sin, rope.head());
    keep(x->data());
  };
  add_line(kSection, {"rotate_with float 4096x128, " + order_name(kOrder) + " tables", "rotate",
                      rotation<float>(4096, 1, posenc::Pairing::halves), with, at_most(1.5)});
}

}  // namespace

void add_rotary_lines() {
  for (const auto pairing : {posenc::Pairing::adjacent, posenc::Pairing::halves}) {
    rotate_line<float>(2048, 32, pairing, at_most(1.1));
    rotate_line<float>(2048, 1, pairing, at_most(2.0));
    sleef_lines(pairing);
    rotate_line<Eigen::half>(2048, 32, pairing, {});
    rotate_line<Eigen::bfloat16>(2048, 32, pairing, {});
  }
  rotate_with_line<kRows>();
  rotate_with_line<kColumns>();
  shift_line();
}

}  // namespace posenc_bench
