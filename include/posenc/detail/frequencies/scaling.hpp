// The boundary of the compiled library, continued: frequencies from scaling rules (scaling.hpp).
#pragma once

#include <cstdint>

#include <posenc/detail/frequencies/frequencies.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

// In all of them d is the rotated width, n = d / 2 pairs, b the base, s the factor, L the trained
// length, T the current one. Arguments are checked here, in the name of `function`.

/// Throws unless s is from 2^-20 to 2^40.
void check_factor(const char* function, const char* argument, double s);

FrequencyHandle divided_by(const char* function, const FrequencyVector& f, double s);
/// a_i - b_i.
FrequencyHandle difference_of(const FrequencyVector& a, const FrequencyVector& b);

/// b s^power instead of b, and then everything divided by s^(2 after / d).
FrequencyHandle changed_base(const char* function, std::int64_t d, double b, double s,
                             double power_numerator, double power_denominator, int after);
FrequencyHandle dynamic_ntk(std::int64_t d, double b, double s, double L, std::int64_t T);
FrequencyHandle theta_scale(std::int64_t d, double b, double s, double L);
FrequencyHandle mixed_ntk(const FrequencyVector& f, double s, double power);

struct YarnBand {
  double s, L, fast, slow;
  bool truncate, clamp_to_pairs, logarithmic;
};
FrequencyHandle yarn(std::int64_t d, double b, const YarnBand& band);
void yarn_bounds(std::int64_t d, double b, const YarnBand& band, double* low_high);

/// f_i / short_factor[i] up to L, f_i / long_factor[i] beyond.
FrequencyHandle longrope(const FrequencyVector& f, const double* short_factor,
                         const double* long_factor, double L, std::int64_t T);

FrequencyHandle llama3(const FrequencyVector& f, double s, double low, double high, double L);
FrequencyHandle proportional(std::int64_t d, double fraction, double b);

/// 1 + 0.1 a ln s, and 1 for s <= 1.
double yarn_amplitude(double s, double a);
/// sqrt(1 + ln s / ln L), and 1 for s <= 1.
double longrope_amplitude(double s, double L);

}  // namespace detail
POSENC_END_NAMESPACE
