// Which column holds which sine or cosine, written a second time, for the tests.
#pragma once

#include <Eigen/Core>

#include <posenc/layout.hpp>

namespace posenc_test {

struct Column {
  enum Kind { sine, cosine, zero } kind;
  Eigen::Index pair;
};

inline Column column_of(posenc::Layout layout, Eigen::Index width, posenc::OddWidth odd,
                        Eigen::Index c) {
  const bool padded = width % 2 != 0 && odd == posenc::OddWidth::zero_column;
  if (padded && c == width - 1) return {Column::zero, -1};
  const Eigen::Index used = padded ? width - 1 : width;
  const Eigen::Index sines = (used + 1) / 2;
  const Eigen::Index cosines = used / 2;
  switch (layout) {
    case posenc::Layout::interleaved: return {c % 2 == 0 ? Column::sine : Column::cosine, c / 2};
    case posenc::Layout::interleaved_cos_sin:
      return {c % 2 == 0 ? Column::cosine : Column::sine, c / 2};
    case posenc::Layout::sin_cos:
      if (c < sines) return {Column::sine, c};
      return {Column::cosine, c - sines};
    case posenc::Layout::cos_sin:
      if (c < cosines) return {Column::cosine, c};
      return {Column::sine, c - cosines};
  }
  return {Column::zero, -1};
}

}  // namespace posenc_test
