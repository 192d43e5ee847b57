// The golden tables: fixed configurations, each printed as a hash of its bits and its name.
//
// golden.txt holds what golden_print prints: the lines must agree on every compiler, level,
// instruction set and kernel. All but those of tiny positions are also what exact arithmetic gives,
// rounded once, entry for entry: golden_test checks that with MPFR. (One double in a million is not
// correctly rounded, within the contract; the tables are chosen so that none is met.)
#pragma once

#include <Eigen/Core>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>
#include <type_traits>
#include <vector>

#include <posenc/sinusoidal.hpp>

#include "samples.hpp"

namespace posenc_test {

enum class GoldenScalar { float64, float32, float16, bfloat16 };

/// The lines of a file in this folder.
inline std::vector<std::string> stored_lines(const std::string& name) {
  const std::string here = __FILE__;
  std::ifstream file(here.substr(0, here.find_last_of("/\\") + 1) + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

/// One table, or its sum with fixed embeddings.
struct Golden {
  GoldenScalar scalar = GoldenScalar::float64;
  bool row_major = true;
  long width = 66;
  posenc::Layout layout = posenc::Layout::interleaved;
  posenc::OddWidth odd = posenc::OddWidth::drop_last_cosine;
  double base = 10000.0;
  std::int64_t first = 0;
  std::vector<double> positions = {};  ///< in place of first, first + 1, ...
  Eigen::Index rows = 70;
  bool add = false;
  std::string remark = "";

  /// Entries are so small that the absolute part of the error bound decides.
  bool tiny() const { return remark == "tiny"; }
  std::string name() const {
    static const char* const scalars[] = {"double", "float", "half", "bfloat16"};
    static const char* const layouts[] = {"interleaved", "sin_cos", "cos_sin",
                                          "interleaved_cos_sin"};
    const bool zeros = odd == posenc::OddWidth::zero_column;
    return std::string(scalars[static_cast<int>(scalar)]) +
           (row_major ? " row-major " : " column-major ") + layouts[static_cast<int>(layout)] +
           " d=" + std::to_string(width) + (zeros ? " zero_column" : "") +
           " base=" + std::to_string(static_cast<long>(base)) + " n=" + std::to_string(rows) +
           (positions.empty() ? " first=" + std::to_string(first) : " " + remark) +
           (add ? " add" : "");
  }
};

inline std::vector<Golden> golden_tables() {
  using posenc::Layout;
  using posenc::OddWidth;
  const GoldenScalar scalars[] = {GoldenScalar::float64, GoldenScalar::float32,
                                  GoldenScalar::float16, GoldenScalar::bfloat16};
  std::vector<double> integers = powers_of_two(), reals, tiny;
  Random random(42);
  for (int n = 0; n < 30; ++n) {
    integers.push_back(random.integer(24));
    for (const int exponent : {8, 12, 30, 53}) reals.push_back(random.real(exponent));
    for (const int exponent : {-60, -30, -8, 0}) tiny.push_back(random.real(exponent));
  }

  std::vector<Golden> tables;
  const auto push = [&](auto&& change) {
    Golden golden;
    change(golden);
    tables.push_back(golden);
  };
  for (const GoldenScalar scalar : scalars) {
    for (const bool row_major : {true, false}) {
      push([&](Golden& g) { g.scalar = scalar, g.row_major = row_major; });
      push([&](Golden& g) { g.scalar = scalar, g.row_major = row_major, g.first = 4090; });
    }
    const auto scattered = [&](const std::vector<double>& positions, const char* remark) {
      push([&](Golden& g) {
        g.scalar = scalar, g.row_major = scalar != GoldenScalar::float32;
        g.positions = positions, g.remark = remark;
        g.rows = static_cast<Eigen::Index>(positions.size());
      });
    };
    scattered(integers, "integers");
    scattered(reals, "reals");
    scattered(tiny, "tiny");
    push([&](Golden& g) {
      g.scalar = scalar, g.row_major = scalar != GoldenScalar::float64, g.add = true, g.first = 250;
    });
  }
  for (const std::int64_t first :
       {std::int64_t{-5}, (std::int64_t{1} << 20) - 3, std::int64_t{1} << 40,
        std::int64_t{1000000000}, (std::int64_t{1} << 53) - 80}) {
    push([&](Golden& g) { g.first = first; });
    push(
        [&](Golden& g) { g.scalar = GoldenScalar::float32, g.row_major = false, g.first = first; });
  }
  for (const Layout layout : {Layout::sin_cos, Layout::cos_sin, Layout::interleaved_cos_sin}) {
    push([&](Golden& g) { g.layout = layout, g.first = 1000; });
    push([&](Golden& g) {
      g.scalar = GoldenScalar::float32, g.row_major = false, g.layout = layout, g.first = 1000;
    });
  }
  for (const long width : {1L, 2L, 3L, 7L, 127L, 512L}) {
    push([&](Golden& g) { g.width = width, g.first = 100; });
  }
  push([&](Golden& g) { g.width = 7, g.odd = OddWidth::zero_column, g.layout = Layout::sin_cos; });
  push([&](Golden& g) { g.width = 512, g.row_major = false, g.base = 500000.0, g.first = 5000; });
  return tables;
}

/// The unsigned integer of this many bytes: its value is the same on machines of either byte order.
template <std::size_t bytes>
using BitsOf = std::conditional_t<bytes == 8, std::uint64_t,
                                  std::conditional_t<bytes == 4, std::uint32_t, std::uint16_t>>;

/// 64-bit FNV-1a over the bytes of each entry, least significant first, in storage order.
template <class Plain>
std::uint64_t golden_hash(const Plain& table) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (Eigen::Index n = 0; n < table.size(); ++n) {
    BitsOf<sizeof(typename Plain::Scalar)> entry;
    std::memcpy(&entry, table.data() + n, sizeof entry);
    std::uint64_t bits = entry;
    for (std::size_t byte = 0; byte < sizeof entry; ++byte, bits >>= 8) {
      hash = (hash ^ (bits & 0xff)) * 0x100000001b3u;
    }
  }
  return hash;
}

/// "hash name". A source has a member template table<Matrix>(golden), and add(golden, x).
template <class Scalar, int Order, class Source>
std::string golden_line(const Golden& golden, const Source& source) {
  using Table = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order>;
  Table table;
  if (golden.add) {
    table = random_matrix(golden.rows, golden.width).template cast<Scalar>();
    source.add(golden, table);
  } else {
    table = source.template table<Table>(golden);
  }
  char hash[20];
  std::snprintf(hash, sizeof hash, "%016" PRIx64, golden_hash(table));
  return hash + (" " + golden.name());
}

template <class Scalar, class Source>
std::string golden_line(const Golden& golden, const Source& source) {
  return golden.row_major ? golden_line<Scalar, Eigen::RowMajor>(golden, source)
                          : golden_line<Scalar, Eigen::ColMajor>(golden, source);
}

template <class Source>
std::string golden_line(const Golden& golden, const Source& source) {
  switch (golden.scalar) {
    case GoldenScalar::float64: return golden_line<double>(golden, source);
    case GoldenScalar::float32: return golden_line<float>(golden, source);
    case GoldenScalar::float16: return golden_line<Eigen::half>(golden, source);
    case GoldenScalar::bfloat16: return golden_line<Eigen::bfloat16>(golden, source);
  }
  return {};
}

/// The library as a source.
struct Library {
  static posenc::SinusoidalEncoding encoding(const Golden& g) {
    const Eigen::Index pairs = posenc::pair_count(g.width, g.odd);
    return posenc::SinusoidalEncoding(
        posenc::Frequencies::with_denominator(pairs, static_cast<double>(g.width), g.base),
        g.layout, g.width, g.odd);
  }
  template <class Table>
  Table table(const Golden& g) const {
    using Scalar = typename Table::Scalar;
    constexpr int order = Table::IsRowMajor ? Eigen::RowMajor : Eigen::ColMajor;
    if (g.positions.empty()) return encoding(g).template table<Scalar, order>(g.rows, g.first);
    return encoding(g).template table<Scalar, order>(as_vector(g.positions));
  }
  template <class Table>
  void add(const Golden& g, Table& x) const {
    encoding(g).add(x, g.first);
  }
};

}  // namespace posenc_test
