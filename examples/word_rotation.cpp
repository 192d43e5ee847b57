// How rotary embedding sees order: queries and keys turn by their positions, nothing is added, and
// a score depends on the words and on how far apart they are, wherever the sentence stands.
//
// n words (rows), d numbers a word, p the position, q a query, k a key.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <posenc/posenc.hpp>

#include "glove.hpp"
#include "sentences.hpp"

namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using posenc::Pairing;

using Words = std::vector<std::string>;

/// A double is off by half of this, relatively.
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();
/// Each channel of a rotated pair is off by 3 ε/2 of the pair's length: a vector by √2 times that.
const double kOneRotation = 3.0 * std::sqrt(2.0) * kEpsilon / 2.0;

/// One head: the words are the queries and the keys (identity projections). Of an odd number of
/// channels the last one does not rotate.
posenc::RotaryEmbedding one_head(Index d, Pairing pairing) {
  const posenc::RotaryHead head(d, pairing, d - d % 2);
  return {posenc::Frequencies::geometric(d - d % 2), head};
}

/// Scores q kᵀ / √d of rotated words, the first at position p.
MatrixXd scores(const posenc::RotaryEmbedding& rope, const MatrixXd& x, long long p) {
  const MatrixXd rotated = rope.rotated(x, p);
  return rotated * rotated.transpose() / std::sqrt(static_cast<double>(x.cols()));
}

double largest(const MatrixXd& x) {
  return x.cwiseAbs().maxCoeff();
}

bool claim(bool holds, const char* text) {
  std::printf("%s %s\n", holds ? "  =>" : "  CLAIM FAILED:", text);
  return holds;
}

void print_scores(const char* label, const MatrixXd& s, Index shown) {
  std::printf("  %-18s", label);
  for (Index c = s.cols() - shown; c < s.cols(); ++c) std::printf(" %10.5f", s(s.rows() - 1, c));
  std::printf("\n");
}

bool show_distance(const Words& words, const MatrixXd& x, const posenc::RotaryEmbedding& rope) {
  const Index n = x.rows(), shown = (std::min)(n, Index{6});
  std::printf(
      "Scores of the last word, '%s', with each word. Queries and keys are rotated by their\n"
      "positions; the sentence begins at p. Without positions equal words score alike.\n\n  %-18s",
      words.back().c_str(), "");
  for (Index c = n - shown; c < n; ++c) {
    std::printf(" %10.10s", words[static_cast<std::size_t>(c)].c_str());
  }
  std::printf("\n");
  const double root = std::sqrt(static_cast<double>(x.cols()));
  print_scores("without positions", x * x.transpose() / root, shown);
  const MatrixXd first = scores(rope, x, 0);
  double moved = 0.0;
  for (const long long p : {0LL, 1000LL, 1000000LL, 1000000000LL}) {
    const MatrixXd s = scores(rope, x, p);
    char label[32];
    std::snprintf(label, sizeof label, "p = %lld", p);
    print_scores(label, s, shown);
    moved = (std::max)(moved, largest(s - first));
  }

  // The same keys one position further away.
  const MatrixXd query = rope.rotated(x, 1), key = rope.rotated(x, 0);
  const double a_word = largest(query * key.transpose() / root - first);
  // Two rotated vectors and a sum of d products, and another such score to compare with.
  const double d = static_cast<double>(x.cols()), norm = x.rowwise().norm().maxCoeff();
  const double worst =
      2.0 * (2.0 * kOneRotation + d * kEpsilon) * norm * norm / root * (1.0 + 1e-9);
  std::printf(
      "\n  largest change of a score when the sentence moves    %9.2g\n"
      "    worst case of rounding                             %9.2g\n"
      "    the same when keys move one word away from queries %9.2g\n\n",
      moved, worst, a_word);
  return claim(moved <= worst,
               "a score depends on the words and their distance, not on where they are.");
}

bool show_cache(const MatrixXd& x, const posenc::RotaryEmbedding& rope) {
  const double delta = -1000.0;
  const MatrixXd cached = rope.rotated(x, 5000), fresh = rope.rotated(x, 4000);
  MatrixXd shifted = cached;
  rope.shift(shifted, delta);
  const double off = (shifted - fresh).rowwise().norm().maxCoeff();
  const double moved = (cached - fresh).rowwise().norm().maxCoeff();
  // Rotated, shifted, and rotated anew for comparison.
  const double worst = 3.0 * kOneRotation * x.rowwise().norm().maxCoeff() * (1.0 + 1e-9);
  std::printf(
      "\nA cache drops its oldest thousand tokens: keys rotated at 5000, ... move to 4000, ...\n\n"
      "  shifted keys, distance from freshly rotated ones     %9.2g\n"
      "    worst case of rounding                             %9.2g\n"
      "    before the shift                                   %9.2g\n"
      "    length of a key                                    %9.2g\n\n",
      off, worst, moved, x.rowwise().norm().maxCoeff());
  return claim(off <= worst, "a cached key moves in place; it need not be made again.");
}

bool show_pairings(const MatrixXd& x) {
  const auto adjacent = one_head(x.cols(), Pairing::adjacent);
  const auto halves = one_head(x.cols(), Pairing::halves);
  const MatrixXd right = scores(adjacent, x, 0);
  MatrixXd reordered = x;
  posenc::convert_pairing(reordered, adjacent.head(), Pairing::halves);
  const double wrong = largest(scores(halves, x, 0) - right);
  const double converted = largest(scores(halves, reordered, 0) - right);
  const double d = static_cast<double>(x.cols()), norm = x.rowwise().norm().maxCoeff();
  const double worst = 2.0 * (2.0 * kOneRotation + d * kEpsilon) * norm * norm / std::sqrt(d);
  std::printf(
      "\nPairs are neighbours (2i, 2i+1) in some checkpoints and lie half a head apart in "
      "others.\n\n"
      "  change of a score under the other pairing            %9.2g\n"
      "    the same with the channels put in its order        %9.2g\n"
      "    worst case of rounding                             %9.2g\n"
      "    largest score                                      %9.2g\n\n",
      wrong, converted, worst * (1.0 + 1e-9), largest(right));
  return claim(converted <= worst * (1.0 + 1e-9),
               "the pairings are the same rotation of channels in another order.");
}

bool run(const demo::Arguments& arguments) {
  const std::string& sentence = arguments.sentences[0];
  const Words words = glove::split(sentence);
  if (words.size() < 2) {
    throw std::runtime_error("the sentence must hold at least two words, got '" + sentence + "'");
  }
  const glove::Vectors vectors =
      glove::read(arguments.path, arguments.name, {words.begin(), words.end()});
  const MatrixXd x = glove::embed(words, vectors, arguments.name);
  std::printf("Rotary embedding, with the words of A: %s\n\n", sentence.c_str());
  const auto rope = one_head(x.cols(), Pairing::halves);
  bool ok = show_distance(words, x, rope);
  ok &= show_cache(x, rope);
  return show_pairings(x) && ok;
}

}  // namespace

int main(int argc, char** argv) {
  demo::Arguments arguments;
  int status = 0;
  if (!demo::read_arguments(argc, argv, "word_rotation", arguments, status)) return status;
  try {
    if (run(arguments)) return 0;
    std::fprintf(stderr, "word_rotation: a claim does not hold for these vectors and sentences\n");
    return 3;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "word_rotation: %s\n", error.what());
    return 1;
  }
}
