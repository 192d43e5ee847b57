// Where tokens are, as Eigen arrays. Vectors go to `write`, `add` and `rotate`, matrices of a batch
// to `write_batch`, `add_batch` and `rotate_batch`.
#pragma once

#include <posenc/positions/image.hpp>     // pixels, grids, normalised coordinates
#include <posenc/positions/mask.hpp>      // padding, and what attention sees
#include <posenc/positions/prompt.hpp>    // text, images and video in one sequence
#include <posenc/positions/sequence.hpp>  // masks, offsets, packed documents
