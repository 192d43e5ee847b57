// Cheap phasors of one instruction set, a lane of them. Included once for each by
// cheap_phasor_test.cpp.

#include "../src/kernels/split_phasor.inl"

#include "../src/kernels/cheap_phasor.inl"

/// Of lane 0: the sine and 0, the cosine and 0.
POSENC_NOINLINE void cheap(double p, double hi, double lo, double* parts) {
  const CheapPhasor z = cheap_phasor(splat(p), splat(hi), splat(lo));
  double sines[kWidth], cosines[kWidth];
  store(sines, z.sin);
  store(cosines, z.cos);
  parts[0] = sines[0];
  parts[2] = cosines[0];
  parts[1] = parts[3] = 0.0;
}

/// Of lane 0: hi and lo of the sine, hi and lo of the cosine.
POSENC_NOINLINE void cheap_double(double p, double hi, double lo, double* parts) {
  const SinCos z = cheap_sums(splat(p), splat(hi), splat(lo));
  double lanes[4][kWidth];
  store(lanes[0], z.sin.hi);
  store(lanes[1], z.sin.lo);
  store(lanes[2], z.cos.hi);
  store(lanes[3], z.cos.lo);
  for (int k = 0; k < 4; ++k) parts[k] = lanes[k][0];
}
