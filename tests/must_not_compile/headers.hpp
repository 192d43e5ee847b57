// The headers of mistakes.cpp, compiled once for all mistakes.
#include <complex>
#include <vector>

#include <posenc/posenc.hpp>
#if __has_include(<unsupported/Eigen/SpecialFunctions>)  // a folder may hold Eigen/ only
#include <posenc/rotary/tensor.hpp>
#include <posenc/sinusoidal/tensor.hpp>
#endif
