// Rotary embedding of Eigen's tensors: Tensor and TensorMap of shape (batch, heads, tokens, width),
// in either storage order, in place. Not part of rotary.hpp, since it brings in Eigen's unsupported
// Tensor module.
#pragma once

#include <Eigen/Core>
#include <type_traits>
#include <unsupported/Eigen/CXX11/Tensor>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/outputs.hpp>
#include <posenc/detail/rotary/rotate.hpp>
#include <posenc/detail/tensor.hpp>
#include <posenc/integer.hpp>
#include <posenc/rotary/batch.hpp>
#include <posenc/rotary/embedding.hpp>
#include <posenc/rotary/head.hpp>

POSENC_BEGIN_NAMESPACE

/// Sequence b of a tensor, for rotate, unrotate, shift and rotate_with: rope.rotate(
/// heads_of_sequence(x, b), first). With this header rotate_batch(rope, x, positions) and
/// rotate_batch(rope, x, batch, tokens, first) take the whole tensor.
/// Shapes: x (batch, heads, tokens, head_dim). The bits are those of each head rotated by itself.
/// Throws: std::invalid_argument unless 0 <= b < batch.
template <class Tensor>
HeadRows heads_of_sequence(Tensor&& x, Integer b);

// -------------------------------------------------------------------------------------------------

namespace detail {

/// The same for a valid b.
template <class Tensor>
HeadView sequence_of_tensor(Tensor& x, Index b) {
  using Plain = std::remove_const_t<Tensor>;
  static_assert(Plain::NumIndices == 4,
                "posenc: heads are a tensor of rank 4 (batch, heads, tokens, width)");
  static_assert(!std::is_const<Tensor>::value &&
                    !std::is_const<std::remove_pointer_t<decltype(x.data())>>::value,
                "posenc: the output must not be const");
  require_supported_scalar<typename Plain::Scalar>();
  const Index batch = x.dimension(0), heads = x.dimension(1), tokens = x.dimension(2),
              width = x.dimension(3);
  HeadView view = {x.data(), ScalarTypeOf<typename Plain::Scalar>::value, tokens, heads, 0, 0, 0};
  Index sequence = 1;
  if (static_cast<int>(Plain::Layout) == static_cast<int>(Eigen::RowMajor)) {
    view.channel_stride = 1;
    view.token_stride = width;
    view.head_stride = tokens * width;
    sequence = heads * tokens * width;
  } else {
    view.head_stride = batch;
    view.token_stride = batch * heads;
    view.channel_stride = batch * heads * tokens;
  }
  view.data = x.data() + b * sequence;
  return view;
}

/// The sequences of a tensor.
template <class Tensor>
class TensorHeadBatch {
 public:
  TensorHeadBatch(const char* function, const RotaryEmbedding& rope, Tensor& x, Index batch,
                  Index tokens)
      : x_(x) {
    const auto check = [&](const char* argument, Index expected, Index got) {
      if (got != expected) fail_size(function, argument, expected, got);
    };
    check("sequences of x", batch, x.dimension(0));
    check("tokens of x", tokens, x.dimension(2));
    check("width of x", rope.head().width(), x.dimension(3));
  }
  HeadRows sequence(Index b) const { return heads_of_sequence(x_, b); }

 private:
  Tensor& x_;
};

template <class Scalar, int Rank, int Options, class I>
class HeadBatch<Eigen::Tensor<Scalar, Rank, Options, I>>
    : public TensorHeadBatch<Eigen::Tensor<Scalar, Rank, Options, I>> {
  using TensorHeadBatch<Eigen::Tensor<Scalar, Rank, Options, I>>::TensorHeadBatch;
};
template <class Plain, int Options, template <class> class MakePointer>
class HeadBatch<Eigen::TensorMap<Plain, Options, MakePointer>>
    : public TensorHeadBatch<Eigen::TensorMap<Plain, Options, MakePointer>> {
  using TensorHeadBatch<Eigen::TensorMap<Plain, Options, MakePointer>>::TensorHeadBatch;
};

}  // namespace detail

template <class Tensor>
HeadRows heads_of_sequence(Tensor&& x, Integer b) {
  detail::require_lasting<Tensor>();
  if (b.value() < 0 || b.value() >= x.dimension(0)) {
    detail::fail("heads_of_sequence", "b", "at least 0 and less than the sequences of x",
                 static_cast<long long>(b.value()));
  }
  return {x.dimension(3), detail::sequence_of_tensor(x, b.index())};
}

POSENC_END_NAMESPACE
