// Why a model needs positions: self-attention over real words cannot tell "the dog bit the man"
// from "the man bit the dog" until an encoding of the position is added to each word.
//
// n words (rows), d numbers a word, p the position, k a distance.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <posenc/posenc.hpp>

#include "glove.hpp"
#include "sentences.hpp"

namespace {

using Words = std::vector<std::string>;

/// Scaled dot-product self-attention, one head. Queries, keys and values are the rows themselves
/// (identity projections), so that only the words and their positions matter.
/// Formula: softmax(x xᵀ / √d) x.
/// Source: Vaswani et al. 2017, equation 1.
Eigen::MatrixXd attend(const Eigen::MatrixXd& x) {
  Eigen::MatrixXd weights = x * x.transpose() / std::sqrt(static_cast<double>(x.cols()));
  weights.colwise() -= weights.rowwise().maxCoeff().eval();
  weights = weights.array().exp().matrix();
  weights.array().colwise() /= weights.rowwise().sum().array().eval();
  return weights * x;
}

/// How far each row of `a` is from the nearest row of `b`: all zero where the rows are the same
/// set.
Eigen::VectorXd distance_to_set(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
  Eigen::VectorXd distances(a.rows());
  for (Eigen::Index r = 0; r < a.rows(); ++r) {
    distances[r] = (b.rowwise() - a.row(r)).rowwise().norm().minCoeff();
  }
  return distances;
}

/// What rounding can do to an output. A dot product of rows of norm R is off by d R² ε / 2 at
/// most, a score by 1/√d of that, a weight by as much in proportion, plus n ε / 2 for its sum; an
/// output by R times that. Twice, for two sentences, and twice again for the lesser terms.
double rounding_bound(const Eigen::MatrixXd& x) {
  const double norm = x.rowwise().norm().maxCoeff();
  const double d = static_cast<double>(x.cols());
  const double n = static_cast<double>(x.rows());
  return 4 * (std::sqrt(d) * norm * norm + n) * norm * std::numeric_limits<double>::epsilon();
}

bool claim(bool holds, const char* text) {
  std::printf("%s %s\n", holds ? "  =>" : "  CLAIM FAILED:", text);
  return holds;
}

void print_table(const posenc::SinusoidalEncoding& encoding) {
  const Eigen::Index columns = (std::min)(Eigen::Index{8}, encoding.width());
  const Eigen::MatrixXd table = encoding.table(5);
  std::printf(
      "The encoding: column 2i holds sin(p w_i), column 2i+1 holds cos(p w_i);\n"
      "w_i falls from 1 to %.3g. First rows and columns:\n\n",
      encoding.frequencies().values().minCoeff());
  for (Eigen::Index p = 0; p < table.rows(); ++p) {
    std::printf("  p = %d ", static_cast<int>(p));
    for (Eigen::Index c = 0; c < columns; ++c) std::printf(" %7.4f", table(p, c));
    std::printf("%s\n", columns < encoding.width() ? " ..." : "");
  }
}

bool compare_sentences(const Words& words, const Eigen::MatrixXd& a, const Eigen::MatrixXd& b,
                       const posenc::SinusoidalEncoding& encoding) {
  const Eigen::MatrixXd table = encoding.table(a.rows());
  const double shortest = a.rowwise().norm().minCoeff(), longest = a.rowwise().norm().maxCoeff();
  const double row = table.row(0).norm();
  std::printf(
      "\nA word vector is %.3g to %.3g long, a row of the encoding %.3g at every position:\n%s\n",
      shortest, longest, row,
      longest < 4 * row && row < 4 * shortest
          ? "neither drowns the other, so they are added as they are."
          : "far apart; added all the same, though a model would scale the words first.");

  const Eigen::MatrixXd bag_a = attend(a), bag_b = attend(b);
  const Eigen::MatrixXd seq_a = attend(a + table), seq_b = attend(b + table);
  const Eigen::VectorXd without = distance_to_set(bag_a, bag_b);
  const Eigen::VectorXd with = distance_to_set(seq_a, seq_b);
  const double pooled_without = (bag_a.colwise().mean() - bag_b.colwise().mean()).norm();
  const double pooled_with = (seq_a.colwise().mean() - seq_b.colwise().mean()).norm();

  std::printf(
      "\nEach sentence goes through self-attention: one output a word. How far is each output\n"
      "of A from the nearest output of B, and how long is it?\n\n"
      "  %-20s %18s %18s %10s\n",
      "word of A", "without positions", "with positions", "length");
  for (Eigen::Index r = 0; r < a.rows(); ++r) {
    std::printf("  %-20s %18.2g %18.3g %10.3g\n", words[static_cast<std::size_t>(r)].c_str(),
                without[r], with[r], seq_a.row(r).norm());
  }
  const double rounding = rounding_bound(a + table);
  std::printf("  %-20s %18.2g %18.3g %10.3g\n", "(mean of all words)", pooled_without, pooled_with,
              seq_a.colwise().mean().norm());
  std::printf("  %-20s %18.1g %18.1g\n\n", "(rounding, worst case)", rounding, rounding);

  const double same = (std::max)(distance_to_set(bag_b, bag_a).maxCoeff(), without.maxCoeff());
  bool ok = claim(same <= rounding && pooled_without <= rounding,
                  "without positions both sentences give the same outputs: a bag of words.");
  ok &= claim(with.maxCoeff() > 1000 * rounding && pooled_with > 1000 * rounding,
              "with positions they do not: the order is seen.");
  return ok;
}

bool show_relative_position(const posenc::SinusoidalEncoding& encoding) {
  const int k = 3;
  const Eigen::MatrixXd m = encoding.shift_matrix(k);
  std::printf(
      "\nDistance is linear: one matrix M turns every row into the row %d further on, and the\n"
      "dot product of two rows depends on their distance, not on where they are.\n\n"
      "           p    largest |PE(p) M - PE(p+%d)|    PE(p) . PE(p+%d)\n",
      k, k, k);
  double miss = 0.0, lowest = INFINITY, highest = -INFINITY;
  for (const long long p : {0LL, 1LL, 7LL, 1000LL, 1000000000LL}) {
    const Eigen::RowVectorXd here = encoding.table(1, p), there = encoding.table(1, p + k);
    const double error = (here * m - there).cwiseAbs().maxCoeff();
    const double dot = here.dot(there);
    std::printf("  %10lld %30.1e %18.11f\n", p, error, dot);
    miss = (std::max)(miss, error);
    lowest = (std::min)(lowest, dot);
    highest = (std::max)(highest, dot);
  }
  // Entries are off by 2^-54 at most. One of PE(p) M sums two products: 2^-51 covers it. A dot
  // product of d terms with a sum of magnitudes d/2: 3 d 2^-54 for the entries and products,
  // d² 2^-54 for the sum; twice for a difference.
  const double d = static_cast<double>(encoding.width());
  const double worst = 0x1p-51, worst_dot = d * (d + 3) * 0x1p-53;
  std::printf("  worst case %29.1e     spread %.1e\n  a row by itself %24s %18.11f\n\n", worst,
              worst_dot, "", encoding.table(1, 1).squaredNorm());
  bool ok =
      claim(miss <= worst, "one fixed linear map reaches the word that far away, from anywhere.");
  ok &= claim(highest - lowest <= worst_dot,
              "similarity of positions depends on the distance alone.");
  return ok;
}

bool run(const demo::Arguments& arguments) {
  const std::string &first = arguments.sentences[0], &second = arguments.sentences[1];
  const Words words_a = glove::split(first), words_b = glove::split(second);
  Words sorted_a = words_a, sorted_b = words_b;
  std::sort(sorted_a.begin(), sorted_a.end());
  std::sort(sorted_b.begin(), sorted_b.end());
  if (sorted_a != sorted_b || words_a == words_b) {
    throw std::runtime_error("the two sentences must hold the same words in another order, got '" +
                             first + "' and '" + second + "'");
  }
  const std::string& file = arguments.name;
  const glove::Vectors vectors =
      glove::read(arguments.path, file, {words_a.begin(), words_a.end()});
  const Eigen::MatrixXd a = glove::embed(words_a, vectors, file);
  const Eigen::MatrixXd b = glove::embed(words_b, vectors, file);
  const posenc::SinusoidalEncoding encoding(a.cols(), posenc::OddWidth::zero_column);

  std::printf(
      "A: %s\nB: %s\n\nThe same words, another order. Words become vectors of %d numbers (%s).\n\n",
      first.c_str(), second.c_str(), static_cast<int>(a.cols()), file.c_str());
  print_table(encoding);
  const bool seen = compare_sentences(words_a, a, b, encoding);
  return show_relative_position(encoding) && seen;
}

}  // namespace

int main(int argc, char** argv) {
  demo::Arguments arguments;
  int status = 0;
  if (!demo::read_arguments(argc, argv, "word_order", arguments, status)) return status;
  try {
    if (run(arguments)) return 0;
    std::fprintf(stderr, "word_order: a claim does not hold for these vectors and sentences\n");
    return 3;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "word_order: %s\n", error.what());
    return 1;
  }
}
