// Which convention is this table? Reads .npy files, names the line of posenc that makes the same
// table, and says how far apart they are; writes the tables of the presets as .npy.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "identify.hpp"

namespace {

constexpr const char* kUsage =
    "posenc_identify TABLE.npy           which table is this?\n"
    "posenc_identify COS.npy SIN.npy     which rotary embedding has these caches?\n"
    "posenc_identify --list              the presets that --write knows\n"
    "posenc_identify --write PRESET ROWS WIDTH OUT.npy [SIN.npy] [--type f2|f4|f8] [--first P]\n"
    "                                    a preset's table; of a rotary one, cosines and sines\n";

Eigen::MatrixXd matrix(const npy::Array& array, const std::string& file) {
  std::vector<Eigen::Index> sizes;
  for (const Eigen::Index n : array.shape) {
    if (n != 1) sizes.push_back(n);
  }
  if (sizes.size() == 1) sizes.insert(sizes.begin(), 1);  // one row
  if (sizes.size() != 2 || sizes[0] == 0 || sizes[1] == 0) {
    throw std::runtime_error(file + ": its shape is not that of a table (rows, columns)");
  }
  return array.entries.reshaped<Eigen::RowMajor>(sizes[0], sizes[1]);
}

npy::Array read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error(file + ": cannot be read");
  return npy::read(in, file);
}

int identify(const std::vector<std::string>& files) {
  const npy::Array array = read(files[0]);
  Eigen::MatrixXd table = matrix(array, files[0]);
  const bool two = files.size() == 2;
  if (two) {
    const npy::Array other = read(files[1]);
    const Eigen::MatrixXd sines = matrix(other, files[1]);
    if (sines.rows() != table.rows() || sines.cols() != table.cols() || other.type != array.type) {
      throw std::runtime_error("the two files differ in shape or type");
    }
    const Eigen::Index width = table.cols();
    table.conservativeResize(Eigen::NoChange, 2 * width);
    table.rightCols(width) = sines;
  }
  const tables::Answer answer = tables::identify(table, array.type, two);
  std::printf("%td x %td, %s\n", table.rows(), table.cols(), array.type.c_str());
  if (answer.matches.empty()) {
    std::printf("none of the tables known here; the nearest ones:\n");
    for (const tables::Match& near : answer.nearest) {
      std::printf("  %s, from position %td: off by up to %.3g\n", near.line.c_str(), near.first,
                  near.difference);
    }
    return 1;
  }
  for (const tables::Match& match : answer.matches) {
    std::printf("%s, from position %td\n", match.line.c_str(), match.first);
  }
  const tables::Match& best = answer.matches[0];
  std::printf("%s\n", tables::sentence(best.agreement));
  if (best.ulp > 0) {
    std::printf("largest difference: %.3g; in ulp: %.3g, in row %td, column %td (%.9g for %.9g)\n",
                best.difference, best.ulp, best.row, best.col, best.theirs, best.exact);
  }
  if (best.skipped > 0) std::printf("rows of zeros, left out as padding: %td\n", best.skipped);
  return 0;
}

int list() {
  for (const auto& candidate : tables::sinusoidal_tables()) {
    if (!candidate.name.empty()) std::printf("%s\n", candidate.name.c_str());
  }
  for (const auto& candidate : tables::rotary_caches(true)) {
    if (!candidate.name.empty()) std::printf("%s (rotary)\n", candidate.name.c_str());
  }
  return 0;
}

Eigen::Index integer(const std::string& text) {
  char* end = nullptr;
  const long long value = std::strtoll(text.c_str(), &end, 10);
  if (end != text.c_str() + text.size() || text.empty()) {
    throw std::runtime_error("'" + text + "' is not an integer");
  }
  return static_cast<Eigen::Index>(value);
}

template <class Scalar>
void save(const Eigen::MatrixXd& values, const std::string& file) {
  std::ofstream out(file, std::ios::binary);
  using RowMajor = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  npy::write(out, RowMajor(values.cast<Scalar>()));
  if (!out.flush()) throw std::runtime_error(file + ": cannot be written");
}

int write(std::vector<std::string> arguments) {
  std::string type = "f4";
  Eigen::Index first = 0;
  for (std::size_t k = 0; k + 1 < arguments.size();) {
    if (arguments[k] == "--type" || arguments[k] == "--first") {
      if (arguments[k] == "--type")
        type = arguments[k + 1];
      else
        first = integer(arguments[k + 1]);
      const auto at = arguments.begin() + static_cast<std::ptrdiff_t>(k);
      arguments.erase(at, at + 2);
    } else {
      ++k;
    }
  }
  if (type != "f2" && type != "f4" && type != "f8") {
    throw std::runtime_error("--type: expected f2, f4 or f8, got '" + type + "'");
  }
  const bool option = std::any_of(arguments.begin(), arguments.end(), [](const std::string& word) {
    return word.compare(0, 2, "--") == 0;
  });
  if (option || (arguments.size() != 4 && arguments.size() != 5))
    return std::fputs(kUsage, stderr), 2;
  const bool rotary = arguments.size() == 5;
  const Eigen::Index rows = integer(arguments[1]), width = integer(arguments[2]);
  if (rows < 1 || rows > 1 << 24 || width < 1 || width > 1 << 20 || rows * width > 1 << 28) {
    throw std::runtime_error(
        "ROWS and WIDTH: expected at least 1 and a table of up to 2^28 entries");
  }
  const auto all = rotary ? tables::rotary_caches(true) : tables::sinusoidal_tables();
  const auto found = std::find_if(all.begin(), all.end(), [&](const tables::Candidate& candidate) {
    return candidate.name == arguments[0];
  });
  if (arguments[0].empty() || found == all.end()) {
    throw std::runtime_error("no " + std::string(rotary ? "rotary " : "") + "preset '" +
                             arguments[0] + "'; see --list");
  }
  const Eigen::VectorXi each = Eigen::VectorXi::LinSpaced(rows, 0, static_cast<int>(rows) - 1);
  const Eigen::MatrixXd values = found->make(each, rows, width, first).values;
  const auto save_as = [&](const Eigen::MatrixXd& part, const std::string& file) {
    if (type == "f2") save<Eigen::half>(part, file);
    if (type == "f4") save<float>(part, file);
    if (type == "f8") save<double>(part, file);
  };
  if (!rotary) return save_as(values, arguments[3]), 0;
  save_as(values.leftCols(width / 2), arguments[3]);
  save_as(values.rightCols(width / 2), arguments[4]);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  try {
    if (arguments.size() == 1 && arguments[0] == "--help") return std::fputs(kUsage, stdout), 0;
    if (arguments.size() == 1 && arguments[0] == "--list") return list();
    if (!arguments.empty() && arguments[0] == "--write") {
      return write({arguments.begin() + 1, arguments.end()});
    }
    if (arguments.empty() || arguments.size() > 2 || arguments[0][0] == '-') {
      return std::fputs(kUsage, stderr), 2;
    }
    return identify(arguments);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "posenc_identify: %s\n", error.what());
    return 2;
  }
}
