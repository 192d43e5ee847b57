// Where the pixels of images and the points of grids are. All throw std::invalid_argument if a
// number is not finite or is beyond 2^53, a count is negative, or y and x differ in shape.
#pragma once

#include <Eigen/Core>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/numbers/arithmetic.hpp>
#include <posenc/integer.hpp>
#include <posenc/positions/sequence.hpp>

POSENC_BEGIN_NAMESPACE

/// Coordinates of the pixels of an image, (rows, cols) each.
struct ImagePositions {
  Eigen::ArrayXXd y, x;

  /// The pixels as points for AxialEncoding, one in each row, in row-major order of the image.
  /// Formula: points(r cols + c, ·) = (y(r, c), x(r, c)).
  /// Shapes: (rows cols, 2).
  Eigen::MatrixX2d points() const;
};

/// Counts the real pixels of a (rows, cols) mask from 1 on, down each column (y) and along each row
/// (x).
/// Source: Carion et al. 2020 (DETR), PositionEmbeddingSine.
template <class Mask>
ImagePositions detr_positions(const Eigen::DenseBase<Mask>& mask);

/// Counts as fractions of the last count in their column (y) or row (x).
/// Formula: (p - shift) / (p_last + epsilon) scale.
/// Source: DETR (shift 0); Zhu et al. 2021 (Deformable DETR, shift 0.5).
ImagePositions normalized_positions(const ImagePositions& counts, double shift = 0.0,
                                    double scale = 6.283185307179586, double epsilon = 1e-6);

/// Both ends included; one position is {first}.
/// Formula: first + k (last - first) / (count - 1).
Eigen::ArrayXd linspace_positions(Integer count, double first, double last);

/// Centres of pixels as fractions of the size.
/// Formula: (k + 0.5) / size.
Eigen::ArrayXd half_pixel_positions(Integer size);

/// Interpolated coordinates: a grid of `size` on the scale of a grid of reference_size.
/// Formula: k / size reference_size.
Eigen::ArrayXd rescaled_positions(Integer size, double reference_size);

// -------------------------------------------------------------------------------------------------

namespace detail {

inline void check_same_shape(const char* function, const ImagePositions& p) {
  if (p.y.rows() != p.x.rows() || p.y.cols() != p.x.cols()) {
    fail_shape(function, "x", p.y.rows(), p.y.cols(), p.x.rows(), p.x.cols());
  }
}

/// (k + offset) / size scale.
inline Eigen::ArrayXd parts_of_size(const char* function, Integer size, double offset,
                                    double scale) {
  Eigen::ArrayXd positions(checked_count(function, "size", size));
  const auto whole = static_cast<double>(positions.size());
  for (Index k = 0; k < positions.size(); ++k) {
    positions[k] = relative_position(static_cast<double>(k), -offset, whole, scale);
  }
  return positions;
}

}  // namespace detail

template <class Mask>
ImagePositions detr_positions(const Eigen::DenseBase<Mask>& mask) {
  detail::require_mask<Mask>();
  if (mask.size() == 0) {
    const Eigen::ArrayXXd none(mask.rows(), mask.cols());
    return {none, none};
  }
  const auto& read = detail::readable(mask);
  return {positions_from_mask(read.transpose(), 1).transpose().template cast<double>(),
          positions_from_mask(read, 1).template cast<double>()};
}

inline Eigen::MatrixX2d ImagePositions::points() const {
  detail::check_same_shape("ImagePositions::points", *this);
  Eigen::MatrixX2d result(y.size(), 2);
  if (y.size() == 0) return result;
  for (Index r = 0; r < y.rows(); ++r) {
    for (Index c = 0; c < y.cols(); ++c) {
      result.row(r * y.cols() + c) << y(r, c), x(r, c);
    }
  }
  return result;
}

inline ImagePositions normalized_positions(const ImagePositions& counts, double shift, double scale,
                                           double epsilon) {
  detail::check_position("normalized_positions", "shift", shift);
  detail::check_position("normalized_positions", "scale", scale);
  detail::check_same_shape("normalized_positions", counts);
  detail::check_positive("normalized_positions", "epsilon", epsilon);  // for rows of padding
  ImagePositions parts = counts;
  if (counts.y.size() == 0) return parts;
  for (Index c = 0; c < counts.y.cols(); ++c) {
    for (Index r = 0; r < counts.y.rows(); ++r) {
      const double height = counts.y(counts.y.rows() - 1, c) + epsilon;
      const double width = counts.x(r, counts.x.cols() - 1) + epsilon;
      parts.y(r, c) = detail::relative_position(counts.y(r, c), shift, height, scale);
      parts.x(r, c) = detail::relative_position(counts.x(r, c), shift, width, scale);
    }
  }
  return parts;
}

inline Eigen::ArrayXd linspace_positions(Integer count, double first, double last) {
  detail::check_position("linspace_positions", "first", first);
  detail::check_position("linspace_positions", "last", last);
  Eigen::ArrayXd positions(detail::checked_count("linspace_positions", "count", count));
  const Index steps = positions.size() - 1;
  for (Index k = 0; k < steps; ++k) {
    positions[k] = first + detail::relative_position(static_cast<double>(k), 0.0,
                                                     static_cast<double>(steps), last - first);
  }
  if (steps >= 0) positions[steps] = steps == 0 ? first : last;
  return positions;
}

inline Eigen::ArrayXd half_pixel_positions(Integer size) {
  return detail::parts_of_size("half_pixel_positions", size, 0.5, 1.0);
}

inline Eigen::ArrayXd rescaled_positions(Integer size, double reference_size) {
  detail::check_position("rescaled_positions", "reference_size", reference_size);
  return detail::parts_of_size("rescaled_positions", size, 0.0, reference_size);
}

POSENC_END_NAMESPACE
