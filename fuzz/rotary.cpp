// Rotation: every token and head rotates as it does alone, other channels keep their values, and
// rotating back restores the vectors within the bound.
#include <posenc/rotary/tensor.hpp>

#include "scenarios.hpp"

namespace posenc_fuzz {
namespace {

using posenc::RotaryEmbedding;
using posenc::RotaryHead;

std::vector<RotaryHead> head(Bytes& bytes) {
  std::vector<RotaryHead> made;
  const auto pairing = static_cast<posenc::Pairing>(bytes.below(bytes.rarely() ? 5 : 2));
  const std::int64_t rotated = bytes.rarely() ? harmless(bytes.integer(), 90) : 2 * bytes.below(40);
  const std::int64_t start = bytes.rarely() ? bytes.integer() : bytes.below(4);
  const std::int64_t width = bytes.rarely() ? harmless(bytes.integer(), 90)
                                            : rotated % 1000 + start % 1000 + bytes.below(4);
  accepted([&] { made.emplace_back(width, pairing, rotated, start); });
  return made;
}

std::vector<RotaryEmbedding> rotation(Bytes& bytes) {
  std::vector<RotaryEmbedding> made;
  const auto heads = head(bytes);
  if (heads.empty() || heads[0].width() > 1000) return made;
  const Index pairs = heads[0].pairs();
  const Index axes = bytes.rarely() ? 1 + bytes.below(4) : 1;
  const bool sum = axes > 1 && bytes.flip();
  const auto made_of = frequencies(bytes, sum ? axes * pairs : pairs);
  if (made_of.empty()) return made;
  const double amplitude = bytes.rarely() ? bytes.number() : 1.0;
  accepted([&] {
    const posenc::ScaledFrequencies scaled(made_of[0], amplitude);
    if (axes == 1) {
      made.emplace_back(scaled, heads[0]);
    } else if (sum) {
      made.emplace_back(scaled, heads[0], posenc::PairAxes::sum(pairs, axes));
    } else {
      std::vector<posenc::Index> list(static_cast<std::size_t>(pairs));
      for (auto& axis : list) axis = bytes.below(static_cast<int>(axes));
      made.emplace_back(scaled, heads[0], posenc::PairAxes(list));
    }
  });
  return made;
}

/// Numbers of a model, and now and then special ones.
template <class Scalar>
void fill(Bytes& bytes, Guarded<Scalar>& x, Index rows, Index cols) {
  x.fill(bytes);
  for (int n = bytes.rarely() ? bytes.below(9) : 0; n > 0 && rows > 0 && cols > 0; --n) {
    x.at(bytes.below(255) % rows, bytes.below(255) % cols) = static_cast<Scalar>(bytes.number());
  }
}

/// The error bound of rotating a pair (u, v) there and back, from the two documented errors, plus
/// the least positive number for each of four roundings.
template <class Scalar>
double round_trip_bound(double norm, double amplitude) {
  const bool is_double = std::is_same<Scalar, double>::value;
  const double epsilon = is_double ? 0x1p-53 : 0x1p-24;
  double small = 0.0;
  if (std::is_same<Scalar, Eigen::half>::value) small = 0x1p-11;
  if (std::is_same<Scalar, Eigen::bfloat16>::value) small = 0x1p-8;
  const double least = is_double                                  ? 0x1p-1074
                       : std::is_same<Scalar, float>::value       ? 0x1p-149
                       : std::is_same<Scalar, Eigen::half>::value ? 0x1p-24
                                                                  : 0x1p-133;
  return 2 * norm * (10 * epsilon + 4 * small) + 4 * least * (1.0 + 1.0 / amplitude);
}

/// The motions, by number: rotate, unrotate, shift.
template <class X, class At>
void move(const RotaryEmbedding& rotary, int motion, X&& x, const At& at) {
  if (motion == 0) return rotary.rotate(std::forward<X>(x), at);
  if (motion == 1) return rotary.unrotate(std::forward<X>(x), at);
  if constexpr (std::is_integral<At>::value) {
    rotary.shift(std::forward<X>(x), static_cast<double>(at));
  } else {
    rotary.shift(std::forward<X>(x), at);
  }
}

/// Compares all tokens at once with each head of each token alone; at_token(t) is the position.
template <class Scalar, class At, class AtToken>
void turn(Bytes& bytes, const RotaryEmbedding& rotary, Index tokens, const At& at,
          AtToken&& at_token) {
  const Index width = rotary.head().width(), heads = 1 + bytes.below(3);
  const int motion = bytes.below(3);
  Guarded<Scalar> x(bytes, tokens, heads * width);
  fill(bytes, x, tokens, heads * width);
  const auto before = x.values();
  bool moved = false;
  x.with_view([&](auto view) { moved = accepted([&] { move(rotary, motion, view, at); }); });
  x.require_guards();
  if (!moved) return require_same(x.values(), before, "a refused rotation wrote");
  const auto after = x.values();

  for (Index t = 0; t < tokens; ++t) {
    for (Index h = 0; h < heads; ++h) {
      Row<Scalar> one = before.row(t).segment(h * width, width);
      move(rotary, motion, one, at_token(t));
      require_same(after.row(t).segment(h * width, width), one, "a head that turns otherwise");
      for (Index c = 0; c < width; ++c) {
        if (c >= rotary.head().start() &&
            c < rotary.head().start() + rotary.head().rotated_width()) {
          continue;
        }
        require(same(before(t, h * width + c), one[c]), "a channel beyond the rotated ones");
      }
    }
  }

  // Rows that are heads, in both orders.
  for (const bool within : {false, true}) {
    typename Guarded<Scalar>::Values rows(tokens * heads, width);
    const auto place = [&](Index t, Index h) { return within ? t * heads + h : h * tokens + t; };
    for (Index t = 0; t < tokens; ++t) {
      for (Index h = 0; h < heads; ++h) {
        rows.row(place(t, h)) = before.row(t).segment(h * width, width);
      }
    }
    move(rotary, motion,
         within ? posenc::heads_within_tokens(rows, heads)
                : posenc::tokens_within_heads(rows, heads),
         at);
    for (Index t = 0; t < tokens; ++t) {
      for (Index h = 0; h < heads; ++h) {
        require_same(rows.row(place(t, h)), after.row(t).segment(h * width, width),
                     "rows of heads that turn otherwise");
      }
    }
  }

  if (motion != 0) return;
  x.with_view([&](auto view) { rotary.unrotate(view, at); });
  x.require_guards();
  const auto back = x.values();
  const double m = rotary.amplitude();
  if (m < 0x1p-6 || m > 0x1p6) return;
  for (Index t = 0; t < tokens; ++t) {
    for (Index c = 0; c < heads * width; c += width) {
      for (Index i = 0; i < rotary.head().pairs(); ++i) {
        const auto [u, v] = rotary.head().channels(i);
        const auto a = static_cast<double>(before(t, c + u));
        const auto b = static_cast<double>(before(t, c + v));
        const double norm = std::hypot(a, b);
        if (!(norm < 0x1p10)) continue;
        const double bound = round_trip_bound<Scalar>(norm, m);
        require(std::fabs(static_cast<double>(back(t, c + u)) - a) <= bound &&
                    std::fabs(static_cast<double>(back(t, c + v)) - b) <= bound,
                "the way back misses");
      }
    }
  }
}

template <class Scalar>
void turn_somehow(Bytes& bytes, const RotaryEmbedding& rotary, Index tokens) {
  const Index axes = rotary.axes().count();
  if (axes > 1) {
    Eigen::MatrixXd positions(tokens, axes);
    for (double& p : positions.reshaped()) {
      p = bytes.rarely() ? bytes.number() : bytes.raw<std::int16_t>() / 8.0;
    }
    return turn<Scalar>(bytes, rotary, tokens, positions,
                        [&](Index t) { return Eigen::RowVectorXd(positions.row(t)); });
  }
  with_positions(bytes, tokens, [&](const auto& positions) {
    turn<Scalar>(bytes, rotary, tokens, positions, [&](Index t) {
      return Eigen::Matrix<double, 1, 1>(static_cast<double>(positions.derived()(t)));
    });
  });
}

/// A range is its positions one by one.
template <class Scalar>
void turn_range(Bytes& bytes, const RotaryEmbedding& rotary, Index tokens) {
  const std::int64_t first = bytes.integer();
  const Index width = rotary.head().width();
  Guarded<Scalar> x(bytes, tokens, width);
  fill(bytes, x, tokens, width);
  const auto before = x.values();
  bool moved = false;
  x.with_view([&](auto view) { moved = accepted([&] { rotary.rotate(view, first); }); });
  x.require_guards();
  if (!moved) return require_same(x.values(), before, "a refused rotation wrote");
  for (Index t = 0; t < tokens; ++t) {
    Row<Scalar> one = before.row(t);
    const Eigen::RowVectorXd p =
        Eigen::RowVectorXd::Constant(rotary.axes().count(), static_cast<double>(first + t));
    rotary.rotate(one, p);
    require_same(x.values().row(t), one, "a token of a range that turns otherwise");
  }
}

/// The caller's own tables, with any numbers; both may be the same table.
template <class Scalar>
void turn_by_tables(Bytes& bytes, const RotaryHead& head, Index tokens) {
  Eigen::MatrixXf cos(tokens, head.pairs()), other(tokens, head.pairs());
  for (float& c : cos.reshaped()) c = static_cast<float>(bytes.moderate());
  for (float& s : other.reshaped()) s = static_cast<float>(bytes.moderate());
  const Eigen::MatrixXf& sin = bytes.flip() ? cos : other;
  Guarded<Scalar> x(bytes, tokens, head.width());
  fill(bytes, x, tokens, head.width());
  const auto before = x.values();
  x.with_view([&](auto view) { posenc::rotate_with(view, cos, sin, head); });
  x.require_guards();
  for (Index t = 0; t < tokens; ++t) {
    Row<Scalar> one = before.row(t);
    posenc::rotate_with(one, cos.row(t), sin.row(t), head);
    require_same(x.values().row(t), one, "a token that turns otherwise by tables");
  }
  Eigen::VectorXi rows(tokens);
  for (int& r : rows) r = bytes.below(255) - 100;
  x.with_view(
      [&](auto view) { accepted([&] { posenc::rotate_with(view, cos, sin, head, rows); }); });
  x.require_guards();
}

template <class Scalar>
void convert(Bytes& bytes, const RotaryHead& head, Index tokens) {
  const auto to = static_cast<posenc::Pairing>(bytes.below(2));
  const Index heads = 1 + bytes.below(3);
  Guarded<Scalar> x(bytes, tokens, heads * head.width());
  fill(bytes, x, tokens, heads * head.width());
  const auto before = x.values();
  x.with_view([&](auto view) { posenc::convert_pairing(view, head, to); });
  x.require_guards();
  const auto p = posenc::pairing_permutation(head, to, heads);
  require_same(x.values(), (before * p.transpose()).eval(), "another order than the permutation's");
}

template <class Scalar>
void xpos(Bytes& bytes, const RotaryEmbedding& rotary, Index tokens) {
  std::vector<posenc::XPosEmbedding> made;
  const double centre = bytes.rarely() ? bytes.number() : bytes.below(100);
  const double scale = bytes.rarely() ? bytes.number() : 512.0;
  accepted([&] { made.emplace_back(rotary.frequencies(), rotary.head(), centre, scale); });
  if (made.empty()) return;
  const RotaryEmbedding& growing = bytes.flip() ? made[0].query() : made[0].key();
  const Index width = rotary.head().width();
  Guarded<Scalar> x(bytes, tokens, width);
  fill(bytes, x, tokens, width);
  const auto before = x.values();
  with_positions(bytes, tokens, [&](const auto& positions) {
    bool moved = false;
    x.with_view([&](auto view) { moved = accepted([&] { growing.rotate(view, positions); }); });
    x.require_guards();
    if (!moved) return require_same(x.values(), before, "a refused rotation wrote");
    for (Index t = 0; t < tokens; ++t) {
      Row<Scalar> one = before.row(t);
      growing.rotate(one, Eigen::Matrix<double, 1, 1>(static_cast<double>(positions.derived()(t))));
      require_same(x.values().row(t), one, "a token that turns otherwise under xPos");
    }
  });
}

/// A batch of sequences, as a tall matrix and as a tensor, token by token.
template <class Scalar>
void turn_batch(Bytes& bytes, const RotaryEmbedding& rotary, Index tokens) {
  const Index batch = bytes.below(4), heads = 1 + bytes.below(3), width = rotary.head().width();
  Eigen::Array<std::int64_t, Eigen::Dynamic, Eigen::Dynamic> positions(batch, tokens);
  for (auto& p : positions.reshaped()) {
    p = bytes.rarely() ? bytes.integer() : bytes.raw<std::int16_t>();
  }
  Guarded<Scalar> x(bytes, batch * tokens, heads * width);
  fill(bytes, x, batch * tokens, heads * width);
  const auto before = x.values();
  // The entry of channel c of head h of token t of sequence b: rows are (b, t), columns (h, c).
  using Tensor = Eigen::Tensor<Scalar, 4, Eigen::RowMajor>;
  Tensor tensor(batch, heads, tokens, width);
  const auto each_entry = [&](auto&& f) {
    for (Index b = 0; b < batch; ++b)
      for (Index t = 0; t < tokens; ++t)
        for (Index k = 0; k < heads * width; ++k) f(b * tokens + t, k, b, k / width, t, k % width);
  };
  each_entry([&](Index r, Index k, Index b, Index h, Index t, Index c) {
    tensor(b, h, t, c) = before(r, k);
  });
  bool moved = false;
  x.with_view(
      [&](auto view) { moved = accepted([&] { posenc::rotate_batch(rotary, view, positions); }); });
  x.require_guards();
  require(accepted([&] { posenc::rotate_batch(rotary, tensor, positions); }) == moved,
          "a tensor that is refused otherwise than a matrix");
  if (!moved) require_same(x.values(), before, "a refused rotation wrote");
  const auto after = x.values();
  each_entry([&](Index r, Index k, Index b, Index h, Index t, Index c) {
    require(same<Scalar>(tensor(b, h, t, c), after(r, k)), "a tensor that turns otherwise");
  });
  if (!moved) return;
  for (Index r = 0; r < batch * tokens; ++r) {
    Row<Scalar> one = before.row(r);
    rotary.rotate(one, positions(r / tokens, r % tokens));
    require_same(after.row(r), one, "a token of a batch that turns otherwise");
  }
}

}  // namespace

void rotary(Bytes& bytes) {
  const auto made = rotation(bytes);
  if (made.empty()) return;
  const RotaryEmbedding& rotary = made[0];
  const Index tokens = bytes.below(bytes.rarely() ? 130 : 30);
  with_scalar(bytes, [&](auto scalar) {
    using Scalar = decltype(scalar);
    switch (bytes.below(9)) {
      case 0: return turn_range<Scalar>(bytes, rotary, tokens);
      case 1: return turn_by_tables<Scalar>(bytes, rotary.head(), tokens);
      case 2: return convert<Scalar>(bytes, rotary.head(), tokens);
      case 3:
        if (rotary.axes().list().size() == static_cast<std::size_t>(rotary.head().pairs())) {
          return xpos<Scalar>(bytes, rotary, tokens);
        }
        return turn_range<Scalar>(bytes, rotary, tokens);
      case 4: return turn_batch<Scalar>(bytes, rotary, tokens);
      default: return turn_somehow<Scalar>(bytes, rotary, tokens);
    }
  });
}

}  // namespace posenc_fuzz
