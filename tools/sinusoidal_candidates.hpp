// Sinusoidal tables: the presets, and usual bases in every layout.
#pragma once

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "candidate.hpp"

namespace tables {

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
Candidate sequence(std::string name, std::function<std::string(Index)> line, Make make) {
  return {std::move(name), 1, Places::counted, std::move(line),
          [make](Index width, const std::string& type) {
            const posenc::SinusoidalEncoding encoding = make(width);
            // geometric(9) is one of 5 pairs, and its table has 10 columns.
            if (encoding.width() != width) throw std::invalid_argument("another width");
            return [=](const Eigen::MatrixXd& points) -> Rows {
              const Eigen::VectorXd p = points.col(0);
              const auto table = [&](auto zero) { return encoding.table<decltype(zero)>(p); };
              return {table(0.0), in_type(type, table), column_frequencies(encoding)};
            };
          }};
}

/// Tables of points: no frequency is above 1.
template <class Make>
Candidate image(const std::string& name, Index axes, const std::string& arguments, Make make,
                Places places = Places::counted) {
  return {name + (places == Places::detr ? "_normalized" : ""), axes, places,
          [=](Index width) {
            return "presets::" + name + "(" + std::to_string(width) + arguments + ")";
          },
          [make](Index width, const std::string& type) {
            const posenc::AxialEncoding encoding = make(width);
            return [=](const Eigen::MatrixXd& points) -> Rows {
              const auto table = [&](auto zero) { return encoding.table<decltype(zero)>(points); };
              return {table(0.0), in_type(type, table), Eigen::ArrayXd::Ones(width)};
            };
          }};
}

inline std::vector<Candidate> sinusoidal_tables() {
  using posenc::Frequencies;
  using posenc::Layout;
  using posenc::OddWidth;
  using posenc::SinusoidalEncoding;
  namespace presets = posenc::presets;
  std::vector<Candidate> list;
  const auto preset = [&](const char* name, auto make, const std::string& arguments = "") {
    const auto line = [=](Index width) {
      return "presets::" + std::string(name) + "(" + std::to_string(width) + arguments + ")";
    };
    list.push_back(sequence(name + std::string(arguments.empty() ? "" : "_cos_first"), line, make));
  };
  preset("vaswani", [](Index d) { return presets::vaswani(d); });
  preset("tensor2tensor", [](Index d) { return presets::tensor2tensor(d); });
  preset("fairseq", [](Index d) { return presets::fairseq(d); });
  preset("whisper", [](Index d) { return presets::whisper(d); });
  preset("marian", [](Index d) { return presets::marian(d); });
  preset("hf_marian", [](Index d) { return presets::hf_marian(d); });
  preset("keras", [](Index d) { return presets::keras(d); });
  preset("mlx", [](Index d) { return presets::mlx(d); });
  preset(
      "mlx", [](Index d) { return presets::mlx(d, true); }, ", true");
  preset("ddpm", [](Index d) { return presets::ddpm(d); });
  preset("ldm", [](Index d) { return presets::ldm(d); });
  preset("grad_tts", [](Index d) { return presets::grad_tts(d); });

  const auto detr = [](Index d) { return presets::detr(d); };
  list.push_back(image("mae_2d", 2, "", [](Index d) { return presets::mae_2d(d); }));
  list.push_back(image("vjepa_2d", 2, "", [](Index d) { return presets::vjepa_2d(d); }));
  list.push_back(image("detr", 2, "", detr));
  list.push_back(image("detr", 2, "", detr, Places::detr));
  list.push_back(image(
      "deformable_detr", 2, "", [](Index d) { return presets::deformable_detr(d); },
      Places::deformable));
  list.push_back(image("timm_2d", 2, "", [](Index d) { return presets::timm_2d(d); }));
  list.push_back(image("vjepa_3d", 3, "", [](Index d) { return presets::vjepa_3d(d); }));
  for (const Index axes : {1, 2, 3}) {
    const std::string arguments = ", " + std::to_string(axes);
    const auto named = [&](Candidate candidate) {
      candidate.name += "_" + std::to_string(axes) + "d";
      list.push_back(std::move(candidate));
    };
    named(image("multidim", axes, arguments, [=](Index d) { return presets::multidim(d, axes); }));
    if (axes == 1) continue;  // tensor2tensor itself
    named(image("tensor2tensor_nd", axes, arguments,
                [=](Index d) { return presets::tensor2tensor_nd(d, axes); }));
  }

  const std::pair<Layout, const char*> layouts[] = {
      {Layout::interleaved, "interleaved"},
      {Layout::sin_cos, "sin_cos"},
      {Layout::cos_sin, "cos_sin"},
      {Layout::interleaved_cos_sin, "interleaved_cos_sin"}};
  for (const double base : {10000.0, 20.0, 100.0, 1000.0, 100000.0, 500000.0, 1000000.0}) {
    for (const auto& [layout, word] : layouts) {
      const std::string end = ", " + number(base) + "), Layout::" + word + ")";
      list.push_back(sequence(
          "",
          [end](Index d) {
            return "SinusoidalEncoding(Frequencies::geometric(" + std::to_string(d) + end;
          },
          [base = base, layout = layout](Index d) {
            return SinusoidalEncoding(Frequencies::geometric(d, base), layout);
          }));
      list.push_back(sequence(
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

}  // namespace tables
