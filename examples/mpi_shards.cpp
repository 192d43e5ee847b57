// One long sequence over several processes, as context-parallel attention divides it: each rank
// computes only its own rows, and rank 0 checks that they make up the whole table, bit for bit.
//   mpirun -n 4 mpi_shards [ROWS]
//
// N ranks, r a rank. Plain shards: rank r has the r-th of N runs of rows. Zigzag shards: rank r has
// chunks r and 2N - 1 - r of 2N, so that under a causal mask all ranks have the same work.
#include <Eigen/Core>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include <mpi.h>

#include <posenc/posenc.hpp>

namespace {

using Eigen::Index;
using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr Index kHeads = 2, kHeadWidth = 64, kWidth = kHeads * kHeadWidth;
/// The positions of a request that begins in the middle of a long context.
constexpr Index kFirst = 1000003;

/// Rows begin, ..., end - 1 of the sequence.
struct Run {
  Index begin, end;
};

/// Part k of `parts`; lengths differ by one at most.
Run part(Index rows, int k, int parts) {
  return {rows * k / parts, rows * (k + 1) / parts};
}

std::vector<Run> plain(Index rows, int rank, int ranks) {
  return {part(rows, rank, ranks)};
}

std::vector<Run> zigzag(Index rows, int rank, int ranks) {
  return {part(rows, rank, 2 * ranks), part(rows, 2 * ranks - 1 - rank, 2 * ranks)};
}

Index count(const std::vector<Run>& runs) {
  Index rows = 0;
  for (const Run& run : runs) rows += run.end - run.begin;
  return rows;
}

/// Queries of rows run.begin, ...: any numbers that every rank can compute for itself.
Rows queries(Run run) {
  return Rows::NullaryExpr(run.end - run.begin, kWidth, [run](Index t, Index c) {
    return static_cast<float>(((run.begin + t) * 131 + c * 17) % 257 - 128) / 64.0f;
  });
}

/// The table of rows run.begin, ... of the sequence.
Rows sinusoidal_rows(Run run) {
  static const posenc::SinusoidalEncoding encoding(kWidth);
  return encoding.table<float, Eigen::RowMajor>(run.end - run.begin, kFirst + run.begin);
}

/// The rotated queries of the same rows.
Rows rotated_rows(Run run) {
  static const posenc::RotaryEmbedding rope(kHeadWidth, posenc::Pairing::halves);
  Rows x = queries(run);
  rope.rotate(x, kFirst + run.begin);
  return x;
}

using Rule = std::vector<Run> (*)(Index rows, int rank, int ranks);
using Maker = Rows (*)(Run run);

/// Keys that a rank's queries see under a causal mask, relative to an equal share of all.
double load(Rule rule, Index rows, int rank, int ranks) {
  const auto seen = [](Index queries) {  // 1 + 2 + ... + queries
    return static_cast<double>(queries) * static_cast<double>(queries + 1) / 2.0;
  };
  double keys = 0.0;
  for (const Run& run : rule(rows, rank, ranks)) keys += seen(run.end) - seen(run.begin);
  return keys / (seen(rows) / ranks);
}

/// Every rank computes its rows and sends them; rank 0 puts them in their places and compares.
bool glued_is_whole(const char* what, Maker make, Rule rule, Index rows, int rank, int ranks) {
  const std::vector<Run> mine = rule(rows, rank, ranks);
  Rows local(count(mine), kWidth);
  Index at = 0;
  for (const Run& run : mine) {
    local.middleRows(at, run.end - run.begin) = make(run);
    at += run.end - run.begin;
  }

  std::vector<int> counts, starts;
  int total = 0;
  for (int r = 0; rank == 0 && r < ranks; ++r) {
    counts.push_back(static_cast<int>(count(rule(rows, r, ranks)) * kWidth));
    starts.push_back(total);
    total += counts.back();
  }
  Rows gathered(rank == 0 ? rows : 0, kWidth);
  MPI_Gatherv(local.data(), static_cast<int>(local.size()), MPI_FLOAT, gathered.data(),
              counts.data(), starts.data(), MPI_FLOAT, 0, MPI_COMM_WORLD);

  int same = 1;
  if (rank == 0) {
    Rows glued = Rows::Constant(rows, kWidth, -9.0f);
    at = 0;
    for (int r = 0; r < ranks; ++r) {
      for (const Run& run : rule(rows, r, ranks)) {
        glued.middleRows(run.begin, run.end - run.begin) =
            gathered.middleRows(at, run.end - run.begin);
        at += run.end - run.begin;
      }
    }
    const Rows whole = make({0, rows});
    same = std::memcmp(glued.data(), whole.data(),
                       static_cast<std::size_t>(whole.size()) * sizeof(float)) == 0;
    std::printf("  %-16s  whole against glued: %s\n", what,
                same ? "the same bits" : "DIFFERENT BITS");
  }
  MPI_Bcast(&same, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return same == 1;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const long rows = argc > 1 ? std::atol(argv[1]) : 20011;  // not a multiple of anything
  const long most = 1L << 24;                               // MPI counts in int: 2^31 / kWidth
  if (rows < 1 || rows >= most) {
    if (rank == 0) std::fprintf(stderr, "mpi_shards: ROWS: expected 1 to 2^24 - 1\n");
    MPI_Finalize();
    return 2;
  }
  bool ok = true;
  for (const auto& [how, rule] :
       {std::pair<const char*, Rule>{"plain", plain}, {"zigzag", zigzag}}) {
    if (rank == 0) {
      double busiest = 0.0;
      for (int r = 0; r < ranks; ++r) busiest = std::max(busiest, load(rule, rows, r, ranks));
      std::printf("%s shards: the busiest of %d ranks has %.2f of an equal share of attention\n",
                  how, ranks, busiest);
    }
    ok &= glued_is_whole("sinusoidal table", sinusoidal_rows, rule, rows, rank, ranks);
    ok &= glued_is_whole("rotated queries", rotated_rows, rule, rows, rank, ranks);
  }
  MPI_Finalize();
  return ok ? 0 : 1;
}
