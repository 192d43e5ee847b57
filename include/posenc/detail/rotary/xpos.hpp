// The growth of xPos.
#pragma once

#include <posenc/detail/rotary/rotary_table.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// A table whose pairs grow by ζ_i^(1 / scale_base) a position, ζ_i = (2i + 0.4 d) / (1.4 d) with d
/// channels in as many pairs as the table has; the phasors are shared.
RotaryHandle with_xpos_growth(const RotaryTable& table, double scale_base);

}  // namespace detail
POSENC_END_NAMESPACE
