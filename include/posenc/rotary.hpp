// Rotary embedding: pairs of channels turned by position, in place.
#pragma once

#include <posenc/rotary/axes.hpp>           // several coordinates: which pair turns by which
#include <posenc/rotary/batch.hpp>          // padded batches
#include <posenc/rotary/embedding.hpp>      // rotate, unrotate, shift, cos_sin
#include <posenc/rotary/head.hpp>           // which channels of a head turn together
#include <posenc/rotary/pairing.hpp>        // from one pairing to the other
#include <posenc/rotary/query_factors.hpp>  // queries that grow with the position
#include <posenc/rotary/rerotation.hpp>     // a cache of keys when the scaling changes
#include <posenc/rotary/rotate_with.hpp>    // rotation by your own tables
#include <posenc/rotary/xpos.hpp>           // pairs that also fade with distance
