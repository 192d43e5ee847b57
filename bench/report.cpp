#include "report.hpp"

#include <Eigen/Core>
#include <fstream>
#include <iomanip>
#include <ostream>
#include <sstream>

#include <posenc/version.hpp>

#include "kernels/kernels.hpp"

namespace posenc_bench {

namespace {

std::string fixed(double value) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(value < 10 ? 2 : value < 100 ? 1 : 0) << value;
  return text.str();
}

std::string duration(double seconds) {
  return seconds >= 1e-3   ? fixed(seconds * 1e3) + " ms"
         : seconds >= 1e-6 ? fixed(seconds * 1e6) + " us"
                           : fixed(seconds * 1e9) + " ns";
}

/// A ratio in the words of its goal: a multiple of the baseline, or so many times faster.
std::string in_words(double ratio, const Goal& goal) {
  return goal.kind == Goal::Kind::faster ? fixed(1.0 / ratio) + "x faster" : fixed(ratio) + "x";
}

std::string spread(double q1, double q3, const Goal& goal) {
  return goal.kind == Goal::Kind::faster ? fixed(1.0 / q3) + " .. " + fixed(1.0 / q1)
                                         : fixed(q1) + " .. " + fixed(q3);
}

std::string wanted(const Goal& goal) {
  if (goal.value == 0) return "";
  switch (goal.kind) {
    case Goal::Kind::none: return "";
    case Goal::Kind::at_most: return "<= " + fixed(goal.value) + "x";
    case Goal::Kind::faster: return ">= " + fixed(goal.value) + "x faster";
  }
  return "";
}

std::string met(double ratio, const Goal& goal) {
  if (goal.value == 0) return "";
  switch (goal.kind) {
    case Goal::Kind::none: return "";
    case Goal::Kind::at_most: return ratio <= goal.value ? "yes" : "**no**";
    case Goal::Kind::faster: return ratio * goal.value <= 1.0 ? "yes" : "**no**";
  }
  return "";
}

std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.compare(0, 10, "model name") == 0) return line.substr(line.find(':') + 2);
  }
  return "unknown processor";
}

std::string compiler() {
#ifdef __clang__
  return "Clang " __clang_version__;
#elif defined(__GNUC__)
  return "GCC " __VERSION__;
#else
  return "unknown compiler";
#endif
}

}  // namespace

bool MarkdownReporter::ReportContext(const Context& context) {
  std::ostream& out = GetOutputStream();
  out << "posenc " << POSENC_VERSION_MAJOR << '.' << POSENC_VERSION_MINOR << '.'
      << POSENC_VERSION_PATCH << ", Eigen " << EIGEN_WORLD_VERSION << '.' << EIGEN_MAJOR_VERSION
      << '.' << EIGEN_MINOR_VERSION << ", " << compiler() << "\n"
      << processor() << ", " << context.cpu_info.num_cpus
      << " processors, kernels: " << posenc::detail::chosen_kernels().name;
  for (const auto& cache : context.cpu_info.caches) {
    if (cache.type != "Instruction")
      out << ", L" << cache.level << " " << cache.size / 1024 << " KiB";
  }
  if (!context.cpu_info.load_avg.empty()) {
    out << ", load " << fixed(context.cpu_info.load_avg.front());
  }
  out << "\n\nRatios are medians over pairs of runs, side by side; spread is their middle half.\n";
  return true;
}

void MarkdownReporter::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs) {
    const auto found = labels_.find(run.run_name.function_name);
    if (run.run_type == Run::RT_Iteration && found != labels_.end()) {
      print_row(found->second, run.counters);
    }
  }
}

void MarkdownReporter::print_row(const Labels& labels, const benchmark::UserCounters& counters) {
  std::ostream& out = GetOutputStream();
  if (labels.section != section_) {
    section_ = labels.section;
    out << "\n### " << section_ << "\n\n"
        << "| operation | against | goal | ratio | spread | met | time | time against |\n"
        << "|---|---|---|---|---|---|---|---|\n";
  }
  if (counters.count("ratio") == 0) {
    out << "| " << labels.operation << " | " << labels.against << " | " << wanted(labels.goal)
        << " | not installed | | | | |" << std::endl;
    return;
  }
  const double ratio = counters.at("ratio");
  out << "| " << labels.operation << " | " << labels.against << " | " << wanted(labels.goal)
      << " | " << in_words(ratio, labels.goal) << " | "
      << spread(counters.at("ratio_q1"), counters.at("ratio_q3"), labels.goal) << " | "
      << met(ratio, labels.goal) << " | " << duration(counters.at("candidate_s")) << " | "
      << duration(counters.at("baseline_s")) << " |" << std::endl;
}

}  // namespace posenc_bench
