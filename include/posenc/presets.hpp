// One line for each framework's own convention. docs/conventions.md has the table, with first
// values to check by.
#pragma once

#include <posenc/axial_presets.hpp>     // images, video, coordinates
#include <posenc/sequence_presets.hpp>  // sequences, timesteps of diffusion
