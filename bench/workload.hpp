// What the lines share: the library's calls on shared memory, positions, names.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <random>
#include <string>

#include <posenc/posenc.hpp>

#include "kernels/kernels.hpp"
#include "peers.hpp"
#include "rungs.hpp"

namespace posenc_bench {

constexpr int kColumns = Eigen::ColMajor;
constexpr int kRows = Eigen::RowMajor;

template <class Scalar>
inline const char* const scalar_name = "";
template <>
inline const char* const scalar_name<double> = "double";
template <>
inline const char* const scalar_name<float> = "float";
template <>
inline const char* const scalar_name<Eigen::half> = "half";
template <>
inline const char* const scalar_name<Eigen::bfloat16> = "bfloat16";

inline std::string size_name(Index rows, Index cols) {
  return std::to_string(rows) + "x" + std::to_string(cols);
}

inline std::string order_name(int order) {
  return order == kRows ? "row-major" : "column-major";
}

/// "double 8192x1024 row-major"
template <class Scalar, int Order>
std::string table_name(Index rows, Index cols) {
  return std::string(scalar_name<Scalar>) + " " + size_name(rows, cols) + " " + order_name(Order);
}

using Operation = std::function<void()>;

template <class Scalar, int Order>
Operation fill_of(Index rows, Index cols, Stretch stretch = Stretch::first) {
  return [=] { fill(table_at<Scalar, Order>(rows, cols, stretch)); };
}

/// `write` with whatever says where the rows are: nothing, the first position, or all of them.
template <class Scalar, int Order, class... Where>
Operation write_to(Stretch stretch, Index rows, Index cols, Where... where) {
  return [=, encoding = posenc::SinusoidalEncoding(cols)] {
    auto out = table_at<Scalar, Order>(rows, cols, stretch);
    encoding.write(out, where...);
    keep(out.data());
  };
}
template <class Scalar, int Order, class... Where>
Operation write_of(Index rows, Index cols, Where... where) {
  return write_to<Scalar, Order>(Stretch::first, rows, cols, where...);
}

/// The peers for the instruction set that the library runs on.
inline const Peer& sleef() {
  static const Peer peer = sleef(posenc::detail::chosen_kernels().name);
  return peer;
}
inline const Peer& libmvec() {
  static const Peer peer = libmvec(posenc::detail::chosen_kernels().name);
  return peer;
}

using IntegerPositions = Eigen::Matrix<std::int64_t, Eigen::Dynamic, 1>;

inline IntegerPositions consecutive_positions(Index n) {
  return IntegerPositions::LinSpaced(n, 0, n - 1);
}

inline IntegerPositions shuffled_positions(Index n) {
  IntegerPositions positions = consecutive_positions(n);
  std::shuffle(positions.data(), positions.data() + n, std::mt19937_64(1));
  return positions;
}

/// Reals in [0, n): where the angles of libm are smallest and its range reduction cheapest.
inline Eigen::VectorXd real_positions(Index n) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> position(0.0, static_cast<double>(n));
  return Eigen::VectorXd::NullaryExpr(n, [&](Index) { return position(random); });
}

}  // namespace posenc_bench
