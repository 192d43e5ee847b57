// The part of Frequencies that src/ implements.
#pragma once

#include <cstddef>
#include <memory>

#include <posenc/version.hpp>

// The names of Eigen that declarations need. The library's sources see nothing else of Eigen.
namespace Eigen {
template <class Derived>
class DenseBase;
template <class Scalar, int rows, int cols, int options, int max_rows, int max_cols>
class Array;
}  // namespace Eigen

POSENC_BEGIN_NAMESPACE

class Frequencies;

namespace detail {

using ArrayXd = Eigen::Array<double, -1, 1, 0, -1, 1>;  // Eigen::ArrayXd

class FrequencyVector;  // immutable
using FrequencyHandle = std::shared_ptr<const FrequencyVector>;
struct FrequencyAccess;

/// n frequencies in radians per position, exact as given to `function`.
Frequencies given_frequencies(const char* function, const double* radians_per_position,
                              std::ptrdiff_t n);

/// The same, of an Eigen vector.
template <class Derived>
Frequencies given_frequencies(const char* function, const Eigen::DenseBase<Derived>& given);

/// All of them, one after the other.
Frequencies concatenated(const FrequencyVector* const* parts, std::ptrdiff_t n);
/// f_order[0], f_order[1], ...
Frequencies selected(const Frequencies& f, const std::ptrdiff_t* order, std::ptrdiff_t n);
/// a_i - b_i.
Frequencies difference_of(const Frequencies& a, const Frequencies& b);

}  // namespace detail
POSENC_END_NAMESPACE
