// Where tokens are.
//
// b sequences of n tokens each (a batch), t the token. A mask holds true, or a number other than
// zero, for a real token and false for padding, wherever the padding stands.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <string>

#include <posenc/detail/arguments.hpp>

namespace posenc {

/// Shapes: (batch, seq_len).
using BatchPositions = Eigen::Array<std::int64_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using BatchMask = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

enum class PaddingSide { right, left };

// --- Sequences -----------------------------------------------------------------------------------

/// The mask of sequences of these lengths, padded to seq_len.
/// Throws: std::invalid_argument unless each length is from 0 to seq_len.
template <class Lengths>
BatchMask mask_from_lengths(const Eigen::DenseBase<Lengths>& lengths, Integer seq_len,
                            PaddingSide side = PaddingSide::right);

/// Real tokens counted from `first` on, whatever stands between them; padding repeats the number of
/// the real token before it, first - 1 where there is none.
/// Formula: p(b, t) = first - 1 + number of real tokens in mask(b, 0 .. t).
/// Source: Hugging Face Transformers, position_ids of left-padded batches (first 0).
template <class Mask>
BatchPositions positions_from_mask(const Eigen::DenseBase<Mask>& mask, Integer first = 0);

/// Real tokens counted from padding_idx + 1 on; padding is at padding_idx, and its encoding is to
/// be zero (Padding::zero).
/// Source: fairseq, make_positions.
template <class Mask>
BatchPositions fairseq_positions(const Eigen::DenseBase<Mask>& mask, Integer padding_idx);

/// Each sequence goes on where it stopped.
/// Formula: p(b, t) = offsets[b] + t.
template <class Offsets>
BatchPositions offset_positions(const Eigen::DenseBase<Offsets>& offsets, Integer seq_len);

/// Documents one after the other in one sequence, each counted from 0.
/// Shapes: (sum of lengths).
template <class Lengths>
Eigen::Array<std::int64_t, Eigen::Dynamic, 1> packed_positions(
    const Eigen::DenseBase<Lengths>& lengths);

// --- Attention -----------------------------------------------------------------------------------
// Positions say where a token is; that padding is not looked at is for a mask to say.

enum class Attention { full, causal };

/// Which key (column) a query (row) of one sequence sees: real ones, and under causal none that
/// come after it. Padding sees itself alone, so that no softmax is without a key.
/// Shapes: (seq_len, seq_len).
template <class Mask>
Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> attention_mask(
    const Eigen::DenseBase<Mask>& mask_of_sequence, Attention attention = Attention::full);

/// The same to be added to logits: 0 where the mask is true, else minus infinity.
template <class Scalar = double, class Mask>
Eigen::Array<Scalar, Eigen::Dynamic, Eigen::Dynamic> additive_mask(
    const Eigen::DenseBase<Mask>& attention_mask);

// --- Coordinates of images -----------------------------------------------------------------------

/// Coordinates of the pixels of an image, (rows, cols) each.
struct ImagePositions {
  Eigen::ArrayXXd y, x;

  /// The same as points for AxialEncoding, one in each row, row by row of the image.
  /// Formula: points(r cols + c, ·) = (y(r, c), x(r, c)).
  /// Shapes: (rows cols, 2).
  Eigen::MatrixX2d points() const;
};

/// Real pixels of a (rows, cols) mask counted from 1 on, down each column (y) and along each row
/// (x).
/// Source: Carion et al. 2020 (DETR), PositionEmbeddingSine.
template <class Mask>
ImagePositions detr_positions(const Eigen::DenseBase<Mask>& mask);

/// Counts as parts of the last one of their column or row.
/// Formula: (p - shift) / (p_last + epsilon) scale.
/// Source: DETR (shift 0); Zhu et al. 2021 (Deformable DETR, shift 0.5).
ImagePositions normalized_positions(const ImagePositions& counts, double shift = 0.0,
                                    double scale = 6.283185307179586, double epsilon = 1e-6);

/// Both ends included; one position is {first}.
/// Formula: first + k (last - first) / (count - 1).
Eigen::ArrayXd linspace_positions(Integer count, double first, double last);

/// Centres of pixels as parts of the whole.
/// Formula: (k + 0.5) / size.
Eigen::ArrayXd half_pixel_positions(Integer size);

/// A grid of `size` on the scale of one of reference_size: interpolated coordinates.
/// Formula: k / size reference_size.
Eigen::ArrayXd rescaled_positions(Integer size, double reference_size);

// -------------------------------------------------------------------------------------------------

namespace detail {

template <class Mask>
constexpr void require_mask() {
  static_assert(std::is_integral<typename Mask::Scalar>::value,
                "posenc: a mask must hold bool or integers");
}

/// lengths[b], checked.
template <class Lengths>
Index length_at(const char* function, const Eigen::DenseBase<Lengths>& lengths, Index b,
                std::int64_t most) {
  static_assert(Lengths::IsVectorAtCompileTime && std::is_integral<typename Lengths::Scalar>::value,
                "posenc: lengths must be an Eigen vector of integers");
  const std::int64_t length = Integer(lengths.derived().coeff(b)).value();
  if (length < 0 || length > most) {
    fail(function, ("lengths[" + std::to_string(b) + "]").c_str(),
         "from 0 to the length of the sequence", static_cast<long long>(length));
  }
  return static_cast<Index>(length);
}

inline Index checked_count(const char* function, const char* argument, Integer count,
                           Index sequences = 1) {
  check_size(function, static_cast<Index>(count.value()), (std::max)(Index{1}, sequences),
             sizeof(double), argument);
  return static_cast<Index>(count.value());
}

inline void check_same_shape(const char* function, const ImagePositions& p) {
  if (p.y.rows() != p.x.rows() || p.y.cols() != p.x.cols()) {
    fail_shape(function, "x", p.y.rows(), p.y.cols(), p.x.rows(), p.x.cols());
  }
}

}  // namespace detail

template <class Lengths>
BatchMask mask_from_lengths(const Eigen::DenseBase<Lengths>& lengths, Integer seq_len,
                            PaddingSide side) {
  const Index n = detail::checked_count("mask_from_lengths", "seq_len", seq_len, lengths.size());
  BatchMask mask = BatchMask::Constant(lengths.size(), n, false);
  for (Index b = 0; b < lengths.size(); ++b) {
    const Index length = detail::length_at("mask_from_lengths", lengths, b, n);
    mask.row(b).segment(side == PaddingSide::right ? 0 : n - length, length).setConstant(true);
  }
  return mask;
}

template <class Mask>
BatchPositions positions_from_mask(const Eigen::DenseBase<Mask>& mask, Integer first) {
  detail::require_mask<Mask>();
  detail::check_range("positions_from_mask", first.value(), mask.cols());
  BatchPositions positions(mask.rows(), mask.cols());
  for (Index b = 0; b < mask.rows(); ++b) {
    std::int64_t last = first.value() - 1;
    for (Index t = 0; t < mask.cols(); ++t) {
      positions(b, t) = last += mask.derived().coeff(b, t) != 0 ? 1 : 0;
    }
  }
  return positions;
}

template <class Mask>
BatchPositions fairseq_positions(const Eigen::DenseBase<Mask>& mask, Integer padding_idx) {
  detail::check_range("fairseq_positions", padding_idx.value(), mask.cols() + 1, "padding_idx");
  BatchPositions positions = positions_from_mask(mask, padding_idx.value() + 1);
  for (Index b = 0; b < mask.rows(); ++b) {
    for (Index t = 0; t < mask.cols(); ++t) {
      if (mask.derived().coeff(b, t) == 0) positions(b, t) = padding_idx.value();
    }
  }
  return positions;
}

template <class Offsets>
BatchPositions offset_positions(const Eigen::DenseBase<Offsets>& offsets, Integer seq_len) {
  static_assert(Offsets::IsVectorAtCompileTime && std::is_integral<typename Offsets::Scalar>::value,
                "posenc: offsets must be an Eigen vector of integers");
  const Index n = detail::checked_count("offset_positions", "seq_len", seq_len, offsets.size());
  BatchPositions positions(offsets.size(), n);
  for (Index b = 0; b < offsets.size(); ++b) {
    const std::int64_t offset = Integer(offsets.derived().coeff(b)).value();
    detail::check_range("offset_positions", offset, n,
                        ("offsets[" + std::to_string(b) + "]").c_str());
    for (Index t = 0; t < n; ++t) positions(b, t) = offset + t;
  }
  return positions;
}

template <class Lengths>
Eigen::Array<std::int64_t, Eigen::Dynamic, 1> packed_positions(
    const Eigen::DenseBase<Lengths>& lengths) {
  constexpr std::int64_t most = std::int64_t{1} << 40;  // so that sums cannot overflow
  Index total = 0;
  for (Index k = 0; k < lengths.size(); ++k) {
    total += detail::length_at("packed_positions", lengths, k, most - total);
  }
  Eigen::Array<std::int64_t, Eigen::Dynamic, 1> positions(total);
  Index at = 0;
  for (Index k = 0; k < lengths.size(); ++k) {
    const Index length = detail::length_at("packed_positions", lengths, k, most);
    for (Index t = 0; t < length; ++t) positions[at++] = t;
  }
  return positions;
}

template <class Mask>
Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> attention_mask(
    const Eigen::DenseBase<Mask>& mask_of_sequence, Attention attention) {
  detail::require_mask<Mask>();
  static_assert(Mask::IsVectorAtCompileTime, "posenc: the mask of one sequence is a vector");
  const Index n = mask_of_sequence.size();
  Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> sees(n, n);
  const auto real = [&](Index t) { return mask_of_sequence.derived().coeff(t) != 0; };
  for (Index key = 0; key < n; ++key) {
    for (Index query = 0; query < n; ++query) {
      sees(query, key) =
          real(query) ? real(key) && (attention == Attention::full || key <= query) : key == query;
    }
  }
  return sees;
}

template <class Scalar, class Mask>
Eigen::Array<Scalar, Eigen::Dynamic, Eigen::Dynamic> additive_mask(
    const Eigen::DenseBase<Mask>& attention_mask) {
  detail::require_mask<Mask>();
  Eigen::Array<Scalar, Eigen::Dynamic, Eigen::Dynamic> result(attention_mask.rows(),
                                                              attention_mask.cols());
  for (Index c = 0; c < result.cols(); ++c) {
    for (Index r = 0; r < result.rows(); ++r) {
      result(r, c) = attention_mask.derived().coeff(r, c) != 0
                         ? Scalar(0)
                         : -std::numeric_limits<Scalar>::infinity();
    }
  }
  return result;
}

template <class Mask>
ImagePositions detr_positions(const Eigen::DenseBase<Mask>& mask) {
  return {positions_from_mask(mask.derived().transpose(), 1).transpose().template cast<double>(),
          positions_from_mask(mask, 1).template cast<double>()};
}

inline Eigen::MatrixX2d ImagePositions::points() const {
  detail::check_same_shape("ImagePositions::points", *this);
  Eigen::MatrixX2d result(y.size(), 2);
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
  if (!(epsilon > 0.0)) {
    detail::fail("normalized_positions", "epsilon", "positive, for rows of padding", epsilon);
  }
  ImagePositions parts = counts;
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
  Eigen::ArrayXd positions(detail::checked_count("half_pixel_positions", "size", size));
  for (Index k = 0; k < positions.size(); ++k) {
    positions[k] = detail::relative_position(static_cast<double>(k), -0.5,
                                             static_cast<double>(positions.size()), 1.0);
  }
  return positions;
}

inline Eigen::ArrayXd rescaled_positions(Integer size, double reference_size) {
  detail::check_position("rescaled_positions", "reference_size", reference_size);
  Eigen::ArrayXd positions(detail::checked_count("rescaled_positions", "size", size));
  for (Index k = 0; k < positions.size(); ++k) {
    positions[k] = detail::relative_position(static_cast<double>(k), 0.0,
                                             static_cast<double>(positions.size()), reference_size);
  }
  return positions;
}

}  // namespace posenc
