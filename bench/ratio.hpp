// Ratios of two operations, measured side by side: what the benchmark's tables are made of.
//
// A line is one benchmark of Google Benchmark. Each of its iterations times the baseline and the
// candidate once, turning the order about, so that a change of clock rate or load meets both. Each
// timed stretch lasts a millisecond at least and follows untimed calls of the same operation. One
// such call is not enough: where the memory is as large as a share of the last cache, a fill needs
// five to ten passes to come from 8 to 16 GB/s, and any other traffic sets it back.
#pragma once

#include <functional>
#include <string>

namespace posenc_bench {

/// What a ratio should be, and whether it is told as a multiple or as a gain. A goal is printed,
/// never enforced: machines differ. Without a value there is none.
struct Goal {
  enum class Kind { none, at_most, faster } kind = Kind::none;
  double value = 0.0;
};
inline Goal at_most(double times_the_baseline) {
  return {Goal::Kind::at_most, times_the_baseline};
}
inline Goal faster(double than_the_baseline) {
  return {Goal::Kind::faster, than_the_baseline};
}

/// Processor time leaves out what other jobs take. With several threads: that of the calling
/// thread, and what it would wait for the others on an idle machine, as add_waiting() was told.
enum class Clock { process, thread };

/// Processor time of the calling thread so far, in seconds.
double thread_seconds();
void add_waiting(double seconds);

/// One line of a table. A line without operations says that its baseline is not installed. An
/// operation leaves its result where the compiler must take it for read:
/// see keep() in rungs.hpp.
struct Line {
  std::string operation;
  std::string against;
  std::function<void()> baseline = nullptr;
  std::function<void()> candidate = nullptr;
  Goal goal = {};
  int pairs = 21;  ///< timed pairs; fewer where the baseline takes long
  Clock clock = Clock::process;
};

/// Registers a line in the table called `section`, as the benchmark
/// "section/operation/against".
void add_line(const std::string& section, const Line& line);

/// Runs the registered lines that the flag --benchmark_filter selects and prints one Markdown table
/// a section. Returns the exit status.
int run_lines(int argc, char** argv);

/// Keeps the calling thread on one of the processors that the process may use, counted around,
/// where the system can. Threads left to themselves may share one for milliseconds.
void pin_thread(int processor);

}  // namespace posenc_bench
