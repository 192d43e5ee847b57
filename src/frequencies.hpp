#pragma once
#include <vector>

#include <posenc/detail/library.hpp>

namespace posenc {
namespace detail {
class FrequencyVector {
 public:
  std::vector<double> values;
};
}  // namespace detail
}  // namespace posenc
