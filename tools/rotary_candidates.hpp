// Caches of rotary embeddings: cosines, sines or both, each pair once or twice.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "candidate.hpp"

namespace tables {

/// A rotary embedding of heads whose rotated channels are so many.
struct Rotary {
  std::string name;
  std::function<std::string(Index rotated)> line;
  std::function<posenc::RotaryEmbedding(Index rotated)> make;
  Index axes = 1;
};

inline std::vector<Rotary> rotary_embeddings() {
  using posenc::Frequencies;
  using posenc::Pairing;
  namespace presets = posenc::rotary_presets;
  namespace scaling = posenc::scaling;
  std::vector<Rotary> list;
  // A call `name(before d after)`.
  const auto preset = [&](const std::string& name, const std::string& call,
                          const std::string& before, const std::string& after, auto make,
                          Index axes = 1) {
    const auto line = [=](Index d) {
      return "rotary_presets::" + call + "(" + before + std::to_string(d) + after + ")";
    };
    list.push_back({name, line, make, axes});
  };
  const auto plain = [&](const std::string& name, auto make, Index axes = 1) {
    preset(name, name, "", "", make, axes);
  };
  plain("llama_hf", [](Index d) { return presets::llama_hf(d); });
  plain("llama_meta", [](Index d) { return presets::llama_meta(d); });
  preset("gpt_j", "gpt_j", "256, ", "", [](Index d) { return presets::gpt_j(256, d); });
  plain("gemma3_global", [](Index d) { return presets::gemma3_global(d); });
  plain("gemma4_global", [](Index d) { return presets::gemma4_global(d); });
  plain("gpt_oss", [](Index d) { return presets::gpt_oss(d); });
  preset("deepseek", "deepseek", "0, ", "", [](Index d) { return presets::deepseek(0, d); });
  for (const double factor : {8.0, 32.0}) {
    preset(factor == 8.0 ? "llama_3_1" : "llama_3_2", "llama3", "", ", {" + number(factor) + "}",
           [factor](Index d) {
             scaling::Llama3 parameters;
             parameters.factor = factor;
             return presets::llama3(d, parameters);
           });
  }
  plain(
      "pixtral", [](Index d) { return presets::pixtral(d); }, 2);
  plain(
      "eva02", [](Index d) { return presets::eva02(d); }, 2);
  plain(
      "cogvideox", [](Index d) { return presets::cogvideox(d); }, 3);
  for (const double base :
       {500000.0, 1000000.0, 5000000.0, 10000000.0, 150000.0, 100000.0, 160000.0, 50000.0}) {
    preset("", "llama_hf", "", ", " + number(base),
           [base](Index d) { return presets::llama_hf(d, base); });
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
  const std::string note = std::string(".cos_sin(rows)  // ") + holds + ", " + how;
  const auto line = [=, line = rotary.line](Index width) { return line(rotated(width)) + note; };
  const auto make = [=, make = rotary.make](Index width, const std::string& type) {
    return [=, rope = make(rotated(width))](const Eigen::MatrixXd& points) -> Rows {
      const Eigen::ArrayXd omega = rope.frequencies().values();
      const Index block = width / blocks;
      Eigen::ArrayXd frequencies(width);
      const auto pair = [&](Index c) {
        return copies == Copies::adjacent ? c % block / 2 : c % block % omega.size();
      };
      for (Index c = 0; c < width; ++c) frequencies[c] = omega[pair(c)];
      const auto table = [&](auto zero) {
        const auto tables = rope.template cos_sin<decltype(zero)>(points);
        auto columns = tables.cos;
        columns.resize(points.rows(), width);
        for (Index c = 0; c < width; ++c) {
          const bool sine = part == Part::sin || (blocks == 2 && c >= block);
          columns.col(c) = sine ? tables.sin.col(pair(c)) : tables.cos.col(pair(c));
        }
        return columns;
      };
      return {table(0.0), in_type(type, table), frequencies};
    };
  };
  const bool named = copies == Copies::once && part == Part::cos_and_sin;
  return {named ? rotary.name : "", rotary.axes, Places::counted, line, make};
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
