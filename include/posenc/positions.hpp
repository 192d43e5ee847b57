// Where tokens are: all are Eigen arrays, to be printed and to be given to `write`, `add` and
// `rotate`.
#pragma once

#include <posenc/image_positions.hpp>     // pixels, grids, normalised coordinates
#include <posenc/mask.hpp>                // padding, and what attention sees
#include <posenc/sequence_positions.hpp>  // masks, offsets, packed documents
