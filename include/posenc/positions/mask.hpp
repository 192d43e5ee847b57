// Which tokens are real, and which of them attention sees.
//
// b sequences of n tokens each (a batch), t the token. A mask holds true, or an integer other than
// zero, for a real token and false for padding, wherever the padding stands.
#pragma once

#include <Eigen/Core>
#include <limits>
#include <string>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE

/// Shapes: (batch, seq_len).
using BatchMask = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

enum class PaddingSide { right, left };

/// The mask of sequences of these lengths, padded to seq_len.
/// Throws: std::invalid_argument unless each length is from 0 to seq_len.
template <class Lengths>
BatchMask mask_from_lengths(const Eigen::DenseBase<Lengths>& lengths, Integer seq_len,
                            PaddingSide side = PaddingSide::right);

// --- Attention -----------------------------------------------------------------------------------
// Positions say where a token is; a mask keeps attention away from padding.

enum class Attention { full, causal };

/// Which keys (columns) each query (row) of one sequence sees: real ones, and under causal none
/// that come after it. Padding sees only itself, so that every softmax has a key.
/// Shapes: (seq_len, seq_len).
template <class Mask>
Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> attention_mask(
    const Eigen::DenseBase<Mask>& mask_of_sequence, Attention attention = Attention::full);

/// The same, to add to logits: 0 where the mask is true, else minus infinity.
template <class Scalar = double, class Mask>
Eigen::Array<Scalar, Eigen::Dynamic, Eigen::Dynamic> additive_mask(
    const Eigen::DenseBase<Mask>& attention_mask);

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

}  // namespace detail

template <class Lengths>
BatchMask mask_from_lengths(const Eigen::DenseBase<Lengths>& lengths, Integer seq_len,
                            PaddingSide side) {
  detail::check_enumerator("mask_from_lengths", "side", side, PaddingSide::left);
  const auto& read = detail::readable(lengths);
  const Index n = detail::checked_count("mask_from_lengths", "seq_len", seq_len, read.size());
  BatchMask mask = BatchMask::Constant(read.size(), n, false);
  for (Index b = 0; b < read.size(); ++b) {
    const Index length = detail::length_at("mask_from_lengths", read, b, n);
    mask.row(b).segment(side == PaddingSide::right ? 0 : n - length, length).setConstant(true);
  }
  return mask;
}

template <class Mask>
Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> attention_mask(
    const Eigen::DenseBase<Mask>& mask_of_sequence, Attention attention) {
  detail::require_mask<Mask>();
  static_assert(Mask::IsVectorAtCompileTime, "posenc: the mask of one sequence is a vector");
  detail::check_enumerator("attention_mask", "attention", attention, Attention::causal);
  const auto& read = detail::readable(mask_of_sequence);
  const Index n = read.size();
  Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic> sees(n, n);
  const auto real = [&](Index t) { return read.coeff(t) != 0; };
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
  const auto& read = detail::readable(attention_mask);
  Eigen::Array<Scalar, Eigen::Dynamic, Eigen::Dynamic> result(read.rows(), read.cols());
  if (result.size() == 0) return result;
  for (Index c = 0; c < result.cols(); ++c) {
    for (Index r = 0; r < result.rows(); ++r) {
      result(r, c) = read.coeff(r, c) != 0 ? Scalar(0) : -std::numeric_limits<Scalar>::infinity();
    }
  }
  return result;
}

POSENC_END_NAMESPACE
