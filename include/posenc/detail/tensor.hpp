// What the headers for Eigen's tensors share.
#pragma once

#include <Eigen/Core>
#include <unsupported/Eigen/CXX11/Tensor>

#include <posenc/detail/outputs.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

template <class Scalar, int Rank, int Options, class I>
inline constexpr bool owns_entries<Eigen::Tensor<Scalar, Rank, Options, I>> = true;

}  // namespace detail
POSENC_END_NAMESPACE
