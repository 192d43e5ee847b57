// Time and memory of the running process.
#pragma once

#include <sys/resource.h>

#include <algorithm>
#include <chrono>

namespace compare {

/// The least of the seconds that one call takes, over at least `span` seconds of calls.
template <class Call>
double best_seconds(Call&& call, double span = 0.3) {
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point then) {
    return std::chrono::duration<double>(Clock::now() - then).count();
  };
  const auto begin = Clock::now();
  double best = 1e9;
  do {
    const auto before = Clock::now();
    call();
    best = (std::min)(best, seconds_since(before));
  } while (seconds_since(begin) < span);
  return best;
}

/// Megabytes (10^6) that the process has held at most.
inline double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
#ifdef __APPLE__
  return static_cast<double>(usage.ru_maxrss) / 1e6;
#else
  return static_cast<double>(usage.ru_maxrss) * 1024.0 / 1e6;
#endif
}

}  // namespace compare
