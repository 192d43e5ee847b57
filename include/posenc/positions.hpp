// Where tokens are: all are Eigen arrays, to be printed and to be given to `write`, `add` and
// `rotate`.
#pragma once

#include <posenc/positions/image.hpp>     // pixels, grids, normalised coordinates
#include <posenc/positions/mask.hpp>      // padding, and what attention sees
#include <posenc/positions/sequence.hpp>  // masks, offsets, packed documents
