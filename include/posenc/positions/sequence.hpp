// Where the tokens of sequences are.
//
// b sequences of n tokens each (a batch), t the token. All throw std::invalid_argument where a
// position would be beyond 2^53, or a count or length is negative.
#pragma once

#include <Eigen/Core>
#include <string>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/integer.hpp>
#include <posenc/positions/mask.hpp>

POSENC_BEGIN_NAMESPACE

/// Shapes: (batch, seq_len).
using BatchPositions = Eigen::Array<std::int64_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Counts real tokens from `first` on, wherever padding stands. Padding repeats the position of the
/// real token before it, or first - 1 if there is none.
/// Formula: p(b, t) = first - 1 + number of real tokens in mask(b, 0 .. t).
/// Source: Hugging Face Transformers, position_ids of left-padded batches (first 0).
template <class Mask>
BatchPositions positions_from_mask(const Eigen::DenseBase<Mask>& mask, Integer first = 0);

/// Counts real tokens from padding_idx + 1 on. Padding is at padding_idx, and its encoding should
/// be zero (Padding::zero).
/// Source: fairseq, make_positions.
template <class Mask>
BatchPositions fairseq_positions(const Eigen::DenseBase<Mask>& mask, Integer padding_idx);

/// Each sequence continues where it stopped.
/// Formula: p(b, t) = offsets[b] + t.
template <class Offsets>
BatchPositions offset_positions(const Eigen::DenseBase<Offsets>& offsets, Integer seq_len);

/// Documents one after the other in one sequence, each counted from 0.
/// Shapes: (sum of lengths).
template <class Lengths>
Eigen::Array<std::int64_t, Eigen::Dynamic, 1> packed_positions(
    const Eigen::DenseBase<Lengths>& lengths);

// -------------------------------------------------------------------------------------------------

namespace detail {

/// Counts real tokens on from `last`; padding is at last, or at *padding where that is given.
template <class Mask>
BatchPositions counted(const Mask& mask, std::int64_t last, const std::int64_t* padding = nullptr) {
  BatchPositions positions(mask.rows(), mask.cols());
  if (positions.size() == 0) return positions;
  for (Index b = 0; b < mask.rows(); ++b) {
    std::int64_t at = last;
    for (Index t = 0; t < mask.cols(); ++t) {
      const bool real = mask.coeff(b, t) != 0;
      at += real ? 1 : 0;
      positions(b, t) = real || padding == nullptr ? at : *padding;
    }
  }
  return positions;
}

}  // namespace detail

template <class Mask>
BatchPositions positions_from_mask(const Eigen::DenseBase<Mask>& mask, Integer first) {
  detail::require_mask<Mask>();
  detail::check_range("positions_from_mask", first.value(), mask.cols());
  if (first.value() == -(std::int64_t{1} << 53)) {
    detail::fail("positions_from_mask", "first", "above -2^53, as padding may be at first - 1",
                 static_cast<long long>(first.value()));
  }
  return detail::counted(detail::readable(mask), first.value() - 1);
}

template <class Mask>
BatchPositions fairseq_positions(const Eigen::DenseBase<Mask>& mask, Integer padding_idx) {
  detail::require_mask<Mask>();
  const std::int64_t padding = padding_idx.value();
  detail::check_range("fairseq_positions", padding, mask.cols() + 1, "padding_idx");
  return detail::counted(detail::readable(mask), padding, &padding);
}

template <class Offsets>
BatchPositions offset_positions(const Eigen::DenseBase<Offsets>& offsets, Integer seq_len) {
  static_assert(Offsets::IsVectorAtCompileTime && std::is_integral<typename Offsets::Scalar>::value,
                "posenc: offsets must be an Eigen vector of integers");
  const auto& read = detail::readable(offsets);
  const Index n = detail::checked_count("offset_positions", "seq_len", seq_len, read.size());
  const auto offset = [&](Index b) { return Integer(read.coeff(b)).value(); };
  for (Index b = 0; b < read.size(); ++b) {
    detail::check_range("offset_positions", offset(b), n,
                        ("offsets[" + std::to_string(b) + "]").c_str());
  }
  BatchPositions positions(read.size(), n);
  for (Index b = 0; b < read.size(); ++b) {
    for (Index t = 0; t < n; ++t) positions(b, t) = offset(b) + t;
  }
  return positions;
}

template <class Lengths>
Eigen::Array<std::int64_t, Eigen::Dynamic, 1> packed_positions(
    const Eigen::DenseBase<Lengths>& lengths) {
  constexpr std::int64_t most = std::int64_t{1} << 40;  // so that sums cannot overflow
  const auto& read = detail::readable(lengths);
  Index total = 0;
  for (Index k = 0; k < read.size(); ++k) {
    total += detail::length_at("packed_positions", read, k, most - total);
  }
  Eigen::Array<std::int64_t, Eigen::Dynamic, 1> positions(total);
  Index at = 0;
  for (Index k = 0; k < read.size(); ++k) {
    const Index length = detail::length_at("packed_positions", read, k, most);
    for (Index t = 0; t < length; ++t) positions[at++] = t;
  }
  return positions;
}

POSENC_END_NAMESPACE
