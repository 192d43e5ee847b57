// How fast each pair turns.
//
// n pairs, i = 0 .. n-1 the pair, d channels, b the base, ω_i the frequency in radians per
// position.
#pragma once

#include <Eigen/Core>
#include <type_traits>
#include <utility>

#include <posenc/detail/frequencies/frequencies.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/integer.hpp>
#include <posenc/layout.hpp>

POSENC_BEGIN_NAMESPACE

/// Whether a progression of n members stops one step short of its end or reaches it: steps of 1/n
/// or of 1/(n-1) of the whole.
enum class Spacing { open, closed };

/// The frequencies of n pairs: real numbers, kept far beyond double precision. Immutable; copies
/// share their storage.
/// Units: radians per position.
/// Error: each ω_i is within 2^-160 max(1, ω_i) of the formula's real number.
/// Throws: std::invalid_argument unless there are 1 to 2^22 pairs, each argument is finite, bases,
/// timescales and ends of geometric rules are positive, and all frequencies are below 2^40 in
/// magnitude.
class Frequencies {
 public:
  /// The paper's: from 1 down, in geometric progression, base^-1 not reached.
  /// Formula: ω_i = base^(-2i / width), n = ceil(width / 2).
  /// Source: Vaswani et al. 2017, section 3.5.
  static Frequencies geometric(Integer width, double base = 10000.0);

  /// The same for `pairs` pairs and a denominator of their own.
  /// Formula: ω_i = base^(-2i / denominator).
  /// Throws: std::invalid_argument unless denominator is from 2^-60 to 2^60.
  static Frequencies geometric(Integer pairs, double denominator, double base);

  /// Both ends included: the last is 1/base. One pair is {1}.
  /// Formula: ω_i = base^(-i / (n-1)).
  /// Source: tensor2tensor, get_timing_signal_1d; fairseq, SinusoidalPositionalEmbedding.
  static Frequencies closed(Integer pairs, double base = 10000.0);

  /// Between the two: shift 0 is open, 1 is closed (but an error for one pair).
  /// Formula: ω_i = base^(-i / (n - shift)).
  /// Throws: std::invalid_argument unless shift < pairs.
  /// Source: diffusers, get_timestep_embedding (downscale_freq_shift).
  static Frequencies shifted(Integer pairs, double shift, double base = 10000.0);

  /// From `high` to `low`, both included. One pair is {high}.
  /// Formula: ω_i = high (low / high)^(i / (n-1)).
  /// Source: MLX, nn.SinusoidalPositionalEncoding (max_freq, min_freq).
  static Frequencies range(Integer pairs, double high, double low);

  /// As tensor2tensor's code has it, for checkpoints; timescales() is what the names say, and the
  /// same where min_timescale is 1. One pair is {min_timescale}.
  /// Formula: ω_i = min_timescale (max_timescale / min_timescale)^(-i / (n-1)).
  /// Source: tensor2tensor, get_timing_signal_1d; also AllenNLP, Flax.
  static Frequencies tensor2tensor_timescales(Integer pairs, double min_timescale = 1.0,
                                              double max_timescale = 10000.0);

  /// Formula: ω_i = 1 / (shortest (longest / shortest)^(i / n)) open, (i / (n-1)) closed. One pair
  /// is {1 / shortest}.
  /// Source: MaxText, PositionalEmbedding.
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
  /// Source: Mildenhall et al. 2020 (NeRF), equation 4, whose π is times_pi(1).
  static Frequencies octaves(Integer pairs);

  /// Evenly spaced. One pair is {first}.
  /// Formula: ω_i = first + i (last - first) / (n-1).
  /// Source: PyTorch3D, HarmonicEmbedding (logspace = False). Fourier features up to a resolution
  /// are linear(n, 1, max_freq / 2).times_pi(1).
  static Frequencies linear(Integer pairs, double first, double last);

  /// From 1 up, base not reached.
  /// Formula: ω_i = base^(i / n).
  /// Source: GLIGEN, FourierEmbedder.
  static Frequencies increasing(Integer pairs, double base = 100.0);

  /// Frequencies of your own (an Eigen vector), exact as given down to a last bit of 2^-192; zero
  /// does not turn, a negative one turns backwards.
  template <class Derived>
  static Frequencies given(const Eigen::DenseBase<Derived>& radians_per_position);

  /// All of them multiplied: the "scale" of a position.
  /// Formula: factor ω_i.
  /// Error: |factor| times that of ω_i, and 2^-192: the factors above 1 of a chain should make up
  /// 2^35 at most, for the sake of the tables' 2^-70.
  Frequencies times(double factor) const;

  /// The same with π as a real number: times_pi(2) makes frequencies turns per position.
  /// Formula: π factor ω_i.
  Frequencies times_pi(double factor) const;

  /// Number of pairs.
  Index size() const { return detail::frequency_count(*handle_); }

  /// The nearest double of each frequency, however small; a factor on one below 2^-64 in magnitude
  /// rounds once or twice more.
  Eigen::ArrayXd values() const;

  explicit Frequencies(detail::FrequencyHandle handle) : handle_(std::move(handle)) {}
  const detail::FrequencyHandle& handle() const { return handle_; }

 private:
  detail::FrequencyHandle handle_;
};

// -------------------------------------------------------------------------------------------------

inline Frequencies Frequencies::geometric(Integer width, double base) {
  const Index pairs =
      detail::pair_count("Frequencies::geometric", "width", width, OddWidth::drop_last_cosine);
  return geometric(pairs, static_cast<double>(width.value()), base);
}

inline Frequencies Frequencies::geometric(Integer pairs, double denominator, double base) {
  return Frequencies(detail::geometric_frequencies(pairs.index(), denominator, base));
}

inline Frequencies Frequencies::closed(Integer pairs, double base) {
  return Frequencies(detail::closed_frequencies(pairs.index(), base));
}

inline Frequencies Frequencies::shifted(Integer pairs, double shift, double base) {
  return Frequencies(detail::shifted_frequencies(pairs.index(), shift, base));
}

inline Frequencies Frequencies::range(Integer pairs, double high, double low) {
  return Frequencies(detail::range_frequencies(pairs.index(), high, low));
}

inline Frequencies Frequencies::tensor2tensor_timescales(Integer pairs, double min_timescale,
                                                         double max_timescale) {
  return Frequencies(
      detail::tensor2tensor_frequencies(pairs.index(), min_timescale, max_timescale));
}

inline Frequencies Frequencies::timescales(Integer pairs, double shortest, double longest,
                                           Spacing spacing) {
  return Frequencies(
      detail::timescale_frequencies(pairs.index(), shortest, longest, spacing == Spacing::closed));
}

inline Frequencies Frequencies::periods(Integer pairs, double shortest, double longest,
                                        Spacing spacing) {
  return Frequencies(
      detail::period_frequencies(pairs.index(), shortest, longest, spacing == Spacing::closed));
}

inline Frequencies Frequencies::octaves(Integer pairs, double first, double last) {
  return Frequencies(detail::octave_frequencies(pairs.index(), first, last));
}

inline Frequencies Frequencies::octaves(Integer pairs) {
  return Frequencies(detail::octave_frequencies(pairs.index()));
}

inline Frequencies Frequencies::linear(Integer pairs, double first, double last) {
  return Frequencies(detail::linear_frequencies(pairs.index(), first, last));
}

inline Frequencies Frequencies::increasing(Integer pairs, double base) {
  return Frequencies(detail::increasing_frequencies(pairs.index(), base));
}

namespace detail {

template <class Derived>
FrequencyHandle given_frequencies(const char* function, const Eigen::DenseBase<Derived>& given) {
  static_assert(Derived::IsVectorAtCompileTime, "posenc: frequencies must be an Eigen vector");
  static_assert(!std::is_same<typename Derived::Scalar, long double>::value,
                "posenc: frequencies must be of a type that double holds exactly");
  const auto& read = readable(given);
  Eigen::ArrayXd values(read.size());
  for (Index i = 0; i < values.size(); ++i) values[i] = static_cast<double>(read.coeff(i));
  return given_frequencies(function, values.data(), values.size());
}

}  // namespace detail

template <class Derived>
Frequencies Frequencies::given(const Eigen::DenseBase<Derived>& radians_per_position) {
  return Frequencies(detail::given_frequencies("Frequencies::given", radians_per_position));
}

inline Frequencies Frequencies::times(double factor) const {
  return Frequencies(detail::multiply_frequencies(*handle_, factor));
}

inline Frequencies Frequencies::times_pi(double factor) const {
  return Frequencies(detail::multiply_frequencies_by_pi(*handle_, factor));
}

inline Eigen::ArrayXd Frequencies::values() const {
  Eigen::ArrayXd values(size());
  detail::frequency_values(*handle_, values.data());
  return values;
}

POSENC_END_NAMESPACE
