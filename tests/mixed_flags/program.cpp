// Matrices by value and by reference, every scalar and both orders, across the boundary of the
// library; prints a hash of all bytes. Built with many flags, it must print the same.
#include <cstdint>
#include <cstdio>
#include <limits>
#include <stdexcept>

#include <posenc/posenc.hpp>

namespace {

/// FNV-1a over the bytes of all entries, row by row.
class Hash {
 public:
  template <class Matrix>
  void add(const Matrix& matrix) {
    for (Eigen::Index r = 0; r < matrix.rows(); ++r) {
      for (Eigen::Index c = 0; c < matrix.cols(); ++c) {
        const auto entry = matrix(r, c);
        const auto* bytes = reinterpret_cast<const unsigned char*>(&entry);
        for (std::size_t i = 0; i < sizeof entry; ++i)
          value_ = (value_ ^ bytes[i]) * 1099511628211u;
      }
    }
  }
  unsigned long long value() const { return value_; }

 private:
  std::uint64_t value_ = 14695981039346656037u;
};

template <class Scalar, int Order>
unsigned long long hash_of_tables(Eigen::Index rows, Eigen::Index width) {
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order>;
  Hash hash;
  const posenc::SinusoidalEncoding encoding(width);
  hash.add(posenc::sinusoidal_positional_encoding<Scalar, Order>(rows, width));
  hash.add(encoding.table<Scalar, Order>(rows, -1000000));

  Matrix out(rows, width);
  encoding.write(out, 123456789);
  hash.add(out);
  Eigen::VectorXd positions(rows);  // exact whatever the flags, so that they are the same
  for (Eigen::Index r = 0; r < rows; ++r) positions[r] = static_cast<double>(r * r * r) / 64 - 3.25;
  encoding.write(out, positions);
  hash.add(out);

  Matrix x = Matrix::Constant(rows + 2, width + 2, Scalar(0.375f));
  encoding.add(x.block(1, 1, rows, width));
  encoding.add(x.block(1, 1, rows, width), positions);
  hash.add(x);
  return hash.value();
}

/// Heads that turn in part, by an amplitude that is not 1 and by xPos.
template <class Scalar>
unsigned long long hash_of_rotations() {
  using posenc::Pairing;
  using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  Hash hash;
  const posenc::RotaryHead head(24, Pairing::halves, 20, 2);
  const posenc::Frequencies frequencies = posenc::Frequencies::geometric(20);
  posenc::scaling::Yarn yarn;
  yarn.factor = 10.0;
  const posenc::RotaryEmbedding rope(posenc::scaling::yarn(20, 500000.0, yarn), head);
  const posenc::XPosEmbedding xpos(frequencies, head, 1.1, 500.0);
  Eigen::VectorXd positions(9);
  for (Eigen::Index r = 0; r < 9; ++r) positions[r] = static_cast<double>(r * r * r) / 64 - 3.25;
  for (const bool query : {true, false}) {
    Matrix x = Matrix::Constant(9, 48, Scalar(0.375f));
    rope.rotate(x, 123456789);
    rope.shift(x, -77.25);
    rope.unrotate(x, positions);
    hash.add(x);
    const posenc::RotaryEmbedding& growing = query ? xpos.query() : xpos.key();
    growing.rotate(x, 1500);
    growing.shift(x, -1200.75);
    growing.unrotate(x, positions);
    hash.add(x);
  }
  const auto tables = rope.template cos_sin<Scalar>(9, 1000000);
  hash.add(tables.cos);
  hash.add(tables.sin);
  return hash.value();
}

template <class Scalar>
void print_hashes(const char* scalar) {
  for (const Eigen::Index width : {2, 6, 64, 130}) {
    const auto by_column = hash_of_tables<Scalar, Eigen::ColMajor>(67, width);
    const auto by_row = hash_of_tables<Scalar, Eigen::RowMajor>(67, width);
    std::printf("%s %td %016llx %016llx\n", scalar, static_cast<std::ptrdiff_t>(width), by_column,
                by_row);
  }
  std::printf("%s rotated %016llx\n", scalar, hash_of_rotations<Scalar>());
}

template <class Call>
bool refused(Call&& call) {
  try {
    call();
  } catch (const std::invalid_argument&) {
    return true;
  }
  return false;
}

/// Parameters, each a NaN, which no comparison in the program finds under -ffast-math.
bool refuses_parameters_not_finite() {
  using namespace posenc;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Frequencies four = Frequencies::geometric(8);
  const RotaryHead head(8, Pairing::halves);
  const Eigen::Array4d factors = Eigen::Array4d::Ones();
  const auto yarn = [&](auto&& set) {
    return refused([&] {
      scaling::Yarn y;
      set(y);
      scaling::yarn(64, 1e4, y);
    });
  };
  return refused([&] { XPosEmbedding(four, head, 0.0, nan); }) &&
         refused([&] { XPosEmbedding(four, head, nan); }) &&
         refused([&] { ScaledFrequencies(four, nan); }) &&
         refused([&] { RotaryEmbedding(8, Pairing::halves, nan); }) &&
         refused([&] { partial_rotary_width(64, nan); }) &&
         refused([&] { normalized_positions({}, 0.0, 1.0, nan); }) &&
         refused([&] { prompt_positions({PromptPart::video(2, 1, 1, nan)}); }) && refused([&] {
           query_factors(1, 0, QueryGrowth{16, nan, 0});
         }) &&
         refused([&] { scaling::linear(four, nan); }) &&
         refused([&] { scaling::proportional(8, nan, 1e4); }) &&
         yarn([&](auto& y) { y.attention_factor = nan; }) &&
         yarn([&](auto& y) { y.mscale = nan; }) && refused([&] {
           scaling::longrope(four, {factors, factors, 8, 16, nan}, 1);
         }) &&
         refused([&] {
           scaling::longrope(four, {factors, factors, nan, 16, 1.0}, 1);
         }) &&
         refused([&] {
           scaling::longrope(four, {factors, factors, 8, nan, 1.0}, 1);
         }) &&
         refused([&] {
           scaling::longrope(four, {factors, Eigen::Array4d::Constant(nan), 8, 16}, 1);
         });
}

/// Whether a call that fills a matrix with the positions throws and leaves the matrix as it was.
template <class Positions, class Call>
bool refuses(const Positions& positions, Call&& call) {
  Eigen::MatrixXd out = Eigen::MatrixXd::Constant(positions.size(), 4, 7.0);
  try {
    call(out, positions);
    return false;
  } catch (const std::invalid_argument&) {
    for (Eigen::Index i = 0; i < out.size(); ++i) {
      if (out.data()[i] != 7.0) return false;
    }
  }
  return true;
}

/// Whether positions that are not finite are refused before anything is written, wherever they
/// stand: positions are tested by the chunk, so a late one comes after whole chunks of good ones.
template <class Scalar>
bool refuses_not_finite() {
  const posenc::SinusoidalEncoding encoding(4);
  const posenc::RotaryEmbedding rope(4, posenc::Pairing::adjacent);
  using Limits = std::numeric_limits<Scalar>;
  const Scalar infinity = Limits::infinity();
  for (const Scalar bad : {Limits::quiet_NaN(), infinity, static_cast<Scalar>(-infinity)}) {
    for (const Eigen::Index at : {0, 2, 4400}) {
      using Positions = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
      Positions positions = Positions::Constant(4500, Scalar(1));
      positions[at] = bad;
      const auto write = [&](auto& out, const auto& p) { encoding.write(out, p); };
      const auto add = [&](auto& out, const auto& p) { encoding.add(out, p); };
      const auto rotate = [&](auto& out, const auto& p) { rope.rotate(out, p); };
      if (!refuses(positions, write) || !refuses(positions, add) || !refuses(positions, rotate)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

int main() {
  if (!refuses_parameters_not_finite()) {
    std::puts("a parameter that is not finite was taken");
    return 1;
  }
  print_hashes<double>("double");
  print_hashes<float>("float");
  print_hashes<Eigen::half>("half");
  print_hashes<Eigen::bfloat16>("bfloat16");
  Hash presets;
  presets.add(posenc::presets::mlx(96).table(20));
  const Eigen::ArrayXXd counts = Eigen::ArrayXd::LinSpaced(9, 1.0, 9.0).replicate(1, 7);
  const posenc::ImagePositions parts = posenc::normalized_positions({counts, counts}, 0.5);
  presets.add(posenc::presets::detr(16).table(parts.points()));
  presets.add(posenc::SinusoidalEncoding(8).table(posenc::linspace_positions(11, -0.3, 0.7)));
  std::printf("presets %016llx\n", presets.value());
  const Eigen::MatrixXd shift = posenc::SinusoidalEncoding(64).shift_matrix(-12.5);
  Hash hash;
  hash.add(shift);
  std::printf("shift %016llx\n", hash.value());
  if (refuses_not_finite<double>() && refuses_not_finite<float>() &&
      refuses_not_finite<Eigen::half>() && refuses_not_finite<Eigen::bfloat16>()) {
    return 0;
  }
  std::puts("a number that is not finite was taken");
  return 1;
}
