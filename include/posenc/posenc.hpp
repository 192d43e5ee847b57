// posenc: exact sinusoidal positional encodings and rotary embedding for Eigen. Single headers work
// alone too.
#pragma once

#include <posenc/axial.hpp>
#include <posenc/batch.hpp>
#include <posenc/fourier.hpp>
#include <posenc/frequencies.hpp>
#include <posenc/layout.hpp>
#include <posenc/longrope.hpp>
#include <posenc/outer_product.hpp>
#include <posenc/pairing.hpp>
#include <posenc/positions.hpp>
#include <posenc/presets.hpp>
#include <posenc/quality.hpp>
#include <posenc/rerotation.hpp>
#include <posenc/rotary.hpp>
#include <posenc/rotary_axes.hpp>
#include <posenc/rotary_head.hpp>
#include <posenc/rotary_presets.hpp>
#include <posenc/rotate_with.hpp>
#include <posenc/scaling.hpp>
#include <posenc/sinusoidal.hpp>
#include <posenc/version.hpp>
#include <posenc/xpos.hpp>
#include <posenc/yarn.hpp>
