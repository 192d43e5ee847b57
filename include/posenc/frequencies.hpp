// How fast each pair turns.
//
// n pairs, i = 0 .. n-1 the pair, d channels, b the base, ω_i the frequency in radians per
// position.
#pragma once

#include <Eigen/Core>
#include <utility>

#include <posenc/detail/arguments.hpp>
#include <posenc/layout.hpp>

namespace posenc {

/// The frequencies of n pairs: real numbers, kept far beyond double precision. Immutable; copies
/// share their storage.
/// Units: radians per position.
class Frequencies {
 public:
  /// The paper's: from 1 down, in geometric progression, base^-1 not reached.
  /// Formula: ω_i = base^(-2i / width), n = ceil(width / 2).
  /// Throws: std::invalid_argument unless width >= 1 and base is positive and finite.
  /// Source: Vaswani et al. 2017, section 3.5.
  static Frequencies geometric(Integer width, double base = 10000.0);

  /// The same for `pairs` pairs and a denominator of their own.
  /// Formula: ω_i = base^(-2i / denominator).
  /// Throws: std::invalid_argument unless pairs >= 1, denominator and base positive and finite.
  static Frequencies geometric(Integer pairs, double denominator, double base);

  /// Frequencies of your own (an Eigen vector), exact as given; zero does not turn, a negative one
  /// turns backwards.
  /// Throws: std::invalid_argument unless there is one at least and all are below 2^40 in
  /// magnitude.
  template <class Derived>
  static Frequencies given(const Eigen::DenseBase<Derived>& radians_per_position);

  /// Number of pairs.
  Index size() const { return detail::frequency_count(*handle_); }

  /// The nearest double of each frequency.
  Eigen::ArrayXd values() const;

  const detail::FrequencyHandle& handle() const { return handle_; }

 private:
  explicit Frequencies(detail::FrequencyHandle handle) : handle_(std::move(handle)) {}
  detail::FrequencyHandle handle_;
};

// -------------------------------------------------------------------------------------------------

inline Frequencies Frequencies::geometric(Integer width, double base) {
  const Index pairs = pair_count(width, OddWidth::drop_last_cosine);
  return geometric(pairs, static_cast<double>(width.value()), base);
}

inline Frequencies Frequencies::geometric(Integer pairs, double denominator, double base) {
  return Frequencies(detail::geometric_frequencies(pairs.value(), denominator, base));
}

template <class Derived>
Frequencies Frequencies::given(const Eigen::DenseBase<Derived>& radians_per_position) {
  static_assert(Derived::IsVectorAtCompileTime, "posenc: frequencies must be an Eigen vector");
  Eigen::ArrayXd values(radians_per_position.size());
  for (Index i = 0; i < values.size(); ++i) {
    values[i] = static_cast<double>(radians_per_position.derived().coeff(i));
  }
  return Frequencies(detail::given_frequencies(values.data(), values.size()));
}

inline Eigen::ArrayXd Frequencies::values() const {
  Eigen::ArrayXd values(size());
  detail::frequency_values(*handle_, values.data());
  return values;
}

}  // namespace posenc
