// Tables of presets as .npy files, from the arguments of the command line.
#include "write_preset.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "identify.hpp"
#include "npy.hpp"

namespace tables {
namespace {

Eigen::Index integer(const std::string& text) {
  char* end = nullptr;
  const long long value = std::strtoll(text.c_str(), &end, 10);
  if (end != text.c_str() + text.size() || text.empty()) {
    throw std::runtime_error("'" + text + "' is not an integer");
  }
  return static_cast<Eigen::Index>(value);
}

/// "49" or "14x14".
std::vector<Eigen::Index> sizes_of(const std::string& text) {
  std::vector<Eigen::Index> sizes;
  std::size_t begin = 0;
  while (begin <= text.size()) {
    const std::size_t end = std::min(text.find('x', begin), text.size());
    sizes.push_back(integer(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return sizes;
}

struct Options {
  std::string type = "f4";
  Eigen::Index first = 0;
  bool fortran_order = false;
};

template <class Scalar>
void save(const Eigen::MatrixXd& values, bool fortran_order, const std::string& file) {
  std::ofstream out(file, std::ios::binary);
  using ColMajor = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using RowMajor = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const ColMajor narrow = values.cast<Scalar>();  // exact: they are of the type
  if (fortran_order) {
    npy::write(out, narrow);
  } else {
    npy::write(out, RowMajor(narrow));
  }
  if (!out.flush()) throw std::runtime_error(file + ": cannot be written");
}

void save(const Eigen::MatrixXd& values, const Options& options, const std::string& file) {
  if (options.type == "f2") save<Eigen::half>(values, options.fortran_order, file);
  if (options.type == "f4") save<float>(values, options.fortran_order, file);
  if (options.type == "f8") save<double>(values, options.fortran_order, file);
}

/// Takes the options out of the arguments.
Options options_of(std::vector<std::string>& arguments) {
  Options options;
  std::vector<std::string> others;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const std::string& word = arguments[k];
    const bool last = k + 1 == arguments.size();
    if (word == "--type" && !last) {
      options.type = arguments[++k];
    } else if (word == "--first" && !last) {
      options.first = integer(arguments[++k]);
    } else if (word == "--order" && !last) {
      const std::string& order = arguments[++k];
      if (order != "C" && order != "F") {
        throw std::runtime_error("--order: expected C or F, got '" + order + "'");
      }
      options.fortran_order = order == "F";
    } else {
      others.push_back(word);
    }
  }
  if (options.type != "f2" && options.type != "f4" && options.type != "f8") {
    throw std::runtime_error("--type: expected f2, f4 or f8, got '" + options.type + "'");
  }
  arguments = others;
  return options;
}

}  // namespace

void list_presets() {
  const auto print = [](const std::vector<Candidate>& candidates, const char* kind) {
    for (const auto& candidate : candidates) {
      constexpr const char* rows[] = {"", ", ROWS are HxW", ", ROWS are TxHxW"};
      if (candidate.name.empty()) continue;
      std::printf("%s%s%s\n", candidate.name.c_str(), kind, rows[candidate.axes - 1]);
    }
  };
  print(presets(false), "");
  print(presets(true), " (rotary)");
}

bool write_preset(std::vector<std::string> arguments) {
  const Options options = options_of(arguments);
  const bool unknown = std::any_of(arguments.begin(), arguments.end(),
                                   [](const auto& word) { return word.compare(0, 2, "--") == 0; });
  if (unknown || (arguments.size() != 4 && arguments.size() != 5)) {
    return false;
  }
  const bool rotary = arguments.size() == 5;
  const std::string& preset = arguments[0];
  const auto all = presets(rotary);
  const auto found = std::find_if(
      all.begin(), all.end(), [&](const Candidate& candidate) { return candidate.name == preset; });
  if (preset.empty() || found == all.end()) {
    throw std::runtime_error("no " + std::string(rotary ? "rotary " : "") + "preset '" + preset +
                             "'; see --list");
  }
  const std::vector<Eigen::Index> sizes = sizes_of(arguments[1]);
  if (static_cast<Eigen::Index>(sizes.size()) != found->axes) {
    throw std::runtime_error(preset + ": expected ROWS along " + std::to_string(found->axes) +
                             " axes, as in 7 or 14x14, got '" + arguments[1] + "'");
  }
  if (found->places != Places::counted && options.first != 0) {
    throw std::runtime_error(preset + ": normalised coordinates have no --first");
  }
  const Eigen::Index width = integer(arguments[2]);
  constexpr Eigen::Index kMost = Eigen::Index{1} << 26;
  Eigen::Index entries = width;
  bool sound = width >= 1 && width <= 1 << 20;
  for (const Eigen::Index size : sizes) {
    sound = sound && size >= 1 && size <= kMost / entries;
    if (sound) entries *= size;
  }
  if (!sound) {
    throw std::runtime_error(
        "ROWS and WIDTH: expected at least 1 and a table of up to 2^26 entries");
  }
  const Eigen::MatrixXd points = points_of(found->places, sizes, options.first);
  const Eigen::MatrixXd values = found->make(width, options.type)(points).nearest;
  if (!rotary) return save(values, options, arguments[3]), true;
  save(values.leftCols(width / 2), options, arguments[3]);
  save(values.rightCols(width / 2), options, arguments[4]);
  return true;
}

}  // namespace tables
