// How fast each pair turns: Frequencies (frequencies/rules.hpp), from a rule or as given. Rules
// that slow them down for longer texts are in frequencies/scaling.hpp, yarn.hpp and longrope.hpp.
#pragma once

#include <Eigen/Core>

#include <posenc/frequencies/rules.hpp>
