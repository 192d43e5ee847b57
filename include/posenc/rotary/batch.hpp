// Rotary embedding of a batch: row b * seq_len + t of a tall matrix is token t of sequence b.
#pragma once

#include <Eigen/Core>
#include <type_traits>
#include <utility>

#include <posenc/detail/batch.hpp>
#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/outputs.hpp>
#include <posenc/integer.hpp>
#include <posenc/rotary/embedding.hpp>

POSENC_BEGIN_NAMESPACE

/// Rotates each token by positions(b, t), as positions_from_mask returns them; any storage order.
/// Shapes: x (batch * seq_len, heads * w), positions (batch, seq_len).
/// Throws: std::invalid_argument before anything is written, as RotaryEmbedding::rotate does, and
/// for an embedding of several axes.
template <class X, class Positions>
void rotate_batch(const RotaryEmbedding& rope, X&& x, const Eigen::DenseBase<Positions>& positions);

/// Rotates each sequence by first, first + 1, ...
template <class X>
void rotate_batch(const RotaryEmbedding& rope, X&& x, Integer batch, Integer seq_len,
                  Integer first = 0);

// -------------------------------------------------------------------------------------------------

namespace detail {

/// The sequences of x, whose columns are whole heads. rotary/tensor.hpp adds those of tensors.
template <class X>
class HeadBatch : public BatchView<X> {
 public:
  HeadBatch(const char* function, const RotaryEmbedding& rope, X& x, Index batch, Index seq_len)
      : BatchView<X>((head_view(function, x, rope.head().width()), function), x, batch, seq_len,
                     x.cols()) {}
};

template <class X>
HeadBatch<std::remove_reference_t<X>> batch_of_heads(const RotaryEmbedding& rope, X&& x,
                                                     Index batch, Index seq_len) {
  return {"rotate_batch", rope, x, batch, seq_len};
}

}  // namespace detail

template <class X, class Positions>
void rotate_batch(const RotaryEmbedding& rope, X&& x,
                  const Eigen::DenseBase<Positions>& positions) {
  const auto view = detail::batch_of_heads(rope, x, positions.rows(), positions.cols());
  detail::require_lasting<X>();
  if (rope.axes().count() != 1) {
    detail::fail("rotate_batch", "rope", "one axis", static_cast<long long>(rope.axes().count()));
  }
  const auto& read = detail::readable(positions);
  detail::check_batch_positions("rotate_batch", read);
  if (read.size() == 0) return;
  for (Index b = 0; b < read.rows(); ++b) rope.rotate(view.sequence(b), read.row(b));
}

template <class X>
void rotate_batch(const RotaryEmbedding& rope, X&& x, Integer batch, Integer seq_len,
                  Integer first) {
  if (batch.value() < 0) {
    detail::fail("rotate_batch", "batch", "at least 0", static_cast<long long>(batch.value()));
  }
  detail::check_range("rotate_batch", first.value(), seq_len.index(), "first", "seq_len");
  detail::require_lasting<X>();
  const auto view = detail::batch_of_heads(rope, x, batch.index(), seq_len.index());
  if (seq_len.value() == 0) return;
  for (Index b = 0; b < batch.index(); ++b) rope.rotate(view.sequence(b), first);
}

POSENC_END_NAMESPACE
