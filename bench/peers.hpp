// Loops over other libraries' vector functions, as a good engineer writes them by hand: frequencies
// computed once, whole vectors, one thread. Plain arrays: the files that define them are compiled
// for wider instruction sets than the rest and must share no inline function with it.
#pragma once

#include <cstddef>

namespace posenc_bench {

/// Rows of interleaved sines and cosines at positions first, first + 1, ...; `pairs` is a multiple
/// of 16.
template <class Scalar>
using WriteTable = void (*)(Scalar* out, std::ptrdiff_t rows, const double* frequencies,
                            std::ptrdiff_t pairs, double first);

/// Rotates `tokens` rows of `heads` heads of 128 floats in place, from position `first` on.
using RotateHeads = void (*)(float* x, std::ptrdiff_t tokens, std::ptrdiff_t heads,
                             const double* frequencies, double first);

/// Rows of 63: three coordinates, then for each of ten octaves three sines and three cosines.
using WritePoints = void (*)(float* out, std::ptrdiff_t count, const float* points,
                             std::ptrdiff_t column_stride);

/// What a library offers for one instruction set; null where it is not installed or has nothing.
struct Peer {
  WriteTable<double> write_double = nullptr;
  WriteTable<float> write_float = nullptr;       ///< angles rounded to float
  WriteTable<float> write_float_wide = nullptr;  ///< angles, sines and cosines in double
  RotateHeads rotate_adjacent = nullptr, rotate_halves = nullptr;
  WritePoints write_points = nullptr;
};

/// The vector functions of SLEEF with an error below 1 ulp, and those of GCC's libmvec, for an
/// instruction set as the kernels name it. (The functions for each are in peers.cpp.)
Peer sleef(const char* kernel);
Peer libmvec(const char* kernel);

}  // namespace posenc_bench
