// The rules for frequencies. The library's sources include this header, which does not include
// Eigen; programs include posenc/frequencies.hpp.
//
// n pairs, i = 0 .. n-1 the pair, d channels, b the base, ω_i the frequency in radians per
// position.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/frequencies/frequencies.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE

/// How n members are spaced between two ends.
enum class Spacing {
  open,    ///< in steps of 1/n of the whole: the last one stops a step short of the end
  closed,  ///< in steps of 1/(n-1): the last one is the end
};

/// The frequencies of n pairs: real numbers, kept far beyond double precision. Immutable; copies
/// share their storage.
/// Units: radians per position.
/// Error: each ω_i is within 2^-160 max(1, ω_i) of the formula's real number.
/// Throws: std::invalid_argument unless there are 1 to 2^22 pairs, each argument is finite, bases,
/// timescales and ends of geometric rules are positive, and all frequencies are below 2^40 in
/// magnitude.
class Frequencies {
 public:
  /// The paper's rule: a geometric progression from 1 down that does not reach 1/base. With an odd
  /// width the last pair has a sine only.
  /// Formula: ω_i = base^(-2i / width), n = ceil(width / 2).
  /// Source: Vaswani et al. 2017, section 3.5.
  static Frequencies geometric(Integer width, double base = 10000.0);

  /// The same for any number of pairs and any denominator.
  /// Formula: ω_i = base^(-2i / denominator).
  /// Throws: std::invalid_argument unless denominator is from 2^-60 to 2^60.
  static Frequencies with_denominator(Integer pairs, double denominator, double base = 10000.0);

  /// Both ends included: the last is 1/base. One pair is {1}.
  /// Formula: ω_i = base^(-i / (n-1)).
  /// Source: tensor2tensor, get_timing_signal_1d; fairseq, SinusoidalPositionalEmbedding.
  static Frequencies closed(Integer pairs, double base = 10000.0);

  /// Between open and closed: shift 0 is open, 1 is closed (an error for one pair).
  /// Formula: ω_i = base^(-i / (n - shift)).
  /// Throws: std::invalid_argument unless shift < pairs.
  /// Source: diffusers, get_timestep_embedding (downscale_freq_shift).
  static Frequencies shifted(Integer pairs, double shift, double base = 10000.0);

  /// From `high` to `low`, both included. One pair is {high}.
  /// Formula: ω_i = high (low / high)^(i / (n-1)).
  /// Source: MLX, nn.SinusoidalPositionalEncoding (max_freq, min_freq).
  static Frequencies range(Integer pairs, double high, double low);

  /// The formula of tensor2tensor's code, for its checkpoints. The formula that the parameters'
  /// names suggest is timescales(); the two agree for a min_timescale of 1. One pair is
  /// {min_timescale}.
  /// Formula: ω_i = min_timescale (max_timescale / min_timescale)^(-i / (n-1)).
  /// Source: tensor2tensor, get_timing_signal_1d; AllenNLP; Flax, examples lm1b and wmt (nlp_seq is
  /// the paper's); TensorFlow's official models, RelativePositionEmbedding (d - 1 columns for an
  /// odd width d).
  static Frequencies tensor2tensor_timescales(Integer pairs, double min_timescale = 1.0,
                                              double max_timescale = 10000.0);

  /// Formula: ω_i = 1 / (shortest (longest / shortest)^(i / n)) open, (i / (n-1)) closed. One pair
  /// is {1 / shortest}.
  /// Source: MaxText, PositionalEmbedding (closed) and RotaryEmbedding (open).
  static Frequencies timescales(Integer pairs, double shortest, double longest,
                                Spacing spacing = Spacing::open);

  /// By wavelength, in positions per turn.
  /// Formula: ω_i = 2π / period_i, period_i = shortest (longest / shortest)^(i / n) open,
  /// (i / (n-1)) closed.
  /// Source: DINOv3, RopePositionEmbedding (base: shortest 1, longest base, open; min_period and
  /// max_period: closed).
  static Frequencies periods(Integer pairs, double shortest, double longest,
                             Spacing spacing = Spacing::open);

  /// Powers of two, exact where the exponents are integers. One pair is {2^first}.
  /// Formula: ω_i = 2^(first + i (last - first) / (n-1)).
  /// Source: PyTorch3D, HarmonicEmbedding (logspace).
  static Frequencies octaves(Integer pairs, double first, double last);

  /// 1, 2, 4, ..., 2^(n-1), n up to 40.
  /// Source: Mildenhall et al. 2020 (NeRF), equation 4; times_pi(1) adds its factor π.
  static Frequencies octaves(Integer pairs);

  /// Evenly spaced. One pair is {first}.
  /// Formula: ω_i = first + i (last - first) / (n-1).
  /// Source: PyTorch3D, HarmonicEmbedding (logspace = False). Fourier features up to a resolution
  /// are linear(n, 1, max_freq / 2).times_pi(1).
  static Frequencies linear(Integer pairs, double first, double last);

  /// From 1 up, without reaching base.
  /// Formula: ω_i = base^(i / n).
  /// Source: GLIGEN, FourierEmbedder.
  static Frequencies increasing(Integer pairs, double base = 100.0);

  /// Any frequencies (an Eigen vector), exact as given, except for bits below 2^-192. A pair of
  /// frequency 0 does not turn; one of negative frequency turns backwards.
  template <class Derived>
  static Frequencies given(const Eigen::DenseBase<Derived>& radians_per_position);

  /// Each frequency multiplied by a factor, which some frameworks call the scale of a position.
  /// Formula: factor ω_i.
  /// Error: |factor| times that of ω_i, plus 2^-192. Tables keep their error of 2^-70 if the
  /// factors above 1 in a chain of calls have a product of at most 2^35.
  Frequencies times(double factor) const;

  /// The same with π as a real number: times_pi(2) makes frequencies turns per position.
  /// Formula: π factor ω_i.
  Frequencies times_pi(double factor) const;

  /// Number of pairs.
  Index size() const;

  /// Number of channels: two for each pair, or the odd width that geometric() was given, which
  /// factors and scaling rules keep.
  Index width() const;

  /// The nearest double of each frequency, however small. Below 2^-64 in magnitude a factor adds
  /// one or two roundings.
  template <class Array = detail::ArrayXd>
  Array values() const;

  /// How the library holds them.
  const detail::FrequencyHandle& handle() const { return handle_; }

 private:
  friend struct detail::FrequencyAccess;
  explicit Frequencies(detail::FrequencyHandle handle) : handle_(std::move(handle)) {}
  void copy_values(double* to) const;

  detail::FrequencyHandle handle_;
};

/// All ladders, one after the other.
Frequencies concatenated(const std::vector<Frequencies>& ladders);

/// Frequencies order[0], order[1], ... of a ladder.
/// Throws: std::invalid_argument unless order has at least one entry, each the number of a pair.
Frequencies selected(const Frequencies& frequencies, const std::vector<Index>& order);

// -------------------------------------------------------------------------------------------------

namespace detail {

template <class Derived>
Frequencies given_frequencies(const char* function, const Eigen::DenseBase<Derived>& given) {
  static_assert(Derived::IsVectorAtCompileTime, "posenc: frequencies must be an Eigen vector");
  static_assert(!std::is_same<typename Derived::Scalar, long double>::value,
                "posenc: frequencies must be of a type that double holds exactly");
  const typename Derived::PlainObject read = given.derived();
  std::vector<double> values;
  values.reserve(static_cast<std::size_t>(read.size()));
  for (std::ptrdiff_t i = 0; i < read.size(); ++i) {
    values.push_back(static_cast<double>(read.coeff(i)));
  }
  return given_frequencies(function, values.data(), read.size());
}

}  // namespace detail

template <class Derived>
Frequencies Frequencies::given(const Eigen::DenseBase<Derived>& radians_per_position) {
  return detail::given_frequencies("Frequencies::given", radians_per_position);
}

template <class Array>
Array Frequencies::values() const {
  Array values(size());
  copy_values(values.data());
  return values;
}

inline Frequencies concatenated(const std::vector<Frequencies>& ladders) {
  if (ladders.empty()) detail::fail("concatenated", "ladders", "at least one", 0LL);
  std::vector<const detail::FrequencyVector*> parts;
  parts.reserve(ladders.size());
  for (const Frequencies& ladder : ladders) parts.push_back(ladder.handle().get());
  return detail::concatenated(parts.data(), static_cast<Index>(parts.size()));
}

inline Frequencies selected(const Frequencies& frequencies, const std::vector<Index>& order) {
  if (order.empty()) detail::fail("selected", "order", "at least one entry", 0LL);
  for (const Index i : order) {
    if (i < 0 || i >= frequencies.size()) {
      detail::fail("selected", "order", "numbers of pairs, from 0 on", static_cast<long long>(i));
    }
  }
  return detail::selected(frequencies, order.data(), static_cast<Index>(order.size()));
}

POSENC_END_NAMESPACE
