// Comparisons that say which entry is wrong. Bits are compared as bits: the sign of zero counts.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iomanip>
#include <stdexcept>
#include <string>
#include <vector>

namespace posenc_test {

template <class Scalar>
std::uint64_t bits_of(Scalar value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

inline ::testing::AssertionResult other_shape(Eigen::Index rows, Eigen::Index cols,
                                              Eigen::Index expected_rows,
                                              Eigen::Index expected_cols) {
  return ::testing::AssertionFailure() << "shape " << rows << " x " << cols << ", expected "
                                       << expected_rows << " x " << expected_cols;
}

struct Entry {
  double value;
  std::uint64_t bits;
};
inline ::testing::AssertionResult other_bits(Eigen::Index row, Eigen::Index col,
                                             const Entry& actual, const Entry& expected) {
  return ::testing::AssertionFailure()
         << "entry (" << row << ", " << col << ") is " << std::setprecision(17) << actual.value
         << ", expected " << expected.value << std::hex << " (bits " << actual.bits << ", expected "
         << expected.bits << ")";
}

/// Same shape, same scalar, and the same bits in each entry.
template <class A, class B>
::testing::AssertionResult same_bits(const Eigen::DenseBase<A>& actual,
                                     const Eigen::DenseBase<B>& expected) {
  static_assert(std::is_same<typename A::Scalar, typename B::Scalar>::value,
                "bits of one scalar are compared");
  const auto& a = actual.derived().eval();
  const auto& e = expected.derived().eval();
  if (a.rows() != e.rows() || a.cols() != e.cols()) {
    return other_shape(a.rows(), a.cols(), e.rows(), e.cols());
  }
  for (Eigen::Index r = 0; r < a.rows(); ++r) {
    for (Eigen::Index c = 0; c < a.cols(); ++c) {
      const auto x = a(r, c), y = e(r, c);
      if (bits_of(x) != bits_of(y)) {
        return other_bits(r, c, {static_cast<double>(x), bits_of(x)},
                          {static_cast<double>(y), bits_of(y)});
      }
    }
  }
  return ::testing::AssertionSuccess();
}

/// Every entry is the given number.
template <class A>
::testing::AssertionResult all_are(const Eigen::DenseBase<A>& actual, typename A::Scalar value) {
  return same_bits(actual, A::PlainObject::Constant(actual.rows(), actual.cols(), value));
}

template <class A>
::testing::AssertionResult all_finite(const Eigen::DenseBase<A>& actual) {
  for (Eigen::Index r = 0; r < actual.rows(); ++r) {
    for (Eigen::Index c = 0; c < actual.cols(); ++c) {
      if (!std::isfinite(static_cast<double>(actual.derived().coeff(r, c)))) {
        return ::testing::AssertionFailure() << "entry (" << r << ", " << c << ") is not finite";
      }
    }
  }
  return ::testing::AssertionSuccess();
}

/// The row has these numbers, each within the tolerance.
template <class Row>
void expect_row(const Row& row, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(row.size(), static_cast<Eigen::Index>(expected.size()));
  for (Eigen::Index c = 0; c < row.size(); ++c) {
    EXPECT_NEAR(row(c), expected[static_cast<std::size_t>(c)], tolerance) << "column " << c;
  }
}

/// The message is "posenc::<where>: expected <words>, got <got>"; empty `words` match any text.
inline ::testing::AssertionResult says(const std::string& message, const std::string& where,
                                       const std::string& got, const std::string& words) {
  const std::string head = "posenc::" + where + ": expected ";
  const std::string tail = ", got " + got;
  if (message.size() > head.size() + tail.size() && message.compare(0, head.size(), head) == 0 &&
      message.compare(message.size() - tail.size(), tail.size(), tail) == 0 &&
      (words.empty() || message == head + words + tail)) {
    return ::testing::AssertionSuccess();
  }
  return ::testing::AssertionFailure() << "message \"" << message << "\", expected \"" << head
                                       << (words.empty() ? "..." : words) << tail << "\"";
}

/// The call throws std::invalid_argument with that message. `where` is "function: argument".
template <class Call>
::testing::AssertionResult refuses(Call&& call, const std::string& where, const std::string& got,
                                   const std::string& words = "") {
  try {
    call();
  } catch (const std::invalid_argument& error) {
    return says(error.what(), where, got, words);
  } catch (...) {
    return ::testing::AssertionFailure() << "another exception than std::invalid_argument";
  }
  return ::testing::AssertionFailure() << "nothing was thrown, expected " << where;
}

}  // namespace posenc_test
