// Lets write_batch and add_batch take Eigen's tensors: Tensor and TensorMap of shape
// (batch, seq_len, width), in either storage order. Not part of posenc.hpp, since it brings in
// Eigen's unsupported Tensor module.
#pragma once

#include <Eigen/Core>
#include <unsupported/Eigen/CXX11/Tensor>

#include <posenc/detail/tensor.hpp>
#include <posenc/sinusoidal/batch.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

template <class Tensor>
class TensorBatchView {
  static_assert(Tensor::NumIndices == 3,
                "posenc: a batch is a tensor of rank 3 (batch, seq_len, width)");
  using Matrix = Eigen::Matrix<typename Tensor::Scalar, Eigen::Dynamic, Eigen::Dynamic>;
  using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;

 public:
  TensorBatchView(const char* function, Tensor& out, Index batch, Index seq_len, Index width)
      : data_(out.data()), rows_(out.dimension(1)), cols_(out.dimension(2)) {
    if (out.dimension(0) != batch || rows_ != seq_len || cols_ != width) {
      fail_batch(function, batch, seq_len, width, out.dimension(0), rows_, cols_);
    }
    if (Tensor::Layout == static_cast<int>(Eigen::RowMajor)) {
      sequence_ = rows_ * cols_;
      row_ = cols_;
      col_ = 1;
    } else {
      sequence_ = 1;
      row_ = out.dimension(0);
      col_ = out.dimension(0) * rows_;
    }
  }
  auto sequence(Index b) const {
    return Eigen::Map<Matrix, 0, Strides>(data_ + b * sequence_, rows_, cols_, Strides(col_, row_));
  }

 private:
  typename Tensor::Scalar* data_;
  Index rows_, cols_, sequence_, row_, col_;
};

template <class Scalar, int Rank, int Options, class I>
class BatchView<Eigen::Tensor<Scalar, Rank, Options, I>>
    : public TensorBatchView<Eigen::Tensor<Scalar, Rank, Options, I>> {
  using TensorBatchView<Eigen::Tensor<Scalar, Rank, Options, I>>::TensorBatchView;
};
template <class Plain, int Options, template <class> class MakePointer>
class BatchView<Eigen::TensorMap<Plain, Options, MakePointer>>
    : public TensorBatchView<Eigen::TensorMap<Plain, Options, MakePointer>> {
  using TensorBatchView<Eigen::TensorMap<Plain, Options, MakePointer>>::TensorBatchView;
};

}  // namespace detail
POSENC_END_NAMESPACE
