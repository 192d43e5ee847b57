// Trains the model with one choice of positions and prints its rows of the table:
//   compare_train none|sinusoidal|learned|rotary|letters TEXT [SEED [STEPS]]
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "clock.hpp"
#include "model.hpp"
#include "result.hpp"
#include "text.hpp"
#include "training.hpp"

namespace compare {
namespace {

/// Time and memory to encode one text of each length. The weights do not matter.
void measure_cost(const Shape& shape, Choice choice, const Text& text, Result& result) {
  Model<float> model(shape, choice);
  model.weights.randomise(1);
  for (std::size_t i = 0; i < result.loss.size(); ++i) {
    const Index length = kLengths[i];
    const auto tokens = static_cast<double>(length);
    const std::vector<int> symbols(text.train.begin(), text.train.begin() + length);
    result.model_time[i] = best_seconds([&] { model.forward(symbols, length); }) / tokens;
    result.memory[i] = peak_megabytes();
    if (choice != Choice::sinusoidal && choice != Choice::rotary) continue;
    Rows<float> x = Rows<float>::Zero(length, shape.width);
    Rows<float> heads = Rows<float>::Ones(length, 2 * shape.width);
    result.posenc_time[i] = best_seconds([&] {
                              model.positions.add(x, length);
                              for (Index l = 0; l < shape.layers; ++l) {
                                model.positions.rotate(heads, length);
                              }
                            }) /
                            tokens;
  }
}

/// scaled(factor) gives the frequencies for `factor` times the trained length.
template <class Scaled>
Result scaled_rotary(Result result, const char* name, Model<float>& model, const Text& text,
                     Scaled&& scaled) {
  result.name = name;
  for (std::size_t i = 0; i < result.loss.size(); ++i) {
    const double factor = static_cast<double>(kLengths[i]) / static_cast<double>(kTrainedLength);
    model.positions.scale(scaled(factor));
    result.loss[i] = held_out_loss(model, text.held_out, kLengths[i]);
  }
  return result;
}

void train_and_print(const std::string& name, const Text& text, const Training& training) {
  const Choice choice = choice_named(name);
  Shape shape;
  shape.symbols = text.symbols;
  if (choice == Choice::learned) shape.learned_rows = kLongest;

  Result result;
  result.name = name;
  measure_cost(shape, choice, text, result);
  Model<float> model(shape, choice);
  model.weights.randomise(training.seed);
  train(model, shape, text, training, name.c_str());
  result.training_memory = peak_megabytes();
  for (std::size_t i = 0; i < result.loss.size(); ++i) {
    result.loss[i] = held_out_loss(model, text.held_out, kLengths[i]);
  }
  std::cout << result;
  if (choice != Choice::rotary) return;

  constexpr double kBase = 10000.0;
  const Index width = shape.head_width();
  std::cout << scaled_rotary(result, "rotary,linear", model, text, [&](double factor) {
    return posenc::scaling::linear(posenc::Frequencies::geometric(width, kBase), factor);
  });
  std::cout << scaled_rotary(result, "rotary,YaRN", model, text, [&](double factor) {
    posenc::scaling::Yarn yarn;
    yarn.factor = factor;
    yarn.original_max_position_embeddings = static_cast<double>(kTrainedLength);
    return posenc::scaling::yarn(width, kBase, yarn);
  });
}

/// Baselines that count: letters, which know nothing of order, and pairs of neighbours.
void count_and_print(const Text& text) {
  const Index n = text.symbols;
  Eigen::MatrixXd pairs = Eigen::MatrixXd::Constant(n, n, 0.1);
  for (std::size_t i = 1; i < text.train.size(); ++i) pairs(text.train[i - 1], text.train[i]) += 1;
  const Eigen::RowVectorXd letters = pairs.colwise().sum();
  Result result;
  double alone = 0.0, neighbour = 0.0, count = 0.0;
  for (std::size_t i = static_cast<std::size_t>(kLongest); i < text.held_out.size(); ++i) {
    const int before = text.held_out[i - 1], here = text.held_out[i];
    alone -= std::log(letters[here] / letters.sum());
    neighbour -= std::log(pairs(before, here) / pairs.row(before).sum());
    ++count;
  }
  result.name = "letters_counted";
  result.loss.fill(alone / count);
  std::cout << result;
  result.name = "neighbours_counted";
  result.loss.fill(neighbour / count);
  std::cout << result;
}

}  // namespace
}  // namespace compare

int main(int argc, char** argv) try {
  if (argc < 3 || argc > 5) {
    std::fprintf(stderr, "usage: %s none|sinusoidal|learned|rotary|letters TEXT [SEED [STEPS]]\n",
                 argv[0]);
    return 2;
  }
  const std::string name = argv[1];
  const compare::Text text = compare::read_text(argv[2]);
  compare::Training training;
  if (argc > 3) training.seed = std::stoull(argv[3]);
  if (argc > 4) training.steps = std::stoi(argv[4]);
  if (name == "letters") {
    compare::count_and_print(text);
  } else {
    compare::train_and_print(name, text, training);
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "compare_train: %s\n", error.what());
  return 1;
}
