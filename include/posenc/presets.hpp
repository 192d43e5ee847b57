// One line for each framework's convention. docs/conventions.md and docs/rotary.md have the tables,
// with first values to check against.
#pragma once

#include <posenc/presets/image.hpp>        // images, video, coordinates
#include <posenc/presets/rotary.hpp>       // rotary embedding of published models
#include <posenc/presets/rotary_axes.hpp>  // the same, of images and video
#include <posenc/presets/sequence.hpp>     // sequences, timesteps of diffusion
