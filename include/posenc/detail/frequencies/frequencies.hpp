// How fast each pair turns: the rules of Frequencies, with their arguments in the same order.
#pragma once

#include <cstddef>
#include <memory>

#include <posenc/version.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

class FrequencyVector;  // immutable
using FrequencyHandle = std::shared_ptr<const FrequencyVector>;

FrequencyHandle geometric_frequencies(std::ptrdiff_t pairs, double denominator, double base);
FrequencyHandle closed_frequencies(std::ptrdiff_t pairs, double base);
FrequencyHandle shifted_frequencies(std::ptrdiff_t pairs, double shift, double base);
FrequencyHandle range_frequencies(std::ptrdiff_t pairs, double high, double low);
FrequencyHandle tensor2tensor_frequencies(std::ptrdiff_t pairs, double min_timescale,
                                          double max_timescale);
FrequencyHandle timescale_frequencies(std::ptrdiff_t pairs, double shortest, double longest,
                                      bool closed);
FrequencyHandle period_frequencies(std::ptrdiff_t pairs, double shortest, double longest,
                                   bool closed);
FrequencyHandle octave_frequencies(std::ptrdiff_t pairs, double first, double last);
/// first 0, last pairs - 1.
FrequencyHandle octave_frequencies(std::ptrdiff_t pairs);
FrequencyHandle linear_frequencies(std::ptrdiff_t pairs, double first, double last);
FrequencyHandle increasing_frequencies(std::ptrdiff_t pairs, double base);
/// n frequencies in radians per position, exact as given to `function`.
FrequencyHandle given_frequencies(const char* function, const double* radians_per_position,
                                  std::ptrdiff_t n);
FrequencyHandle multiply_frequencies(const FrequencyVector& frequencies, double factor);
FrequencyHandle multiply_frequencies_by_pi(const FrequencyVector& frequencies, double factor);
/// One after the other.
FrequencyHandle concatenated(const FrequencyHandle* parts, std::ptrdiff_t n);
/// f_order[0], f_order[1], ...
FrequencyHandle selected(const FrequencyVector& f, const std::ptrdiff_t* order, std::ptrdiff_t n);
std::ptrdiff_t frequency_count(const FrequencyVector& frequencies);
/// The nearest double of each frequency, in radians per position.
void frequency_values(const FrequencyVector& frequencies, double* radians_per_position);

}  // namespace detail
POSENC_END_NAMESPACE
