// The phasors of a rotary embedding.
#pragma once

#include <cstddef>
#include <memory>

#include <posenc/detail/frequencies/frequencies.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

class RotaryTable;  // immutable, shared
using RotaryHandle = std::shared_ptr<const RotaryTable>;

/// Term k rotates pair k mod pairs with frequency k by the coordinate on axis axis_of_term[k].
/// There is one term for each pair, or one for each pair on each axis: then the angle is their sum.
RotaryHandle make_rotary_table(const Frequencies& frequencies, const std::ptrdiff_t* axis_of_term,
                               std::ptrdiff_t axes, std::ptrdiff_t pairs);

}  // namespace detail
POSENC_END_NAMESPACE
