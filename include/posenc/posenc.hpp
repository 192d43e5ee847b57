// posenc: exact sinusoidal positional encodings for Eigen. Single headers work alone too.
#pragma once

#include <posenc/axial.hpp>
#include <posenc/batch.hpp>
#include <posenc/fourier.hpp>
#include <posenc/frequencies.hpp>
#include <posenc/layout.hpp>
#include <posenc/outer_product.hpp>
#include <posenc/positions.hpp>
#include <posenc/sinusoidal.hpp>
#include <posenc/version.hpp>
