#include "ratio.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
#include <map>
#include <vector>

#include "report.hpp"

#ifdef __linux__
#include <sched.h>
#endif

namespace posenc_bench {

namespace {

std::map<std::string, Labels>& labels() {
  static std::map<std::string, Labels> by_name;
  return by_name;
}

double waiting = 0.0;

double now(Clock clock) {
  return clock == Clock::process ? static_cast<double>(std::clock()) / CLOCKS_PER_SEC
                                 : thread_seconds() + waiting;
}

double seconds(const std::function<void()>& operation, int calls, Clock clock) {
  const double start = now(clock);
  for (int i = 0; i < calls; ++i) operation();
  return now(clock) - start;
}

/// Calls that together take a millisecond.
int calls_for(const std::function<void()>& operation, Clock clock) {
  int calls = 1;
  operation();
  while (seconds(operation, calls, clock) < 1e-3) calls *= 2;
  return calls;
}

/// Calls untimed until the memory is as this operation leaves it: eight times, fewer where that
/// takes long.
void warm_up(const std::function<void()>& operation, Clock clock) {
  double spent = 0.0;
  for (int i = 0; i < 8 && spent < 0.05; ++i) spent += seconds(operation, 1, clock);
}

/// Seconds per call, once warm.
double time_of(const std::function<void()>& operation, int calls, Clock clock) {
  warm_up(operation, clock);
  return seconds(operation, calls, clock) / calls;
}

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  const double at = q * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = (std::min)(below + 1, values.size() - 1);
  return values[below] + (at - static_cast<double>(below)) * (values[above] - values[below]);
}

void measure(benchmark::State& state, const Line& line) {
  if (!line.baseline) {  // not installed
    for (auto _ : state) state.SetIterationTime(1.0);
    return;
  }
  pin_thread(0);
  const int baseline_calls = calls_for(line.baseline, line.clock);
  const int candidate_calls = calls_for(line.candidate, line.clock);
  std::vector<double> baseline, candidate, ratio;
  bool baseline_first = true;
  for (auto _ : state) {
    double before = 0.0;
    if (baseline_first) before = time_of(line.baseline, baseline_calls, line.clock);
    const double after = time_of(line.candidate, candidate_calls, line.clock);
    if (!baseline_first) before = time_of(line.baseline, baseline_calls, line.clock);
    baseline_first = !baseline_first;
    baseline.push_back(before);
    candidate.push_back(after);
    ratio.push_back(after / before);
    state.SetIterationTime(after);
  }
  state.counters["baseline_s"] = quantile(baseline, 0.5);
  state.counters["candidate_s"] = quantile(candidate, 0.5);
  state.counters["ratio"] = quantile(ratio, 0.5);
  state.counters["ratio_q1"] = quantile(ratio, 0.25);
  state.counters["ratio_q3"] = quantile(ratio, 0.75);
}

}  // namespace

void add_line(const std::string& section, const Line& line) {
  const std::string name = section + "/" + line.operation + "/" + line.against;
  labels()[name] = {section, line.operation, line.against, line.goal};
  benchmark::RegisterBenchmark(name.c_str(),
                               [line](benchmark::State& state) { measure(state, line); })
      ->UseManualTime()
      ->Iterations(line.baseline ? line.pairs : 1);
}

int run_lines(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  MarkdownReporter reporter(labels());
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return 0;
}

double thread_seconds() {
#ifdef CLOCK_THREAD_CPUTIME_ID
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
#else
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

void add_waiting(double seconds) {
  waiting += seconds;
}

void pin_thread(int processor) {
#ifdef __linux__
  static const std::vector<int> allowed = [] {
    cpu_set_t set;
    CPU_ZERO(&set);
    sched_getaffinity(0, sizeof set, &set);
    std::vector<int> numbers;
    for (int i = 0; i < CPU_SETSIZE; ++i) {
      if (CPU_ISSET(static_cast<std::size_t>(i), &set)) numbers.push_back(i);
    }
    return numbers;
  }();
  if (allowed.empty()) return;
  cpu_set_t one;
  CPU_ZERO(&one);
  const std::size_t at = static_cast<std::size_t>(processor) % allowed.size();
  CPU_SET(static_cast<std::size_t>(allowed[at]), &one);
  sched_setaffinity(0, sizeof one, &one);
#else
  static_cast<void>(processor);
#endif
}

}  // namespace posenc_bench
