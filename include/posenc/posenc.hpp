// posenc: exact sinusoidal positional encodings and rotary embedding for Eigen. Each header also
// works by itself.
#pragma once

// How fast each pair turns.
#include <posenc/frequencies.hpp>
#include <posenc/frequencies/longrope.hpp>
#include <posenc/frequencies/scaling.hpp>
#include <posenc/frequencies/yarn.hpp>

// Where each token is.
#include <posenc/positions.hpp>

// Which column holds which sine or cosine.
#include <posenc/layout.hpp>

// What happens to the result: a table, written or added.
#include <posenc/sinusoidal.hpp>
#include <posenc/sinusoidal/axial.hpp>
#include <posenc/sinusoidal/batch.hpp>
#include <posenc/sinusoidal/fourier.hpp>
#include <posenc/sinusoidal/outer_product.hpp>
#include <posenc/sinusoidal/similarity.hpp>

// What happens to the result: a rotation.
#include <posenc/rotary.hpp>

// One line for each framework.
#include <posenc/presets.hpp>
#include <posenc/version.hpp>
