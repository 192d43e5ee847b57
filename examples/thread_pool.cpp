// The rows of a table and the sequences of a tensor, divided among the threads of Eigen's own pool:
// the bits are those of one call.
#define EIGEN_USE_THREADS
#include <Eigen/Core>
#include <cstdio>
#include <cstring>
#include <unsupported/Eigen/CXX11/Tensor>

#include <posenc/posenc.hpp>
#include <posenc/rotary/tensor.hpp>

namespace {

using Eigen::Index;
using Table = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Heads = Eigen::Tensor<float, 4, Eigen::RowMajor>;

bool same_bits(const float* a, const float* b, Index n, const char* what) {
  const bool same = std::memcmp(a, b, static_cast<std::size_t>(n) * sizeof(float)) == 0;
  std::printf("%-32s %s\n", what, same ? "the same bits" : "DIFFERENT BITS");
  return same;
}

}  // namespace

int main() {
  const int threads = 3;
  Eigen::ThreadPool pool(threads);
  const Eigen::ThreadPoolDevice device(&pool, threads);
  std::printf("Eigen's ThreadPoolDevice, %d threads:\n", device.numThreads());

  // Bytes read, bytes written and cycles of a row: with these the device chooses the shards.
  const Index rows = 5001, width = 256;
  const posenc::SinusoidalEncoding encoding(width);
  const Eigen::TensorOpCost row_cost(0.0, 4.0 * width, 2.0 * width);
  Table table = Table::Zero(rows, width);
  device.parallelFor(rows, row_cost, [&](Index begin, Index end) {
    encoding.write(table.middleRows(begin, end - begin), begin);
  });
  const Table whole = encoding.table<float, Eigen::RowMajor>(rows);
  bool ok = same_bits(table.data(), whole.data(), whole.size(), "rows of a table");

  const Index batch = 8, heads = 4, tokens = 300, head_dim = 64;
  const posenc::RotaryEmbedding rope(head_dim, posenc::Pairing::halves);
  Heads keys(batch, heads, tokens, head_dim);
  for (Index k = 0; k < keys.size(); ++k) keys.data()[k] = static_cast<float>(k % 251 - 125);
  Heads expected = keys;
  posenc::rotate_batch(rope, expected, batch, tokens, 1000);
  const double numbers = static_cast<double>(heads * tokens * head_dim);
  device.parallelFor(batch, Eigen::TensorOpCost(4.0 * numbers, 4.0 * numbers, 4.0 * numbers),
                     [&](Index begin, Index end) {
                       for (Index b = begin; b < end; ++b) {
                         rope.rotate(posenc::heads_of_sequence(keys, b), 1000);
                       }
                     });
  ok &= same_bits(keys.data(), expected.data(), keys.size(), "sequences of rotated keys");
  return ok ? 0 : 1;
}
