// The lines as Markdown tables.
#pragma once

#include <benchmark/benchmark.h>

#include <map>
#include <string>
#include <vector>

#include "ratio.hpp"

namespace posenc_bench {

/// What a line says of itself.
struct Labels {
  std::string section, operation, against;
  Goal goal;
};

/// Prints a row as soon as it is measured, and the head of a table where a section begins.
class MarkdownReporter : public benchmark::BenchmarkReporter {
 public:
  explicit MarkdownReporter(const std::map<std::string, Labels>& labels) : labels_(labels) {}
  bool ReportContext(const Context& context) override;
  void ReportRuns(const std::vector<Run>& runs) override;

 private:
  void print_row(const Labels& labels, const benchmark::UserCounters& counters);

  const std::map<std::string, Labels>& labels_;
  std::string section_;
};

}  // namespace posenc_bench
