// The tables that identify knows: sinusoidal presets and frequencies in every layout, grids of
// image patches, and the sines and cosines of rotary embeddings.
#pragma once

#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <posenc/posenc.hpp>

namespace tables {

using Eigen::Index;
using Positions = Eigen::VectorXd;

/// Rows of a table, and the radians per position of each column.
struct Rows {
  Eigen::MatrixXd values;
  Eigen::ArrayXd frequencies;
};

struct Candidate {
  std::string name;  ///< for --write; empty where a line has no name of its own
  /// The line of posenc that makes it, for a width.
  std::function<std::string(Index width)> line;
  /// These rows of a table of n, the first at position `first`.
  /// Throws: std::invalid_argument for a width or number of rows that it has no table of.
  std::function<Rows(const Eigen::VectorXi& rows, Index n, Index width, Index first)> make;
  bool grid = false;  ///< the rows are the points of a square grid, without a first position
};

inline std::string number(double x) {
  std::string text = std::to_string(x);
  text.erase(text.find_last_not_of('0') + 1);
  return text.back() == '.' ? text + '0' : text;
}

inline Positions positions(const Eigen::VectorXi& rows, Index first) {
  return rows.cast<double>().array() + static_cast<double>(first);
}

inline Eigen::ArrayXd column_frequencies(const posenc::SinusoidalEncoding& encoding) {
  const Eigen::ArrayXd values = encoding.frequencies().values();
  const Index pairs = values.size(), width = encoding.width();
  const bool by_pair = encoding.layout() == posenc::Layout::interleaved ||
                       encoding.layout() == posenc::Layout::interleaved_cos_sin;
  const bool sines_first = encoding.layout() == posenc::Layout::sin_cos;
  const Index block = sines_first ? pairs : std::min(pairs, width - pairs);
  Eigen::ArrayXd columns = Eigen::ArrayXd::Zero(width);
  for (Index c = 0; c < width; ++c) {
    const Index i = by_pair ? c / 2 : c < block ? c : c - block;
    if (i < pairs) columns[c] = values[i];
  }
  return columns;
}

template <class Make>
Candidate sinusoidal(std::string name, std::function<std::string(Index)> line, Make make) {
  return {std::move(name), std::move(line),
          [make](const Eigen::VectorXi& rows, Index, Index width, Index first) -> Rows {
            const posenc::SinusoidalEncoding encoding = make(width);
            return {encoding.table(positions(rows, first)), column_frequencies(encoding)};
          }};
}

/// The points of a square grid, row by row.
template <class Make>
Candidate grid(const std::string& name, Make make) {
  return {name,
          [name](Index width) {
            return "presets::" + name + "(" + std::to_string(width) + ").grid(side, side)";
          },
          [make](const Eigen::VectorXi& rows, Index n, Index width, Index) -> Rows {
            const auto side = static_cast<Index>(std::lround(std::sqrt(static_cast<double>(n))));
            if (side * side != n || n > 1 << 14) throw std::invalid_argument("no square grid");
            const posenc::AxialEncoding encoding = make(width);
            const Eigen::MatrixXd whole = encoding.grid(side, side);
            Rows result{Eigen::MatrixXd(rows.size(), width),
                        Eigen::ArrayXd::Constant(width, 2 * 3.141592653589793)};
            for (Index r = 0; r < rows.size(); ++r) result.values.row(r) = whole.row(rows[r]);
            return result;
          },
          true};
}

inline std::vector<Candidate> sinusoidal_tables() {
  using posenc::Frequencies;
  using posenc::Layout;
  using posenc::OddWidth;
  using posenc::SinusoidalEncoding;
  namespace presets = posenc::presets;
  std::vector<Candidate> list;
  const auto preset = [&](const char* name, auto make) {
    const auto line = [name](Index width) {
      return "presets::" + std::string(name) + "(" + std::to_string(width) + ")";
    };
    list.push_back(sinusoidal(name, line, make));
  };
  preset("vaswani", [](Index d) {
    return presets::vaswani(d, d % 2 == 0 ? OddWidth::reject : OddWidth::drop_last_cosine);
  });
  preset("tensor2tensor", [](Index d) { return presets::tensor2tensor(d); });
  preset("fairseq", [](Index d) { return presets::fairseq(d); });
  preset("whisper", [](Index d) { return presets::whisper(d); });
  preset("marian", [](Index d) { return presets::marian(d); });
  preset("hf_marian", [](Index d) { return presets::hf_marian(d); });
  preset("keras", [](Index d) { return presets::keras(d); });
  preset("mlx", [](Index d) { return presets::mlx(d); });
  preset("ddpm", [](Index d) { return presets::ddpm(d); });
  preset("ldm", [](Index d) { return presets::ldm(d); });
  preset("grad_tts", [](Index d) { return presets::grad_tts(d); });
  list.push_back(grid("mae_2d", [](Index d) { return presets::mae_2d(d); }));
  list.push_back(grid("vjepa_2d", [](Index d) { return presets::vjepa_2d(d); }));
  list.push_back(grid("detr", [](Index d) { return presets::detr(d); }));
  list.push_back(grid("deformable_detr", [](Index d) { return presets::deformable_detr(d); }));
  list.push_back(grid("timm_2d", [](Index d) { return presets::timm_2d(d); }));

  const std::pair<Layout, const char*> layouts[] = {
      {Layout::interleaved, "interleaved"},
      {Layout::sin_cos, "sin_cos"},
      {Layout::cos_sin, "cos_sin"},
      {Layout::interleaved_cos_sin, "interleaved_cos_sin"}};
  for (const double base : {10000.0, 20.0, 100.0, 1000.0, 100000.0, 500000.0, 1000000.0}) {
    for (const auto& [layout, word] : layouts) {
      const std::string end = ", " + number(base) + "), Layout::" + word + ")";
      list.push_back(sinusoidal(
          "",
          [end](Index d) {
            return "SinusoidalEncoding(Frequencies::geometric(" + std::to_string(d) + end;
          },
          [base = base, layout = layout](Index d) {
            return SinusoidalEncoding(Frequencies::geometric(d, base), layout);
          }));
      list.push_back(sinusoidal(
          "",
          [end](Index d) {
            return "SinusoidalEncoding(Frequencies::closed(" + std::to_string(d / 2) + end;
          },
          [base = base, layout = layout](Index d) {
            return SinusoidalEncoding(Frequencies::closed(posenc::pair_count(d), base), layout);
          }));
    }
  }
  return list;
}

/// A rotary embedding of heads whose rotated channels are so many.
struct Rotary {
  std::string name;
  std::function<std::string(Index rotated)> line;
  std::function<posenc::RotaryEmbedding(Index rotated)> make;
};

inline std::vector<Rotary> rotary_embeddings() {
  using posenc::Frequencies;
  using posenc::Pairing;
  namespace presets = posenc::rotary_presets;
  namespace scaling = posenc::scaling;
  std::vector<Rotary> list;
  const auto preset = [&](const std::string& name, const std::string& rest, auto make) {
    const auto line = [name, rest](Index d) {
      return "rotary_presets::" + name + "(" + std::to_string(d) + rest + ")";
    };
    list.push_back({name, line, make});
  };
  preset("llama_hf", "", [](Index d) { return presets::llama_hf(d); });
  preset("gemma3_global", "", [](Index d) { return presets::gemma3_global(d); });
  preset("gpt_oss", "", [](Index d) { return presets::gpt_oss(d); });
  preset("gemma4_global", "", [](Index d) { return presets::gemma4_global(d); });
  const auto llama3 = [&](const char* name, double factor) {
    const std::string rest = ", {" + number(factor) + "}";
    list.push_back(
        {name,
         [rest](Index d) { return "rotary_presets::llama3(" + std::to_string(d) + rest + ")"; },
         [factor](Index d) {
           scaling::Llama3 parameters;
           parameters.factor = factor;
           return presets::llama3(d, parameters);
         }});
  };
  llama3("llama_3_1", 8.0);
  llama3("llama_3_2", 32.0);
  for (const double base :
       {500000.0, 1000000.0, 5000000.0, 10000000.0, 150000.0, 100000.0, 160000.0, 50000.0}) {
    list.push_back({"",
                    [base](Index d) {
                      return "rotary_presets::llama_hf(" + std::to_string(d) + ", " + number(base) +
                             ")";
                    },
                    [base](Index d) { return presets::llama_hf(d, base); }});
  }
  for (const double factor : {2.0, 4.0, 8.0, 16.0}) {
    list.push_back({"",
                    [factor](Index d) {
                      return "RotaryEmbedding(scaling::linear(Frequencies::geometric(" +
                             std::to_string(d) + "), " + number(factor) + "), Pairing::halves)";
                    },
                    [factor](Index d) -> posenc::RotaryEmbedding {
                      return {scaling::linear(Frequencies::geometric(d), factor), Pairing::halves};
                    }});
  }
  return list;
}

/// How a cache has each pair: once, twice side by side, or as two halves.
enum class Copies { once, adjacent, halves };
/// What a cache holds.
enum class Part { cos, sin, cos_and_sin, cos_then_sin };

/// The caches that hold the sines and cosines of a rotary embedding.
inline Candidate cache(const Rotary& rotary, Part part, Copies copies) {
  const Index blocks = part == Part::cos || part == Part::sin ? 1 : 2;
  const Index channels = copies == Copies::once ? 2 : 1;  // rotated ones for each column of a block
  const auto rotated = [=](Index width) {
    if (width % (copies == Copies::once ? blocks : 2 * blocks) != 0) {
      throw std::invalid_argument("an odd number of columns");
    }
    return width / blocks * channels;
  };
  const char* holds = part == Part::cos            ? "cos"
                      : part == Part::sin          ? "sin"
                      : part == Part::cos_then_sin ? "cos, then sin"
                                                   : "cos and sin";
  const char* how = copies == Copies::once       ? "each pair once"
                    : copies == Copies::adjacent ? "each pair twice, side by side"
                                                 : "each pair in both halves";
  const std::string note = std::string("  // ") + holds + ", " + how;
  return {copies == Copies::once && part == Part::cos_and_sin ? rotary.name : std::string(),
          [=, line = rotary.line](Index width) {
            return line(rotated(width)) + ".cos_sin(rows)" + note;
          },
          [=, make = rotary.make](const Eigen::VectorXi& rows, Index, Index width,
                                  Index first) -> Rows {
            const posenc::RotaryEmbedding rope = make(rotated(width));
            const auto table = rope.cos_sin<double>(positions(rows, first));
            const Eigen::ArrayXd omega = rope.frequencies().values();
            const Index pairs = omega.size(), block = width / blocks;
            Rows result{Eigen::MatrixXd(rows.size(), width), Eigen::ArrayXd(width)};
            for (Index c = 0; c < width; ++c) {
              const bool sine = part == Part::sin || (blocks == 2 && c >= block);
              const Index k = c % block;
              const Index i = copies == Copies::adjacent ? k / 2 : k % pairs;
              result.values.col(c) = sine ? table.sin.col(i) : table.cos.col(i);
              result.frequencies[c] = omega[i];
            }
            return result;
          }};
}

/// Of one file, or of a file of cosines with one of sines beside it (their columns joined).
inline std::vector<Candidate> rotary_caches(bool two_files) {
  std::vector<Candidate> list;
  const std::vector<Part> parts = two_files
                                      ? std::vector<Part>{Part::cos_and_sin}
                                      : std::vector<Part>{Part::cos, Part::sin, Part::cos_then_sin};
  for (const Rotary& rotary : rotary_embeddings()) {
    for (const Part part : parts) {
      for (const Copies copies : {Copies::halves, Copies::adjacent, Copies::once}) {
        list.push_back(cache(rotary, part, copies));
      }
    }
  }
  return list;
}

}  // namespace tables
