// One row of the table, and the line of text that carries it from one program to the next.
#pragma once

#include <array>
#include <cstddef>
#include <istream>
#include <ostream>
#include <string>

namespace compare {

constexpr std::ptrdiff_t kTrainedLength = 64, kLongest = 512;
constexpr std::ptrdiff_t kLengths[] = {kTrainedLength, 128, 256, kLongest};

/// One number for each of kLengths; below 0 where there is none.
using PerLength = std::array<double, 4>;

struct Result {
  std::string name;  ///< without spaces
  PerLength loss{-1, -1, -1, -1}, model_time = loss, posenc_time = loss, memory = loss;
  double training_memory = -1;
};

inline std::ostream& operator<<(std::ostream& out, const Result& result) {
  out.precision(17);
  out << result.name;
  for (const PerLength* numbers :
       {&result.loss, &result.model_time, &result.posenc_time, &result.memory}) {
    for (const double number : *numbers) out << ' ' << number;
  }
  return out << ' ' << result.training_memory << '\n';
}

inline std::istream& operator>>(std::istream& in, Result& result) {
  in >> result.name;
  for (PerLength* numbers :
       {&result.loss, &result.model_time, &result.posenc_time, &result.memory}) {
    for (double& number : *numbers) in >> number;
  }
  return in >> result.training_memory;
}

}  // namespace compare
