// Threads share one encoding and one rotary embedding, from the first call of the process on.
// The thread sanitizer reports any race; the values are compared.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

#include <posenc/posenc.hpp>

namespace {

template <class Matrix>
bool same_bits(const Matrix& a, const Matrix& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), sizeof(*a.data()) * static_cast<std::size_t>(a.size())) ==
             0;
}

struct Results {
  Eigen::MatrixXf table, sum, turned, by_tables;
  Eigen::MatrixXd points;
};

Results results(const posenc::SinusoidalEncoding& encoding, const posenc::AxialEncoding& axial,
                const posenc::RotaryEmbedding& rotary) {
  Results made;
  made.table = encoding.table<float>(40, 100000);
  made.sum = Eigen::MatrixXf::Ones(40, encoding.width());
  encoding.add(made.sum, Eigen::VectorXd::LinSpaced(40, -3.0, 7.5));
  made.points = axial.grid(4, 5);
  made.turned = Eigen::MatrixXf::Ones(40, 2 * rotary.head().width());
  rotary.rotate(made.turned, 12345);
  made.by_tables = made.turned;
  const auto tables = rotary.cos_sin<float>(40);
  posenc::rotate_with(made.by_tables, tables.cos, tables.sin, rotary.head());
  // Objects are made and copied by threads too.
  posenc::SinusoidalEncoding copy = encoding;
  copy = posenc::SinusoidalEncoding(64).with_amplitude(2.0);
  return made;
}

}  // namespace

int main() {
  const posenc::SinusoidalEncoding encoding(64);
  const posenc::AxialEncoding axial = posenc::presets::mae_2d(64);
  const posenc::RotaryEmbedding rotary = posenc::rotary_presets::llama_3_2_1b();
  std::vector<Results> of_thread(4);
  std::vector<std::thread> threads;
  for (Results& made : of_thread) {
    threads.emplace_back([&] {
      for (int times = 0; times < 3; ++times) made = results(encoding, axial, rotary);
    });
  }
  for (std::thread& thread : threads) thread.join();

  const Results alone = results(encoding, axial, rotary);
  for (const Results& made : of_thread) {
    if (same_bits(made.table, alone.table) && same_bits(made.sum, alone.sum) &&
        same_bits(made.points, alone.points) && same_bits(made.turned, alone.turned) &&
        same_bits(made.by_tables, alone.by_tables)) {
      continue;
    }
    std::printf("a thread has other values\n");
    return 1;
  }
  return 0;
}
