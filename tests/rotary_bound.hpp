// The documented bounds of a turned pair.
//
// (u, v) the pair before, ε the unit roundoff of the type in which it is turned.
#pragma once

#include <cmath>
#include <type_traits>

#include "oracle.hpp"

namespace posenc_test {

template <class Scalar>
constexpr double kRoundoff = std::is_same<Scalar, double>::value ? 0x1p-53 : 0x1p-24;

/// For products of roundings, which counting the roundings leaves out.
constexpr double kHigherOrder = 1.0 + 1e-6;

/// Relative roundings on the way to u c - v s: sine and cosine, their product with the amplitude,
/// the two products, the sum. Each is at most ε times |u c| + |v s|, which for the unit circle is
/// at most hypot(u, v). Then the store.
template <class Scalar>
class PairBound {
 public:
  PairBound(Scalar u, Scalar v, const Real& c, const Real& s)
      : u_(static_cast<double>(u)), v_(static_cast<double>(v)), c_(c), s_(s) {}

  /// The pair turned and multiplied by m (or divided), within roundings * ε m hypot(u, v).
  bool holds(Scalar u, Scalar v, double m, bool divide, double roundings) const {
    const double length = std::hypot(u_, v_) * (divide ? 1.0 / m : m);
    const double computed = roundings * kRoundoff<Scalar> * kHigherOrder * length;
    return distance(u, first(), m, divide) <= computed + stored(u, computed) &&
           distance(v, second(), m, divide) <= computed + stored(v, computed);
  }

  /// The pair turned, within roundings * ε hypot(u, v).
  bool holds_within(Scalar u, Scalar v, double roundings) const {
    return holds(u, v, 1.0, false, roundings);
  }

  /// The pair turned, each of its two terms within roundings * ε.
  bool holds_by_terms(Scalar u, Scalar v, double roundings) const {
    const double c = std::fabs(mpfr_get_d(c_.get(), MPFR_RNDN));
    const double s = std::fabs(mpfr_get_d(s_.get(), MPFR_RNDN));
    const double each = roundings * kRoundoff<Scalar> * kHigherOrder;
    const double of_u = each * (std::fabs(u_) * c + std::fabs(v_) * s);
    const double of_v = each * (std::fabs(v_) * c + std::fabs(u_) * s);
    return distance(u, first(), 1.0, false) <= of_u + stored(u, of_u) &&
           distance(v, second(), 1.0, false) <= of_v + stored(v, of_v);
  }

 private:
  /// u c - v s, and v c + u s.
  Real first() const { return sum(u_, -v_); }
  Real second() const { return sum(v_, u_); }
  Real sum(double of_cosine, double of_sine) const {
    Real a, b;
    mpfr_mul_d(a.get(), c_.get(), of_cosine, MPFR_RNDN);
    mpfr_mul_d(b.get(), s_.get(), of_sine, MPFR_RNDN);
    mpfr_add(a.get(), a.get(), b.get(), MPFR_RNDN);
    return a;
  }

  static double distance(Scalar entry, Real exact, double m, bool divide) {
    (divide ? mpfr_div_d : mpfr_mul_d)(exact.get(), exact.get(), m, MPFR_RNDN);
    return deviation(entry, exact).absolute;
  }

  /// Half an ulp if the scalar is narrower than the computing type; and its least positive number.
  static double stored(Scalar entry, double computed) {
    const double least = std::ldexp(1.0, static_cast<int>(Format<Scalar>::least));
    if (sizeof(Scalar) > 2) return least;
    const double largest = std::fabs(static_cast<double>(entry)) + computed;
    const int digits = static_cast<int>(Format<Scalar>::digits);
    return std::ldexp(0.5, std::ilogb(largest) + 1 - digits) + least;
  }

  double u_, v_;
  Real c_, s_;
};

}  // namespace posenc_test
