// The parts of the public interface that the fuzzer calls.
#pragma once

#include <posenc/posenc.hpp>

#include "bytes.hpp"
#include "guarded.hpp"

namespace posenc_fuzz {

/// Tables: written, added, shifted.
void sinusoidal(Bytes& bytes);
/// Points, grids, Fourier features and batches.
void points(Bytes& bytes);
/// Rotation: there, back and on.
void rotary(Bytes& bytes);
/// Calls that make frequencies, positions and presets, with any arguments.
void parameters(Bytes& bytes);

/// `pairs` frequencies by one of the rules, or none where the rule refuses.
std::vector<posenc::Frequencies> frequencies(Bytes& bytes, Index pairs);

}  // namespace posenc_fuzz
