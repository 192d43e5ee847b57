// The usual ways to compute the same table, or to fill the same memory.
//
// n positions (rows), d channels (columns), i the pair, p the position.
#pragma once

#include <benchmark/benchmark.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <new>

namespace posenc_bench {

using Eigen::Index;

template <class Scalar, int Order>
using Table = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order>;

template <class Scalar, int Order>
using View = Eigen::Map<Table<Scalar, Order>>;

/// Makes the compiler treat the values at `data` as read.
template <class Scalar>
void keep(Scalar* data) {
  benchmark::DoNotOptimize(data);
  benchmark::ClobberMemory();
}

/// Two stretches of 64 MiB that all lines share, so that candidate and baseline meet the same
/// pages. The second starts 2 KiB into a page and the first at its start, so no two entries with
/// the same index share the low 12 bits of their addresses. `off_line` is the first, 16 bytes
/// further on: where an Eigen matrix starts in memory from a large malloc.
enum class Stretch { first, second, off_line };

inline char* memory(Stretch stretch) {
  constexpr std::size_t page = 4096;
  constexpr std::size_t room = std::size_t{64} << 20;
  struct Free {
    void operator()(char* data) const { ::operator delete (data, std::align_val_t{page}); }
  };
  static const std::unique_ptr<char, Free> all(
      static_cast<char*>(::operator new (2 * (room + page), std::align_val_t{page})));
  switch (stretch) {
    case Stretch::first: break;
    case Stretch::off_line: return all.get() + 16;
    case Stretch::second: return all.get() + room + page / 2;
  }
  return all.get();
}

/// A table laid over that memory.
template <class Scalar, int Order>
View<Scalar, Order> table_at(Index rows, Index cols, Stretch stretch = Stretch::first) {
  return {reinterpret_cast<Scalar*>(memory(stretch)), rows, cols};
}

/// The floor: std::fill over the bytes of a table, as doubles whatever the scalar. The constant has
/// no repeating byte, so it cannot become memset.
template <class Out>
void fill(Out&& out) {
  auto* data = reinterpret_cast<double*>(out.data());
  const auto bytes = static_cast<std::size_t>(out.size()) * sizeof(*out.data());
  std::fill(data, data + bytes / sizeof(double), 0.5);
  keep(data);
}

/// pow, sin and cos per pair and position, as most tutorials have it, in the table's scalar.
template <class Out>
void naive(Out&& out) {
  using Scalar = typename std::decay_t<Out>::Scalar;
  const auto d = static_cast<Scalar>(out.cols());
  for (Index p = 0; p < out.rows(); ++p) {
    for (Index i = 0; 2 * i + 1 < out.cols(); ++i) {
      const Scalar angle =
          static_cast<Scalar>(p) / std::pow(Scalar{10000}, static_cast<Scalar>(2 * i) / d);
      out(p, 2 * i) = std::sin(angle);
      out(p, 2 * i + 1) = std::cos(angle);
    }
  }
  keep(out.data());
}

/// The same with the power taken out of the loop over positions: sin and cos per pair and position.
template <class Out, class Positions>
void hoisted(Out&& out, const Positions& positions) {
  using Scalar = typename std::decay_t<Out>::Scalar;
  const auto d = static_cast<Scalar>(out.cols());
  Eigen::Array<Scalar, Eigen::Dynamic, 1> frequencies(out.cols() / 2);
  for (Index i = 0; i < frequencies.size(); ++i) {
    frequencies[i] = std::pow(Scalar{10000}, -static_cast<Scalar>(2 * i) / d);
  }
  for (Index r = 0; r < out.rows(); ++r) {
    const auto p = static_cast<Scalar>(positions[r]);
    for (Index i = 0; i < frequencies.size(); ++i) {
      const Scalar angle = p * frequencies[i];
      out(r, 2 * i) = std::sin(angle);
      out(r, 2 * i + 1) = std::cos(angle);
    }
  }
  keep(out.data());
}

/// sin and cos of angles that are ready, interleaved.
template <class Out, class Angles>
void sines_and_cosines(Out&& out, const Angles& angles) {
  for (Index i = 0; i < angles.size(); ++i) {
    out(2 * i) = std::sin(angles[i]);
    out(2 * i + 1) = std::cos(angles[i]);
  }
  keep(out.data());
}

}  // namespace posenc_bench
