// A strided matrix with guard values around it and in its gaps.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

#include "bytes.hpp"

namespace posenc_fuzz {

using Index = Eigen::Index;

template <class Scalar>
using Row = Eigen::Matrix<Scalar, 1, Eigen::Dynamic>;

/// The same bits, or both NaN.
template <class Scalar>
bool same(Scalar a, Scalar b) {
  const auto x = static_cast<double>(a), y = static_cast<double>(b);
  if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
  return std::memcmp(&a, &b, sizeof a) == 0;
}

template <class A, class B>
void require_same(const A& a, const B& b, const char* sentence) {
  require(a.rows() == b.rows() && a.cols() == b.cols(), "shapes differ");
  for (Index r = 0; r < a.rows(); ++r) {
    for (Index c = 0; c < a.cols(); ++c) {
      if (same<typename A::Scalar>(a(r, c), b(r, c))) continue;
      std::fprintf(stderr, "(%d, %d): %.17g and %.17g\n", static_cast<int>(r), static_cast<int>(c),
                   static_cast<double>(a(r, c)), static_cast<double>(b(r, c)));
      require(false, sentence);
    }
  }
}

template <class S>
class Guarded {
 public:
  using Scalar = S;
  using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  template <int Order>
  using View = Eigen::Map<Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Order>, 0, Strides>;
  using Values = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic>;

  Guarded(Bytes& bytes, Index rows, Index cols) : rows_(rows), cols_(cols) {
    const Index gap = bytes.below(4), step = 1 + (bytes.rarely() ? bytes.below(3) : 0);
    row_major_ = bytes.flip();
    (row_major_ ? col_ : row_) = step;
    (row_major_ ? row_ : col_) = step * (row_major_ ? cols : rows) + gap;
    start_ = bytes.below(9);
    const Index last = rows > 0 && cols > 0 ? (rows - 1) * row_ + (cols - 1) * col_ + 1 : 0;
    memory_.resize(static_cast<std::size_t>(start_ + (last > 0 ? last : 1) + bytes.below(9)));
    std::memset(static_cast<void*>(memory_.data()), kGuard, memory_.size() * sizeof(S));
  }

  /// Calls call(view), in the storage order that the strides have.
  template <class Call>
  void with_view(Call&& call) {
    if (row_major_) {
      call(View<Eigen::RowMajor>(memory_.data() + start_, rows_, cols_, Strides(row_, col_)));
    } else {
      call(View<Eigen::ColMajor>(memory_.data() + start_, rows_, cols_, Strides(col_, row_)));
    }
  }

  Values values() {
    Values copy(rows_, cols_);
    for (Index r = 0; r < rows_; ++r) {
      for (Index c = 0; c < cols_; ++c) copy(r, c) = at(r, c);
    }
    return copy;
  }
  void fill(Bytes& bytes) {
    for (Index r = 0; r < rows_; ++r) {
      for (Index c = 0; c < cols_; ++c) at(r, c) = static_cast<S>(bytes.moderate());
    }
  }
  S& at(Index r, Index c) {
    return memory_[static_cast<std::size_t>(start_ + r * row_ + c * col_)];
  }

  void require_guards() {
    std::vector<char> inside(memory_.size());
    for (Index r = 0; r < rows_; ++r) {
      for (Index c = 0; c < cols_; ++c) {
        inside[static_cast<std::size_t>(start_ + r * row_ + c * col_)] = 1;
      }
    }
    for (std::size_t k = 0; k < memory_.size(); ++k) {
      if (inside[k] != 0) continue;
      unsigned char raw[sizeof(S)];
      std::memcpy(raw, &memory_[k], sizeof(S));
      for (const unsigned char byte : raw) require(byte == kGuard, "a write outside of the output");
    }
  }

 private:
  static constexpr unsigned char kGuard = 0x5A;
  Index rows_, cols_, row_ = 1, col_ = 1, start_ = 0;
  bool row_major_ = false;
  std::vector<S> memory_;
};

/// Calls call(S()) for one of the four scalars.
template <class Call>
void with_scalar(Bytes& bytes, Call&& call) {
  switch (bytes.below(4)) {
    case 0: return call(double());
    case 1: return call(float());
    case 2: return call(Eigen::half());
    default: return call(Eigen::bfloat16());
  }
}

/// Calls call(vector) with n positions of one of eight types, as vectors, rows and expressions.
template <class Call>
void with_positions(Bytes& bytes, Index n, Call&& call) {
  const auto integers = [&](auto type, bool hostile) {
    using T = decltype(type);
    Eigen::Matrix<T, Eigen::Dynamic, 1> p(n);
    for (Index r = 0; r < n; ++r) {
      p[r] = static_cast<T>(hostile ? bytes.integer() : bytes.raw<std::int16_t>());
    }
    return p;
  };
  const auto reals = [&](auto type) {
    using T = decltype(type);
    Eigen::Array<T, 1, Eigen::Dynamic> p(n);
    const bool hostile = bytes.rarely();
    for (Index r = 0; r < n; ++r) {
      double x = bytes.number();
      if (!hostile && !(std::fabs(x) <= 0x1p53)) x = bytes.moderate();
      p[r] = static_cast<T>(x);
    }
    return p;
  };
  switch (bytes.below(10)) {
    case 0: return call(integers(std::int64_t(), false));
    case 1: return call(integers(std::int64_t(), true));
    case 2: return call(integers(std::uint64_t(), true));
    case 3: return call(integers(int(), true));
    case 4: return call(integers(std::uint8_t(), true));
    case 5: return call(reals(float()));
    case 6: return call(reals(Eigen::half()));
    case 7: return call(reals(double()).reverse());
    case 8: return call(integers(std::int16_t(), true).template cast<double>() * 0.125);
    default: return call(reals(double()));
  }
}

}  // namespace posenc_fuzz
