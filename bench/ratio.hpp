// Ratios of two operations, measured side by side; the benchmark's tables consist of them.
//
// A line is one benchmark of Google Benchmark. Each of its iterations times the baseline and the
// candidate once, in alternating order, so that a change of clock rate or load affects both. Each
// timed stretch lasts at least a millisecond and follows untimed calls of the same operation. One
// such call is not enough: if the memory is as large as a share of the last cache, a fill needs
// five to ten passes to rise from 8 to 16 GB/s, and any other traffic slows it down again.
#pragma once

#include <functional>
#include <string>

namespace posenc_bench {

/// The ratio to aim for, reported as a multiple or as a gain. A goal is printed, never enforced,
/// because machines differ.
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

/// Processor time excludes other jobs. With several threads it is the time of the calling thread
/// plus the time, given to add_waiting(), that it would wait for the others on an idle machine.
enum class Clock { process, thread };

/// Processor time of the calling thread so far, in seconds.
double thread_seconds();
void add_waiting(double seconds);

/// One line of a table. A line without operations says that its baseline is not installed. An
/// operation passes its result to keep() in rungs.hpp, so that the compiler cannot drop it.
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

/// Pins the calling thread to one of the processors that the process may use (by number, modulo
/// their count), if the system supports it. Unpinned threads may share one for milliseconds.
void pin_thread(int processor);

}  // namespace posenc_bench
