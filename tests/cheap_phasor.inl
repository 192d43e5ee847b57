// Cheap phasors of one instruction set, a lane of them. Included once for each by
// cheap_phasor_test.cpp.

#include "../src/kernels/split_phasor.inl"

/// Sine and cosine in lane 0.
POSENC_NOINLINE void cheap(double p, double hi, double lo, double* sine_and_cosine) {
  const CheapPhasor z = cheap_phasor(splat(p), splat(hi), splat(lo));
  double sines[kWidth], cosines[kWidth];
  store(sines, z.sin);
  store(cosines, z.cos);
  sine_and_cosine[0] = sines[0];
  sine_and_cosine[1] = cosines[0];
}
