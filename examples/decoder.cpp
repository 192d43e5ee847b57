// Decoder attention with a cache of rotated keys, in plain Eigen. It checks what rotary embedding
// promises to a serving loop, and exits with 3 if a promise does not hold.
//
// n tokens (rows), w the width of a head, p the position.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdio>

#include <posenc/rotary/embedding.hpp>

namespace {

using Eigen::Index;
using Rows = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr Index kHeads = 4, kHeadWidth = 64, kWidth = kHeads * kHeadWidth;
constexpr Index kTokens = 96;

/// Unit roundoff of float.
constexpr double kRoundoff = 0x1p-24;

/// Stands in for the token embeddings and projections of a trained model: any numbers will do.
Rows numbers(Index rows, Index cols, float seed) {
  return Rows::NullaryExpr(rows, cols, [=](Index r, Index c) {
    return std::sin(seed + 1.7f * static_cast<float>(r) + 0.3f * static_cast<float>(c * c % 89));
  });
}

/// One layer of attention that remembers keys, rotated, and values.
class Attention {
 public:
  Attention()
      : rope_(kHeadWidth, posenc::Pairing::halves),
        query_(numbers(kWidth, kWidth, 1.0f) / 16.0f),
        key_(numbers(kWidth, kWidth, 2.0f) / 16.0f),
        value_(numbers(kWidth, kWidth, 3.0f) / 16.0f) {}

  /// The next tokens, one at a time or all at once; returns what attention makes of them.
  Rows feed(const Rows& tokens) {
    const Index old = keys_.rows(), n = tokens.rows();
    Rows queries(n, kWidth);
    keys_.conservativeResize(old + n, kWidth);
    values_.conservativeResize(old + n, kWidth);
    for (Index t = 0; t < n; ++t) {  // row by row, so that the bits do not depend on the batch
      queries.row(t).noalias() = tokens.row(t) * query_;
      keys_.row(old + t).noalias() = tokens.row(t) * key_;
      values_.row(old + t).noalias() = tokens.row(t) * value_;
    }
    rope_.rotate(queries, old);
    rope_.rotate(keys_.bottomRows(n), old);
    return attend(queries, old);
  }

  /// Forgets the oldest tokens. The others move up to position 0: one rotation for all of them.
  void drop_oldest(Index n) {
    keys_ = keys_.bottomRows(keys_.rows() - n).eval();
    values_ = values_.bottomRows(values_.rows() - n).eval();
    rope_.shift(keys_, -static_cast<double>(n));
  }

  const Rows& keys() const { return keys_; }
  const posenc::RotaryEmbedding& rope() const { return rope_; }

 private:
  /// softmax(q kᵀ / √w) v for each head, token t seeing the keys up to its own.
  Rows attend(const Rows& queries, Index first) const {
    Rows out(queries.rows(), kWidth);
    for (Index h = 0; h < kWidth; h += kHeadWidth) {
      for (Index t = 0; t < queries.rows(); ++t) {
        const Index seen = first + t + 1;
        Eigen::VectorXf scores = keys_.block(0, h, seen, kHeadWidth) *
                                 queries.row(t).segment(h, kHeadWidth).transpose() /
                                 std::sqrt(static_cast<float>(kHeadWidth));
        scores = (scores.array() - scores.maxCoeff()).exp().matrix();
        scores /= scores.sum();
        out.row(t).segment(h, kHeadWidth) =
            scores.transpose() * values_.block(0, h, seen, kHeadWidth);
      }
    }
    return out;
  }

  posenc::RotaryEmbedding rope_;
  Rows query_, key_, value_;
  Rows keys_ = Rows(0, kWidth), values_ = Rows(0, kWidth);
};

/// Largest distance of a pair of channels, in units of roundoff times the length of the pair.
double distance(const Rows& a, const Rows& b) {
  double worst = 0.0;
  for (Index t = 0; t < a.rows(); ++t) {
    for (Index h = 0; h < a.cols(); h += kHeadWidth) {
      for (Index i = h; i < h + kHeadWidth / 2; ++i) {
        const Index j = i + kHeadWidth / 2;
        const double length = std::hypot(double{b(t, i)}, double{b(t, j)});
        const double off =
            std::hypot(double{a(t, i)} - double{b(t, i)}, double{a(t, j)} - double{b(t, j)});
        if (length > 0.0) worst = std::max(worst, off / length / kRoundoff);
      }
    }
  }
  return worst;
}

int failures = 0;

void claim(bool holds, const char* what, double got, double bound) {
  std::printf("%-62s %9.3g  (at most %.3g)  %s\n", what, got, bound, holds ? "holds" : "FAILS");
  if (!holds) ++failures;
}

}  // namespace

int main() {
  const Rows tokens = numbers(kTokens, kWidth, 0.0f);

  Attention bulk, stepwise;
  const Rows prefill = bulk.feed(tokens);
  Rows decoded(kTokens, kWidth);
  for (Index t = 0; t < kTokens; ++t) decoded.row(t) = stepwise.feed(tokens.row(t));
  const auto unequal =
      static_cast<double>((bulk.keys().array() != stepwise.keys().array()).count() +
                          (prefill.array() != decoded.array()).count());
  claim(unequal == 0.0, "prefill against token by token: entries that differ", unequal, 0.0);

  // Each of the three rotations (fresh, first, shift) is off by 3 roundoffs of either channel.
  const double each = 3.0 * std::sqrt(2.0) * 1.001;
  constexpr Index kDropped = 40;
  Attention fresh;
  fresh.feed(tokens.bottomRows(kTokens - kDropped));
  stepwise.drop_oldest(kDropped);
  const double shifted = distance(stepwise.keys(), fresh.keys());
  claim(shifted <= 3 * each, "shifted cache against fresh rotation: roundoffs", shifted, 3 * each);

  // A query at p + 3 with a key at p: the same score wherever p is.
  const posenc::RotaryEmbedding& rope = bulk.rope();
  double lowest = HUGE_VAL, highest = -HUGE_VAL;
  const Rows q = tokens.row(5).leftCols(kHeadWidth), k = tokens.row(9).leftCols(kHeadWidth);
  for (const double p : {0.0, 1.0, -1000.0, 131072.0, 1e9, 1e15}) {
    Rows at_q = q, at_k = k;
    rope.rotate(at_q, Eigen::Matrix<double, 1, 1>(p + 3));
    rope.rotate(at_k, Eigen::Matrix<double, 1, 1>(p));
    const double score = at_q.row(0).cast<double>().dot(at_k.row(0).cast<double>());
    lowest = std::min(lowest, score);
    highest = std::max(highest, score);
  }
  const double spread = (highest - lowest) / double{q.norm() * k.norm()} / kRoundoff;
  claim(spread <= 4 * each, "score at distance 3, positions to 1e15: spread in roundoffs", spread,
        4 * each);

  Rows cache = bulk.keys();
  for (int n = 0; n < 1000; ++n) rope.shift(cache, 1);
  for (int n = 0; n < 1000; ++n) rope.shift(cache, -1);
  const double drift = distance(cache, bulk.keys());
  claim(drift <= 2000 * each, "a thousand shifts of 1 and back: drift in roundoffs", drift,
        2000 * each);
  cache = bulk.keys();
  rope.shift(cache, 1000);
  rope.shift(cache, -1000);
  const double once = distance(cache, bulk.keys());
  claim(once <= 2 * each, "one shift of 1000 and back: drift in roundoffs", once, 2 * each);
  return failures == 0 ? 0 : 3;
}
