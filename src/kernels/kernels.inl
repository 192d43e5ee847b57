// The kernels, included once for every instruction set.

#include "round_store.inl"

#include "angles.inl"

#include "rows.inl"

#include "single_precision.inl"

#include "lines.inl"

#include "cheap_phasor.inl"

#include "real_rows.inl"

#include "single_row.inl"

#include "columns.inl"

#include "scattered.inl"

#include "real_columns.inl"

#include "rotate.inl"

void direct(const Turns& turns, std::uint64_t p, std::ptrdiff_t n, const MutablePhasors& out) {
  Angles angles;
  for (std::ptrdiff_t begin = 0; begin < n; begin += kAngleBatch) {
    const int batch = static_cast<int>(n - begin < kAngleBatch ? n - begin : kAngleBatch);
    set_angles(angles, batch, turns, {p, 0}, begin);
    for (int i = 0; i < batch; i += kWidth) {
      const Phasor z = split(angle_phasor(angles, i));
      const Vec sign = load<Vec>(turns.sign + begin + i);
      store(out.component(0, begin + i), z.sin_hi * sign + 0.0);  // no zero is negative
      store(out.component(1, begin + i), z.sin_lo * sign + 0.0);
      store(out.component(2, begin + i), z.cos_hi);
      store(out.component(3, begin + i), z.cos_lo);
    }
  }
}

void multiply(const Phasors& x, const Phasors& y, std::ptrdiff_t n, const MutablePhasors& out) {
  for (std::ptrdiff_t i = 0; i < n; i += kWidth) {
    const Phasor z = split(product(load_phasor(x, i), load_phasor(y, i)));
    store(out.component(0, i), z.sin_hi);
    store(out.component(1, i), z.sin_lo);
    store(out.component(2, i), z.cos_hi);
    store(out.component(3, i), z.cos_lo);
  }
}

void multiply_by_many(const Phasors& x, const double* y, std::ptrdiff_t y_stride,
                      std::ptrdiff_t count, double* out) {
  for (std::ptrdiff_t i = 0; i < kLanes; i += kWidth) {
    const Phasor p = load_phasor(x, i);
    const Vec sin = p.sin_hi + p.sin_lo;
    const Vec cos = p.cos_hi + p.cos_lo;
    for (std::ptrdiff_t k = 0; k < count; ++k) {
      const Phasor z = split(product(p, sin, cos, load_phasor({y + k * y_stride, 0}, i)));
      double* const to = out + k * kPhasorGroup + i;
      store(to, z.sin_hi);
      store(to + kLanes, z.sin_lo);
      store(to + 2 * kLanes, z.cos_hi);
      store(to + 3 * kLanes, z.cos_lo);
    }
  }
}

template <class T, bool kInterleaved, Operation kOperation>
constexpr typename ScalarKernels<T>::CheapRow cheap_row() {
  if constexpr (kFuses) return write_cheap_row<T, kInterleaved, kOperation>;
  return nullptr;
}

template <class T, Operation kOperation>
constexpr typename ScalarKernels<T>::RealColumns real_columns() {
  if constexpr (kFuses && !std::is_same<T, double>::value) return write_real_columns<T, kOperation>;
  return nullptr;
}

template <class T>
constexpr ScalarKernels<T> scalar_kernels() {
  constexpr Operation write = Operation::write, add = Operation::add;
  return {{{write_block_rows<T, false, write>, write_block_rows<T, false, add>},
           {write_block_rows<T, true, write>, write_block_rows<T, true, add>}},
          {{write_single_row<T, false, write>, write_single_row<T, false, add>},
           {write_single_row<T, true, write>, write_single_row<T, true, add>}},
          {{write_real_row<T, false, write>, write_real_row<T, false, add>},
           {write_real_row<T, true, write>, write_real_row<T, true, add>}},
          {{cheap_row<T, false, write>(), cheap_row<T, false, add>()},
           {cheap_row<T, true, write>(), cheap_row<T, true, add>()}},
          {write_columns<T, write>, write_columns<T, add>},
          {write_scattered_columns<T, write>, write_scattered_columns<T, add>},
          {real_columns<T, write>(), real_columns<T, add>()}};
}

constexpr Kernels kKernels = {POSENC_KERNEL_NAME,
                              kWidth,
                              direct,
                              multiply,
                              multiply_by_many,
                              scalar_kernels<double>(),
                              scalar_kernels<float>(),
                              scalar_kernels<Half>(),
                              scalar_kernels<BFloat16>(),
                              kRotary};
