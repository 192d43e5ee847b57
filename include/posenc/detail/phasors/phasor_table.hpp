// The phasors of one set of frequencies, from which every value is computed.
#pragma once

#include <memory>

#include <posenc/detail/frequencies/frequencies.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

class PhasorTable;  // immutable: shared by threads and by copies of the object that holds it
using PhasorHandle = std::shared_ptr<const PhasorTable>;
PhasorHandle make_phasor_table(const Frequencies& frequencies);

}  // namespace detail
POSENC_END_NAMESPACE
