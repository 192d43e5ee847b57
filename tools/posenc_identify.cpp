// Which convention is this table? Reads .npy files, names the line of posenc that makes the same
// table, and says how far apart they are; writes the tables of the presets as .npy.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "identify.hpp"
#include "npy.hpp"
#include "write_preset.hpp"

namespace {

constexpr const char* kUsage =
    "posenc_identify TABLE.npy           which table is this?\n"
    "posenc_identify COS.npy SIN.npy     which rotary embedding has these caches?\n"
    "posenc_identify TABLE.npy --points POINTS.npy [--matrix B.npy]\n"
    "                                    which table of these points, one a row? B of Fourier\n"
    "                                    features has a row for each pair\n"
    "posenc_identify --list              the presets that --write knows\n"
    "posenc_identify --write PRESET ROWS WIDTH OUT.npy [SIN.npy]\n"
    "                [--type f2|f4|f8] [--first P] [--order C|F]\n"
    "                                    a preset's table; of a rotary one, cosines and sines;\n"
    "                                    ROWS of a grid are HxW or TxHxW\n";

/// The array with channels last or first; a last axis of two is the sine and cosine of a pair.
tables::Given given(const npy::Array& array, const std::string& file, bool channels_last) {
  std::vector<Eigen::Index> sizes;
  for (const Eigen::Index n : array.shape) {
    if (n != 1) sizes.push_back(n);
  }
  while (sizes.size() < 2) sizes.insert(sizes.begin(), 1);  // one row
  if (sizes.size() > 4 || array.entries.size() == 0) {
    throw std::runtime_error(file + ": its shape is not that of a table (rows, columns)");
  }
  if (channels_last && sizes.size() == 3 && sizes[2] == 2) {
    sizes = {sizes[0], 2 * sizes[1]};
  }
  const Eigen::Index width = channels_last ? sizes.back() : sizes.front();
  sizes.erase(channels_last ? sizes.end() - 1 : sizes.begin());
  const Eigen::Index rows = array.entries.size() / width;
  if (channels_last) {
    return {array.entries.reshaped<Eigen::RowMajor>(rows, width), array.type, sizes};
  }
  return {array.entries.reshaped<Eigen::RowMajor>(width, rows).transpose(), array.type, sizes};
}

npy::Array read(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  in.peek();  // a folder opens, but has no bytes
  if (in.bad() || !in.is_open()) throw std::runtime_error(file + ": cannot be read");
  npy::Array array = npy::read(in, file);
  for (Eigen::Index k = 0; k < array.entries.size(); ++k) {
    if (!std::isfinite(array.entries[k])) {
      throw std::runtime_error(file + ": entry " + std::to_string(k) + " is not finite");
    }
  }
  if ((array.entries == 0).all()) throw std::runtime_error(file + ": all entries are zero");
  return array;
}

/// An array whose last axis is that of coordinates, as posenc takes them.
Eigen::MatrixXd coordinates(const std::string& file, int exponent) {
  const npy::Array array = read(file);
  if (array.entries.abs().maxCoeff() > std::ldexp(1.0, exponent)) {
    throw std::runtime_error(file + ": expected numbers up to 2^" + std::to_string(exponent));
  }
  const Eigen::Index count = array.shape.size() < 2 ? 1 : array.shape.back();
  return array.entries.reshaped<Eigen::RowMajor>(array.entries.size() / count, count);
}

/// Takes --points and --matrix out of the arguments.
tables::Given data_of(std::vector<std::string>& arguments) {
  tables::Given data;
  std::vector<std::string> others;
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const bool last = k + 1 == arguments.size();
    if (arguments[k] == "--points" && !last) {
      data.points = coordinates(arguments[++k], 53);
    } else if (arguments[k] == "--matrix" && !last) {
      data.matrix = coordinates(arguments[++k], 37);
    } else {
      others.push_back(arguments[k]);
    }
  }
  if (data.matrix.size() > 0 && data.matrix.cols() != data.points.cols()) {
    throw std::runtime_error("--matrix: expected a column for each of the " +
                             std::to_string(data.points.cols()) + " coordinates of --points, got " +
                             std::to_string(data.matrix.cols()));
  }
  arguments = others;
  return data;
}

int identify(const std::vector<std::string>& files, const tables::Given& data) {
  const npy::Array array = read(files[0]);
  tables::Given table = given(array, files[0], true);
  table.points = data.points;
  table.matrix = data.matrix;
  if (data.points.size() > 0 && data.points.rows() != table.rows.rows()) {
    throw std::runtime_error("--points: expected one for each of the " +
                             std::to_string(table.rows.rows()) + " rows, got " +
                             std::to_string(data.points.rows()));
  }
  const bool two = files.size() == 2;
  if (two) {
    const tables::Given sines = given(read(files[1]), files[1], true);
    if (sines.sizes != table.sizes || sines.rows.cols() != table.rows.cols() ||
        sines.type != array.type) {
      throw std::runtime_error("the two files differ in shape or type");
    }
    const Eigen::Index width = table.rows.cols();
    table.rows.conservativeResize(Eigen::NoChange, 2 * width);
    table.rows.rightCols(width) = sines.rows;
  }
  tables::Answer answer = tables::identify(table, two);
  bool channels_first = false;
  if (answer.matches.empty() && !two && data.points.size() == 0) {
    const tables::Given turned = given(array, files[0], false);
    tables::Answer other = tables::identify(turned, false);
    if (!other.matches.empty()) {
      channels_first = true;
      answer = std::move(other);
      table = turned;
    }
  }
  std::printf("%td x %td, %s%s\n", table.rows.rows(), table.rows.cols(), array.type.c_str(),
              channels_first ? ", channels on the first axis" : "");
  if (answer.matches.empty()) {
    std::printf("none of the tables known here; the nearest ones:\n");
    for (const tables::Match& near : answer.nearest) {
      std::printf("  %s%s: off by %.3g in the mean, up to %.3g\n", near.line.c_str(),
                  near.place.c_str(), near.mean, near.difference);
    }
    return 1;
  }
  for (const tables::Match& match : answer.matches) {
    std::printf("%s%s\n", match.line.c_str(), match.place.c_str());
  }
  const tables::Match& best = answer.matches[0];
  std::printf("%s\n", tables::sentence(best.agreement));
  if (best.ulp > 0) {
    std::printf(
        "largest difference: %.3g; largest in ulp: %.3g, in row %td, column %td "
        "(%.9g for %.9g)\n",
        best.difference, best.ulp, best.row, best.col, best.theirs, best.exact);
  }
  if (best.zeros > 0) std::printf("rows of zeros, left out: %td\n", best.zeros);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  try {
    if (arguments.size() == 1 && arguments[0] == "--help") return std::fputs(kUsage, stdout), 0;
    if (arguments.size() == 1 && arguments[0] == "--list") return tables::list_presets(), 0;
    if (!arguments.empty() && arguments[0] == "--write") {
      if (tables::write_preset({arguments.begin() + 1, arguments.end()})) return 0;
      return std::fputs(kUsage, stderr), 2;
    }
    const tables::Given data = data_of(arguments);
    const bool unknown = std::any_of(arguments.begin(), arguments.end(),
                                     [](const auto& word) { return word.compare(0, 1, "-") == 0; });
    if (unknown || arguments.empty() || arguments.size() > (data.points.size() > 0 ? 1u : 2u)) {
      return std::fputs(kUsage, stderr), 2;
    }
    return identify(arguments, data);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "posenc_identify: %s\n", error.what());
    return 2;
  }
}
