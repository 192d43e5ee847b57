// The four scalars as the list of a typed test suite.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <string>

namespace posenc_test {

using Scalars = ::testing::Types<double, float, Eigen::half, Eigen::bfloat16>;

struct ScalarNames {
  template <class Scalar>
  static std::string GetName(int) {
    if (std::is_same<Scalar, double>::value) return "double";
    if (std::is_same<Scalar, float>::value) return "float";
    return std::is_same<Scalar, Eigen::half>::value ? "half" : "bfloat16";
  }
};

template <class Scalar, int Order = Eigen::ColMajor>
using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic, Order>;

}  // namespace posenc_test
