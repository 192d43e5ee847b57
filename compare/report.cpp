// Prints the rows of all choices as one table and draws them:
//   compare_report FOLDER RESULT...
// RESULT is a file that compare_train printed; pictures go into FOLDER. Files that are missing,
// of choices that were not finished, are left out.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include "result.hpp"
#include "svg.hpp"

namespace compare {
namespace {

std::vector<Result> read_results(int files, char** names) {
  std::vector<Result> results;
  for (int i = 0; i < files; ++i) {
    std::ifstream in(names[i]);
    for (Result result; in >> result;) {
      for (char& letter : result.name) letter = letter == '_' || letter == ',' ? ' ' : letter;
      results.push_back(result);
    }
  }
  return results;
}

/// A number in seven places, or a dash.
void print(int digits, double number, double unit = 1.0) {
  if (number < 0) {
    std::printf(" %7s", "-");
  } else {
    std::printf(" %7.*f", digits, number * unit);
  }
}

void print_table(const std::vector<Result>& results) {
  std::printf(
      "                    loss on text never trained on     ns a token, model      posenc   peak "
      "memory, MB\n"
      "                    trained on 64 letters, reads                             alone    reads "
      " "
      "          to\n"
      "positions               64     128     256     512       64     512  growth     512       "
      "64 "
      "    512   train\n");
  for (const Result& r : results) {
    std::printf("%-18s ", r.name.c_str());
    for (const double loss : r.loss) print(3, loss);
    std::printf(" ");
    print(0, r.model_time.front(), 1e9);
    print(0, r.model_time.back(), 1e9);
    print(2, r.model_time.front() < 0 ? -1 : r.model_time.back() / r.model_time.front());
    print(0, r.posenc_time.back(), 1e9);
    std::printf(" ");
    print(1, r.memory.front());
    print(1, r.memory.back());
    print(1, r.training_memory);
    std::printf("\n");
  }
}

std::vector<Line> lines_of(const std::vector<Result>& results, PerLength Result::*member,
                           double unit) {
  std::vector<Line> lines;
  for (const Result& result : results) {
    Line line{result.name, {}, result.model_time[0] < 0};
    for (std::size_t i = 0; i < result.loss.size(); ++i) {
      const double value = (result.*member)[i];
      if (value >= 0) line.points.emplace_back(static_cast<double>(kLengths[i]), value * unit);
    }
    if (!line.points.empty()) lines.push_back(line);
  }
  return lines;
}

/// From the least to the largest value, with about five ticks at round numbers.
Axis fitted(const std::string& label, const std::vector<Line>& lines, bool from_zero) {
  double low = from_zero ? 0.0 : 1e300, high = 0.0;
  for (const Line& line : lines) {
    for (const Point& point : line.points) {
      low = (std::min)(low, point.second);
      high = (std::max)(high, point.second);
    }
  }
  double step = std::pow(10.0, std::floor(std::log10((high - low) / 2.0)));
  if ((high - low) / step > 10.0) step *= 2.5;
  const double first = std::floor(low / step), last = std::ceil(high / step);
  Axis axis{label, first * step, last * step, false, {}};
  for (double k = first; k <= last; ++k) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%g", k * step);
    axis.ticks.push_back({k * step, digits});
  }
  return axis;
}

void draw(const std::vector<Result>& results, const std::string& folder) {
  const Axis length{
      "letters read", 64, 512, true, {{64, "64"}, {128, "128"}, {256, "256"}, {512, "512"}}};
  const auto loss = lines_of(results, &Result::loss, 1.0);
  if (loss.empty()) return;
  Svg losses(760, 470);
  losses.draw({"Loss on text never trained on, of models trained on 64 letters at a time", length,
               fitted("nats a letter", loss, false), loss},
              75, 45, 500, 365);
  losses.save(folder + "/loss_against_length.svg");

  std::vector<Result> models;  // scaled frequencies cost what others cost
  for (const Result& result : results) {
    if (result.model_time[0] >= 0 && result.name.find(' ') == std::string::npos) {
      models.push_back(result);
    }
  }
  const auto time = lines_of(models, &Result::model_time, 1e6);
  const auto memory = lines_of(models, &Result::memory, 1.0);
  if (time.empty()) return;
  Svg costs(960, 370);
  costs.draw({"Time a token, whole model", length, fitted("microseconds", time, true), time}, 70,
             45, 290, 265);
  costs.draw({"Peak memory of the process", length, fitted("megabytes", memory, true), memory}, 550,
             45, 290, 265);
  costs.save(folder + "/cost_against_length.svg");
}

}  // namespace
}  // namespace compare

int main(int argc, char** argv) try {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s FOLDER RESULT...\n", argv[0]);
    return 2;
  }
  const auto results = compare::read_results(argc - 2, argv + 2);
  compare::print_table(results);
  compare::draw(results, argv[1]);
} catch (const std::exception& error) {
  std::fprintf(stderr, "compare_report: %s\n", error.what());
  return 1;
}
