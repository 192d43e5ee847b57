// One table, and the queries of one sequence, divided among several threads: row ranges need
// nothing from each other and together give the same bits, however the rows are divided.
#include <Eigen/Core>
#include <cstdio>
#include <cstring>
#include <thread>
#include <vector>

#include <posenc/posenc.hpp>

namespace {

using Table = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// First row of shard s of `shards`.
Eigen::Index cut(const Table& table, int s, int shards) {
  return table.rows() * s / shards;
}

void write_shard(const posenc::SinusoidalEncoding& encoding, Table& table, int s, int shards) {
  const Eigen::Index first = cut(table, s, shards);
  encoding.write(table.middleRows(first, cut(table, s + 1, shards) - first), first);
}

void rotate_shard(const posenc::RotaryEmbedding& rope, Table& queries, int s, int shards) {
  const Eigen::Index first = cut(queries, s, shards);
  rope.rotate(queries.middleRows(first, cut(queries, s + 1, shards) - first), first);
}

bool same_bits(const Table& a, const Table& b, const char* how) {
  const std::size_t bytes = static_cast<std::size_t>(a.size()) * sizeof(float);
  const bool same = std::memcmp(a.data(), b.data(), bytes) == 0;
  std::printf("%-24s %s\n", how, same ? "the same bits" : "DIFFERENT BITS");
  return same;
}

}  // namespace

int main() {
  const Eigen::Index rows = 5001, width = 256;
  const posenc::SinusoidalEncoding encoding(width);
  const Table whole = encoding.table<float, Eigen::RowMajor>(rows);
  std::printf("%d x %d table, whole against shards:\n", static_cast<int>(rows),
              static_cast<int>(width));
  const Table queries = Table::NullaryExpr(rows, width, [](Eigen::Index r, Eigen::Index c) {
    return static_cast<float>((r * 131 + c * 17) % 257 - 128);
  });
  const posenc::RotaryEmbedding rope(64, posenc::Pairing::halves);
  const Table rotated = rope.rotated(queries);
  bool ok = true;

  for (const int shards : {2, 3, 7}) {
    Table table = Table::Zero(rows, width), x = queries;
    std::vector<std::thread> threads;
    for (int s = 0; s < shards; ++s) {
      threads.emplace_back([&, s] {
        write_shard(encoding, table, s, shards);
        rotate_shard(rope, x, s, shards);
      });
    }
    for (std::thread& thread : threads) thread.join();
    char how[32];
    std::snprintf(how, sizeof how, "std::thread, %d shards", shards);
    ok &= same_bits(whole, table, how);
    ok &= same_bits(rotated, x, "  rotated queries");
  }

#ifdef _OPENMP
  const int shards = 5;
  Table table = Table::Zero(rows, width), x = queries;
#pragma omp parallel for
  for (int s = 0; s < shards; ++s) {
    write_shard(encoding, table, s, shards);
    rotate_shard(rope, x, s, shards);
  }
  ok &= same_bits(whole, table, "OpenMP, 5 shards");
  ok &= same_bits(rotated, x, "  rotated queries");
#else
  std::printf("compiled without OpenMP\n");
#endif
  return ok ? 0 : 1;
}
