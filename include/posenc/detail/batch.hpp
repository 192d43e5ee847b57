// A batch of sequences: its matrix, and the positions of its tokens.
#pragma once

#include <Eigen/Core>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/outputs.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE
namespace detail {

/// The sequences of an output, as matrices.
template <class Out>
class BatchView {
 public:
  /// Throws unless the output holds `batch` sequences of `seq_len` rows and `width` columns.
  BatchView(const char* function, Out& out, Index batch, Index seq_len, Index width)
      : out_(out), seq_len_(seq_len) {
    output_view(out);  // a writable expression, or no compilation
    const bool fits =
        seq_len == 0 ? out.rows() == 0 : out.rows() / seq_len == batch && out.rows() % seq_len == 0;
    if (!fits || out.cols() != width) {
      fail_batch(function, batch, seq_len, width, out.rows(), out.cols());
    }
  }
  auto sequence(Index b) const { return out_.middleRows(b * seq_len_, seq_len_); }

 private:
  Out& out_;
  Index seq_len_;
};

/// Throws unless all positions of a (batch, seq_len) matrix are valid.
template <class Positions>
void check_batch_positions(const char* function, const Eigen::DenseBase<Positions>& positions) {
  if (positions.size() == 0) return;
  for (Index b = 0; b < positions.rows(); ++b) {
    check_positions(function, positions.derived().row(b), positions.cols(),
                    {"positions", 0, b, -1});
  }
}

}  // namespace detail
POSENC_END_NAMESPACE
