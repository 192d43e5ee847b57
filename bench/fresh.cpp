// Tables in memory fresh from the system: the cost of a first call and of later ones, with pages
// that arrive by single faults, are requested at once, or are huge.
//
// Each first call needs a new process and memory that has been idle, so processes start after a
// pause. Virtual machines return idle memory to their host within two seconds and get it back by
// faults of the host, of which a huge page needs only one.
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

#include <posenc/sinusoidal.hpp>

namespace {

using Eigen::Index;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr int kProcesses = 5, kRestSeconds = 5;
constexpr Index kWidth = 1024, kRowsOfMiB = 128;

enum class Way { faults, at_once, huge_pages };

const char* name(Way way) {
  switch (way) {
    case Way::faults: return "a fault for each page";
    case Way::at_once: return "table()";
    case Way::huge_pages: return "huge pages advised";
  }
  return "";
}

void advise_huge_pages(void* data, std::size_t bytes) {
  constexpr std::uintptr_t huge = std::uintptr_t{2} << 20;
  const auto begin = (reinterpret_cast<std::uintptr_t>(data) + huge - 1) / huge * huge;
  const auto end = (reinterpret_cast<std::uintptr_t>(data) + bytes) / huge * huge;
  if (begin < end) madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

Rows made(const posenc::SinusoidalEncoding& encoding, Index rows, Way way) {
  if (way == Way::at_once) return encoding.table<double, Eigen::RowMajor>(rows);
  Rows table(rows, kWidth);
  if (way == Way::huge_pages) {
    advise_huge_pages(table.data(), static_cast<std::size_t>(table.size()) * sizeof(double));
  }
  encoding.write(table);
  return table;
}

/// Microseconds of processor time that a table takes to be made, read and freed, and its page
/// faults.
struct Sample {
  double time;
  long faults;
  double sum;  // of its entries: they are read
};

Sample sample(const posenc::SinusoidalEncoding& encoding, Index rows, Way way) {
  const auto faults = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
  };
  const long before = faults();
  const std::clock_t start = std::clock();
  const double sum = made(encoding, rows, way).sum();
  const double time = 1e6 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  return {time, faults() - before, sum};
}

/// The samples of a new process: its first call, then later ones.
std::vector<Sample> samples(const posenc::SinusoidalEncoding& encoding, Index rows, Way way) {
  const Index mib = rows / kRowsOfMiB;
  const auto calls = static_cast<std::size_t>(std::clamp<Index>(1024 / mib, 3, 10));
  sleep(kRestSeconds);
  int ends[2];
  if (pipe(ends) != 0) return {};
  std::vector<Sample> all(calls);
  const auto bytes = static_cast<ssize_t>(calls * sizeof(Sample));
  const pid_t child = fork();
  if (child == 0) {
    for (Sample& one : all) one = sample(encoding, rows, way);
    _exit(write(ends[1], all.data(), static_cast<std::size_t>(bytes)) == bytes ? 0 : 1);
  }
  close(ends[1]);
  const bool whole = read(ends[0], all.data(), static_cast<std::size_t>(bytes)) == bytes;
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return whole ? all : std::vector<Sample>{};
}

std::string median_and_worst(std::vector<double> times, Index mib) {
  if (times.empty()) return "no memory | ";
  std::sort(times.begin(), times.end());
  char text[64];
  std::snprintf(text, sizeof text, "%.0f | %.0f", times[times.size() / 2] / double(mib),
                times.back() / double(mib));
  return text;
}

void print_row(const posenc::SinusoidalEncoding& encoding, Index mib, Way way) {
  std::vector<double> first, later;
  long faults = 0;
  for (int p = 0; p < kProcesses; ++p) {
    const std::vector<Sample> all = samples(encoding, mib * kRowsOfMiB, way);
    for (std::size_t i = 0; i < all.size(); ++i) (i == 0 ? first : later).push_back(all[i].time);
    if (!all.empty()) faults = all[0].faults;
  }
  std::printf("| %td MiB | %s | %s | %s | %ld |\n", mib, name(way),
              median_and_worst(first, mib).c_str(), median_and_worst(later, mib).c_str(), faults);
  std::fflush(stdout);
}

}  // namespace

int main() {
  const posenc::SinusoidalEncoding encoding(kWidth);
  for (const char* setting : {"enabled", "defrag"}) {
    std::string value;
    std::getline(std::ifstream(std::string("/sys/kernel/mm/transparent_hugepage/") + setting),
                 value);
    std::printf("transparent_hugepage/%s: %s\n", setting, value.empty() ? "none" : value.c_str());
  }
  std::printf(
      "\nMake a table of doubles in fresh memory, read it, free it: microseconds of "
      "processor time a MiB, %d "
      "processes,\neach after a rest of %d seconds.\n\n"
      "| size | pages by | first call | worst | later calls | worst | faults of the first |\n"
      "|---|---|---|---|---|---|---|\n",
      kProcesses, kRestSeconds);
  for (const Index mib : {1, 16, 64, 256, 1024}) {
    for (const Way way : {Way::faults, Way::at_once, Way::huge_pages}) {
      print_row(encoding, mib, way);
    }
  }
}
