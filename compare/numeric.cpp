// Compares the numbers of different ways to compute a table, and draws error against position:
//   compare_numeric FOLDER
// The picture goes into FOLDER.
#include "../tests/allocations.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "../tests/oracle.hpp"
#include "clock.hpp"
#include "numeric.hpp"
#include "svg.hpp"

namespace compare {
namespace {

using posenc_test::Phasor;
using posenc_test::Real;

/// |entry - exact| at its largest over one row; `cosine_first` for pairs of (cosine, sine).
template <class Scalar>
double row_error(const Table<Scalar>& table, Index row, std::int64_t position, bool cosine_first) {
  static const std::vector<Real> frequencies =
      posenc_test::geometric_frequencies(kPairs, kChannels, 10000.0);
  double largest = 0.0;
  Phasor exact;
  for (Index i = 0; i < kPairs; ++i) {
    exact.turn(static_cast<double>(position), frequencies[static_cast<std::size_t>(i)]);
    const Scalar sine = table(row, 2 * i + (cosine_first ? 1 : 0));
    const Scalar cosine = table(row, 2 * i + (cosine_first ? 0 : 1));
    largest = (std::max)({largest, posenc_test::deviation(sine, exact.sine).absolute,
                          posenc_test::deviation(cosine, exact.cosine).absolute});
  }
  return largest;
}

/// The distances between positions whose exact rows are nearest: 1, and the best three of the rest.
std::vector<Index> nearest_lags(Index rows) {
  std::vector<std::pair<double, Index>> lags;
  const Eigen::ArrayXd frequencies = posenc::Frequencies::geometric(kChannels).values();
  for (Index lag = 1; lag < rows; ++lag) {
    lags.emplace_back((1.0 - (static_cast<double>(lag) * frequencies).cos()).sum(), lag);
  }
  std::partial_sort(lags.begin(), lags.begin() + 3, lags.end());
  return {1, lags[0].second, lags[1].second, lags[2].second};
}

template <class Scalar>
double smallest_distance(const Table<Scalar>& table, const std::vector<Index>& lags) {
  double smallest = HUGE_VAL;
  for (const Index lag : lags) {
    for (Index row = lag; row < table.rows(); ++row) {
      const auto difference =
          table.row(row).template cast<double>() - table.row(row - lag).template cast<double>();
      smallest = (std::min)(smallest, difference.squaredNorm());
    }
  }
  return std::sqrt(smallest);
}

enum class Kind { table, add, rotate };

template <class Scalar, class Method>
void compare_one(const char* name, Kind kind, Index rows, std::int64_t first,
                 const std::vector<Index>& lags) {
  const double before = static_cast<double>(posenc_test::allocated_bytes);
  const Method method;
  const double object = static_cast<double>(posenc_test::allocated_bytes) - before + sizeof(Method);
  Table<Scalar> out = Table<Scalar>::Ones(rows, kChannels);  // subnormal numbers would take longer
  const double seconds = best_seconds([&] { method(out, first); });

  out.setZero();
  if (kind == Kind::rotate) out(Eigen::all, Eigen::seqN(0, kPairs, 2)).setOnes();
  double heap = static_cast<double>(posenc_test::bytes_of([&] { method(out, first); }));
  if (kind == Kind::table) heap += static_cast<double>(out.size()) * sizeof(Scalar);

  constexpr Index kChecked = 256;  // rows, the last among them
  double error = 0.0;
  for (Index k = 1; k <= kChecked; ++k) {
    const Index row = rows * k / kChecked - 1;
    error = (std::max)(error, row_error(out, row, first + row, kind == Kind::rotate));
  }
  std::printf("  %-30s %8.1e %12.3e %10.0f %12.3f %10.1f\n", name, error,
              smallest_distance(out, lags), 1e9 * seconds / static_cast<double>(rows), heap / 1e6,
              object / 1e3);
  std::fflush(stdout);
}

void compare_all(Index rows, std::int64_t first) {
  constexpr double kTwoPi = 6.283185307179586;
  const double slowest = posenc::Frequencies::geometric(kChannels).values()[kPairs - 1];
  const auto last = first + rows - 1;
  std::printf("\npositions %lld to %lld; turns of the slowest pair up to there: %.4g\n",
              static_cast<long long>(first), static_cast<long long>(last),
              static_cast<double>(last) * slowest / kTwoPi);
  const auto lags = nearest_lags(rows);
  compare_one<float, Loop<float>>("loop, angles in float", Kind::table, rows, first, lags);
  compare_one<double, OuterProduct>("outer product in double", Kind::table, rows, first, lags);
  compare_one<float, Write<float>>("write, float", Kind::table, rows, first, lags);
  compare_one<double, Write<double>>("write, double", Kind::table, rows, first, lags);
  compare_one<float, Add>("add, float, to zeros", Kind::add, rows, first, lags);
  compare_one<float, Rotate>("rotate, float, (1, 0) in pairs", Kind::rotate, rows, first, lags);
}

/// The largest error around each of some positions, four to an octave.
template <class Scalar, class Method>
Line error_line(const char* label) {
  constexpr Index kRows = 8;
  constexpr double kFarthest = 1e12;
  const Method method;
  Table<Scalar> out(kRows, kChannels);
  Line line{label, {}, false};
  for (double p = 1.0; p <= kFarthest; p *= 1.5) {
    const auto first = static_cast<std::int64_t>(p);
    method(out, first);
    double error = 0.0;
    for (Index row = 0; row < kRows; ++row) {
      error = (std::max)(error, row_error(out, row, first + row, false));
    }
    line.points.emplace_back(p, error);
  }
  return line;
}

void draw(const std::string& folder) {
  Chart chart;
  chart.title = "Largest error of a row of 128 channels";
  chart.markers = false;
  const char* powers[] = {"1", "10³", "10⁶", "10⁹", "10¹²"};
  chart.x = {"position", 1.0, 1e12, true, {}};
  for (int k = 0; k < 5; ++k) chart.x.ticks.push_back({std::pow(10.0, 3 * k), powers[k]});
  const char* errors[] = {"10⁻¹⁶", "10⁻¹²", "10⁻⁸", "10⁻⁴", "1"};
  chart.y = {"absolute error", 1e-17, 10.0, true, {}};
  for (int k = 0; k < 5; ++k) chart.y.ticks.push_back({std::pow(10.0, 4 * k - 16), errors[k]});
  chart.lines = {error_line<double, Write<double>>("posenc, double"),
                 error_line<float, Write<float>>("posenc, float"),
                 error_line<double, Loop<double>>("angles in double"),
                 error_line<float, Loop<float>>("angles in float")};
  Svg svg(720, 440);
  svg.draw(chart, 75, 45, 500, 335);
  svg.save(folder + "/error_against_position.svg");
}

}  // namespace
}  // namespace compare

int main(int argc, char** argv) try {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
    return 2;
  }
  std::printf(
      "A table of %d channels       largest error     smallest     ns a row      memory, MB  "
      "object, kB\n                               of 256 rows     distance of\n"
      "                                              two rows\n",
      static_cast<int>(compare::kChannels));
  for (const Eigen::Index rows : {512, 2048, 8192, 32768, 131072}) compare::compare_all(rows, 0);
  compare::compare_all(512, 1000000000);
  compare::draw(argv[1]);
} catch (const std::exception& error) {
  std::fprintf(stderr, "compare_numeric: %s\n", error.what());
  return 1;
}
