// Tables: every row equals the row written alone, for any range, order, strides and neighbours;
// adding gives the sum; a call that throws writes nothing.
#include "scenarios.hpp"

namespace posenc_fuzz {
namespace {

using posenc::SinusoidalEncoding;

std::vector<SinusoidalEncoding> encoding(Bytes& bytes) {
  std::vector<SinusoidalEncoding> made;
  const Index pairs = 1 + bytes.below(bytes.rarely() ? 150 : 24);
  const auto made_of = frequencies(bytes, pairs);
  if (made_of.empty()) return made;
  const auto layout = static_cast<posenc::Layout>(bytes.below(bytes.rarely() ? 7 : 4));
  const auto odd = static_cast<posenc::OddWidth>(bytes.below(bytes.rarely() ? 5 : 3));
  const std::int64_t width = bytes.rarely() ? bytes.integer() : 2 * pairs + bytes.below(3) - 1;
  accepted([&] {
    made.emplace_back(made_of[0], layout, width, odd);
    require(made[0].width() == width, "another width");
  });
  if (made.empty()) accepted([&] { made.emplace_back(made_of[0], layout); });
  if (!made.empty() && bytes.rarely()) {
    accepted([&] { made[0] = made[0].with_amplitude(bytes.number()); });
  }
  return made;
}

/// The row of each position, written by itself.
template <class Scalar>
Row<Scalar> row_at(const SinusoidalEncoding& encoding, double position) {
  Row<Scalar> row(encoding.width());
  encoding.write(row, Eigen::Matrix<double, 1, 1>(position));
  return row;
}

/// Writes into and adds to a guarded output; `at` is what the calls take, position(r) what it says.
template <class Scalar, class At, class Position>
void write_and_add(Bytes& bytes, const SinusoidalEncoding& encoding, Index rows, const At& at,
                   Position&& position) {
  Guarded<Scalar> out(bytes, rows, encoding.width());
  const auto before = out.values();
  bool written = false;
  out.with_view([&](auto view) { written = accepted([&] { encoding.write(view, at); }); });
  out.require_guards();
  if (!written) return require_same(out.values(), before, "a refused call wrote");
  const auto table = out.values();
  for (Index r = 0; r < rows; ++r) {
    require_same(table.row(r), row_at<Scalar>(encoding, position(r)), "a row that is another");
  }

  Guarded<Scalar> sum(bytes, rows, encoding.width());
  sum.fill(bytes);
  const auto x = sum.values();
  sum.with_view([&](auto view) { require(accepted([&] { encoding.add(view, at); }), "no add"); });
  sum.require_guards();
  require_same(sum.values(), (x + table).eval(), "adding is not the sum");
}

template <class Scalar>
void shift(Bytes& bytes, const SinusoidalEncoding& encoding, Index rows) {
  Guarded<Scalar> out(bytes, rows, encoding.width());
  out.fill(bytes);
  const auto before = out.values();
  const double k = bytes.number();
  bool shifted = false;
  out.with_view([&](auto view) { shifted = accepted([&] { encoding.shift(view, k); }); });
  out.require_guards();
  if (!shifted) return require_same(out.values(), before, "a refused shift wrote");
  for (Index r = 0; r < rows; ++r) {
    Row<Scalar> row = before.row(r);
    encoding.shift(row, k);
    require_same(out.values().row(r), row, "a shifted row that is another");
  }
}

template <class Scalar>
void wrong_shapes(Bytes& bytes, const SinusoidalEncoding& encoding, Index rows) {
  const Index cols = encoding.width() + bytes.below(5) - 2;
  Guarded<Scalar> out(bytes, rows, cols < 0 ? 0 : cols);
  const auto before = out.values();
  const bool fits = cols == encoding.width();
  out.with_view([&](auto view) {
    require(accepted([&] { encoding.write(view); }) == fits, "another width is taken");
    with_positions(bytes, rows + 1, [&](const auto& positions) {
      require(!accepted([&] { encoding.add(view, positions); }), "too many positions are taken");
    });
  });
  out.require_guards();
  if (!fits) require_same(out.values(), before, "a refused call wrote");
}

void table(Bytes& bytes, const SinusoidalEncoding& encoding) {
  const std::int64_t count = harmless(bytes.integer(), 100), first = bytes.integer();
  accepted([&] {
    const Eigen::MatrixXf made = encoding.table<float>(count, first);
    require(made.rows() == count && made.cols() == encoding.width(), "another shape of a table");
    for (Index r = 0; r < made.rows(); r += 17) {
      require_same(made.row(r), row_at<float>(encoding, static_cast<double>(first + r)),
                   "a row of a table that is another");
    }
  });
}

}  // namespace

void sinusoidal(Bytes& bytes) {
  const auto made = encoding(bytes);
  if (made.empty()) return;
  const SinusoidalEncoding& encoding = made[0];
  const Index rows = bytes.below(bytes.rarely() ? 200 : 40);
  with_scalar(bytes, [&](auto scalar) {
    using Scalar = decltype(scalar);
    switch (bytes.below(8)) {
      case 0: return shift<Scalar>(bytes, encoding, rows);
      case 1: return wrong_shapes<Scalar>(bytes, encoding, rows);
      case 2: return table(bytes, encoding);
      case 3:
      case 4: {
        const std::int64_t first = bytes.integer();
        return write_and_add<Scalar>(bytes, encoding, rows, first,
                                     [&](Index r) { return static_cast<double>(first + r); });
      }
      default:
        return with_positions(bytes, rows, [&](const auto& positions) {
          write_and_add<Scalar>(bytes, encoding, rows, positions, [&](Index r) {
            return static_cast<double>(positions.derived()(r));
          });
        });
    }
  });
}

}  // namespace posenc_fuzz
