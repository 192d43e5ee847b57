// Memory that runs out at any allocation of a call: std::bad_alloc comes through, nothing leaks,
// and what the call would have changed is as it was.
#include <cstdlib>
#include <new>

#include "sanitized.hpp"
#include "test.hpp"

namespace {

/// The allocation that fails, counted from 1; 0 for none.
volatile long failing = 0;
volatile long live = 0;

bool fails_now() noexcept {
  if (failing == 0) return false;
  failing = failing - 1;
  return failing == 0;
}

}  // namespace

#if defined(__GLIBC__) && !defined(POSENC_TEST_SANITIZED)

// Eigen asks malloc, and so does operator new.
extern "C" {
void* __libc_malloc(std::size_t) noexcept;
void __libc_free(void*) noexcept;

void* malloc(std::size_t size) noexcept {
  if (fails_now()) return nullptr;
  void* const memory = __libc_malloc(size);
  if (memory != nullptr) live = live + 1;
  return memory;
}
void free(void* memory) noexcept {
  if (memory != nullptr) live = live - 1;
  __libc_free(memory);
}
}

#else

void* operator new(std::size_t size) {
  void* const memory = fails_now() ? nullptr : std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  live = live + 1;
  return memory;
}
void operator delete(void* memory) noexcept {
  if (memory != nullptr) live = live - 1;
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  operator delete(memory);
}

#endif

namespace posenc_test {
namespace {

/// Under a sanitizer only operator new is seen, not the malloc that Eigen calls.
#if defined(POSENC_TEST_SANITIZED) || !defined(__GLIBC__)
constexpr long kFewest = 0;
#else
constexpr long kFewest = 1;
#endif

/// How many allocations a call makes, each of which has failed once; checked(before the next) looks
/// at what the failed call leaves.
template <class Call, class Check>
long failures_of(Call&& call, Check&& check) {
  call();  // what is made once per process is made
  for (long n = 1; n < 100000; ++n) {
    const long live_before = live;
    bool failed = false;
    failing = n;
    try {
      call();
    } catch (const std::bad_alloc&) {
      failed = true;
    }
    const long left = failing;
    failing = 0;
    EXPECT_EQ(live, live_before) << "allocations that leak, where number " << n << " fails";
    EXPECT_EQ(failed, left == 0) << "allocation " << n << " fails in silence";
    if (left != 0) return n - 1;
    check();
  }
  return -1;
}

template <class Call>
long failures_of(Call&& call) {
  return failures_of(call, [] {});
}

/// Something that allocates and returns what it made.
struct Maker {
  const char* name;
  std::function<void()> make;
};

TEST(AllocationFailure, WhateverMakesAnObjectLeavesNothingBehind) {
  const Frequencies frequencies = Frequencies::geometric(24);
  const SinusoidalEncoding encoding(24);
  const RotaryEmbedding rotary(24, Pairing::halves);
  const Eigen::ArrayXd twelve = Eigen::ArrayXd::LinSpaced(12, 1.0, 2.0);
  const Eigen::VectorXd positions = Eigen::VectorXd::LinSpaced(40, 0.0, 5.0);
  const Eigen::MatrixXd points = Eigen::MatrixXd::Ones(40, 2);
  const Eigen::MatrixXf x = Eigen::MatrixXf::Ones(40, 48);
  const Eigen::ArrayXXi mask = Eigen::ArrayXXi::Ones(3, 5);
  const std::vector<Maker> makers = {
      {"geometric", [] { Frequencies::geometric(24); }},
      {"given", [&] { Frequencies::given(twelve); }},
      {"periods", [] { Frequencies::periods(12, 2.0, 50.0); }},
      {"times", [&] { frequencies.times(3.0); }},
      {"times_pi", [&] { frequencies.times_pi(3.0); }},
      {"values", [&] { frequencies.values(); }},
      {"linear", [&] { posenc::scaling::linear(frequencies, 4.0); }},
      {"ntk_aware", [] { posenc::scaling::ntk_aware(24, 1e4, 4.0); }},
      {"yarn", [] { posenc::scaling::yarn(24, 1e4, posenc::scaling::Yarn()); }},
      {"mixed_ntk", [&] { posenc::scaling::mixed_ntk(frequencies, 4.0); }},
      {"concatenated",
       [&] {
         posenc::concatenated({frequencies, frequencies});
       }},
      {"selected",
       [&] {
         posenc::selected(frequencies, {3, 1, 2});
       }},
      {"SinusoidalEncoding", [] { SinusoidalEncoding made(24); }},
      {"table", [&] { encoding.table<float>(40); }},
      {"table of positions", [&] { encoding.table<Eigen::half>(positions); }},
      {"shift_matrix", [&] { encoding.shift_matrix(3.0); }},
      {"similarity", [&] { posenc::similarity(encoding, 9); }},
      {"closest_rows", [&] { posenc::closest_rows(encoding, 9); }},
      {"layout_permutation",
       [] { posenc::layout_permutation(posenc::Layout::sin_cos, posenc::Layout::cos_sin, 8); }},
      {"AxialEncoding and its table", [&] { posenc::presets::mae_2d(24).table(points); }},
      {"AxialEncoding and its grid", [&] { posenc::presets::detr(24).grid<float>(5, 3); }},
      {"FourierFeatures and its table",
       [&] { posenc::FourierFeatures(points).table<float>(points); }},
      {"RotaryEmbedding", [] { RotaryEmbedding made(24, Pairing::adjacent); }},
      {"RotaryEmbedding of three axes", [] { posenc::rotary_presets::qwen2_vl(); }},
      {"rotated", [&] { rotary.rotated(x, 7); }},
      {"cos_sin", [&] { rotary.cos_sin<float>(40); }},
      {"rerotation",
       [&] { posenc::rerotation(rotary, RotaryEmbedding(24, Pairing::halves, 5e5)); }},
      {"XPosEmbedding",
       [&] { posenc::XPosEmbedding(frequencies, RotaryHead(24, Pairing::halves), 5.0); }},
      {"pairing_permutation",
       [] { posenc::pairing_permutation(RotaryHead(24, Pairing::halves), Pairing::adjacent, 2); }},
      {"positions_from_mask", [&] { posenc::positions_from_mask(mask); }},
      {"attention_mask", [&] { posenc::attention_mask(mask.row(0)); }},
      {"detr_positions", [&] { posenc::detr_positions(mask).points(); }},
      {"linspace_positions", [] { posenc::linspace_positions(9, 0.0, 1.0); }},
  };
  for (const Maker& maker : makers) {
    SCOPED_TRACE(maker.name);
    EXPECT_GE(failures_of(maker.make), kFewest);
  }
}

TEST(AllocationFailure, WhateverWritesInPlaceAllocatesNothingOrIsUndone) {
  const SinusoidalEncoding encoding(24);
  const RotaryEmbedding rotary(24, Pairing::halves);
  const posenc::AxialEncoding axial = posenc::presets::timm_2d(24);
  const posenc::FourierFeatures fourier(Eigen::MatrixXd::Ones(12, 2));
  const Eigen::VectorXd positions = Eigen::VectorXd::LinSpaced(40, 0.0, 5.0);
  const Eigen::MatrixXd points = Eigen::MatrixXd::Ones(40, 2);
  const Eigen::MatrixXf before = Eigen::MatrixXf::Random(40, 24);
  Eigen::MatrixXf x = before;
  const std::vector<Maker> writers = {
      {"write", [&] { encoding.write(x, 5); }},
      {"write of positions", [&] { encoding.write(x, positions); }},
      {"add", [&] { encoding.add(x, positions); }},
      {"shift", [&] { encoding.shift(x, 5.0); }},
      {"write_batch", [&] { posenc::write_batch(encoding, x, 4, 10); }},
      {"points", [&] { axial.write(x, points); }},
      {"grid", [&] { axial.write_grid(x, 4, 10); }},
      {"Fourier features", [&] { fourier.write(x, points); }},
      {"rotate", [&] { rotary.rotate(x, positions); }},
      {"unrotate", [&] { rotary.unrotate(x, 7); }},
      {"shift of keys", [&] { rotary.shift(x, 7.0); }},
      {"convert_pairing",
       [&] { posenc::convert_pairing(x, RotaryHead(24, Pairing::halves), Pairing::adjacent); }},
      {"convert_layout",
       [&] { posenc::convert_layout(x, posenc::Layout::interleaved, posenc::Layout::sin_cos); }},
  };
  for (const Maker& writer : writers) {
    SCOPED_TRACE(writer.name);
    const auto call = [&] {
      x = before;
      writer.make();
    };
    const long failures = failures_of(call, [&] { EXPECT_TRUE(same_bits(x, before)); });
    EXPECT_LE(failures, std::string(writer.name) == "convert_layout" ? 2 : 0);
  }
}

}  // namespace
}  // namespace posenc_test
