// Encodings of a batch: row b * seq_len + t of a tall matrix is token t of sequence b; tensor.hpp
// takes tensors as well.
//
// Batch and length are arguments, or the shape of the positions, and must fit the output. For rows
// t * batch + b, the sequence first, transpose the positions.
#pragma once

#include <Eigen/Core>
#include <type_traits>
#include <utility>

#include <posenc/detail/batch.hpp>
#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/outputs.hpp>
#include <posenc/detail/sinusoidal/encode.hpp>
#include <posenc/integer.hpp>
#include <posenc/positions.hpp>
#include <posenc/sinusoidal.hpp>

POSENC_BEGIN_NAMESPACE

/// What happens to rows of padding.
enum class Padding { zero, untouched };

/// Writes the encodings of first, first + 1, ... into each sequence of `out`.
/// Shapes: out (batch * seq_len, width).
/// Throws: std::invalid_argument before anything is written, as do all functions here.
template <class Out>
void write_batch(const SinusoidalEncoding& encoding, Out&& out, Integer batch, Integer seq_len,
                 Integer first = 0);

/// Writes the encoding of positions(b, t) for each token.
/// Shapes: out (batch * seq_len, width), positions (batch, seq_len).
template <class Out, class Positions>
void write_batch(const SinusoidalEncoding& encoding, Out&& out,
                 const Eigen::DenseBase<Positions>& positions);

/// The same for real tokens only.
/// Shapes: mask (batch, seq_len), false or 0 for padding.
template <class Out, class Positions, class Mask>
void write_batch(const SinusoidalEncoding& encoding, Out&& out,
                 const Eigen::DenseBase<Positions>& positions, const Eigen::DenseBase<Mask>& mask,
                 Padding padding);

/// Adds what write_batch writes. Padding::zero makes rows of padding zero here too.
template <class Out>
void add_batch(const SinusoidalEncoding& encoding, Out&& out, Integer batch, Integer seq_len,
               Integer first = 0);
template <class Out, class Positions>
void add_batch(const SinusoidalEncoding& encoding, Out&& out,
               const Eigen::DenseBase<Positions>& positions);
template <class Out, class Positions, class Mask>
void add_batch(const SinusoidalEncoding& encoding, Out&& out,
               const Eigen::DenseBase<Positions>& positions, const Eigen::DenseBase<Mask>& mask,
               Padding padding);

// -------------------------------------------------------------------------------------------------

namespace detail {

template <class View, class Where>
void apply(Operation operation, const SinusoidalEncoding& encoding, View&& view,
           const Where& where) {
  if (operation == Operation::write) {
    encoding.write(std::forward<View>(view), where);
  } else {
    encoding.add(std::forward<View>(view), where);
  }
}

template <class Out>
void encode_batch(const char* function, Operation operation, const SinusoidalEncoding& encoding,
                  Out&& out, Integer batch, Integer seq_len, Integer first) {
  if (batch.value() < 0) {
    fail(function, "batch", "at least 0", static_cast<long long>(batch.value()));
  }
  check_range(function, first.value(), seq_len.index(), "first", "seq_len");
  require_lasting<Out>();
  const BatchView<std::remove_reference_t<Out>> view(function, out, batch.index(), seq_len.index(),
                                                     encoding.width());
  if (seq_len.value() == 0) return;
  for (Index b = 0; b < batch.index(); ++b) apply(operation, encoding, view.sequence(b), first);
}

/// Runs of real tokens are encoded, runs of padding set to zero or passed over.
template <class Out, class Positions, class Mask>
void encode_batch(const char* function, Operation operation, const SinusoidalEncoding& encoding,
                  Out&& out, const Eigen::DenseBase<Positions>& positions,
                  const Eigen::DenseBase<Mask>& mask, Padding padding) {
  require_mask<Mask>();
  require_lasting<Out>();
  check_enumerator(function, "padding", padding, Padding::untouched);
  const BatchView<std::remove_reference_t<Out>> view(function, out, positions.rows(),
                                                     positions.cols(), encoding.width());
  if (mask.rows() != positions.rows() || mask.cols() != positions.cols()) {
    fail_shape(function, "mask", positions.rows(), positions.cols(), mask.rows(), mask.cols());
  }
  const auto& read = readable(positions);
  const auto& read_mask = readable(mask);
  check_batch_positions(function, read);
  if (read.size() == 0) return;
  for (Index b = 0; b < mask.rows(); ++b) {
    const auto real = [&](Index t) { return read_mask.coeff(b, t) != 0; };
    auto sequence = view.sequence(b);
    for (Index begin = 0, end; begin < mask.cols(); begin = end) {
      end = begin + 1;
      while (end < mask.cols() && real(end) == real(begin)) ++end;
      auto run = sequence.middleRows(begin, end - begin);
      if (real(begin)) {
        apply(operation, encoding, run, read.row(b).segment(begin, end - begin));
      } else if (padding == Padding::zero) {
        run.setZero();
      }
    }
  }
}

/// The same where all tokens are real.
template <class Out, class Positions>
void encode_batch(const char* function, Operation operation, const SinusoidalEncoding& encoding,
                  Out&& out, const Eigen::DenseBase<Positions>& positions) {
  using Mask = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;
  encode_batch(function, operation, encoding, std::forward<Out>(out), positions,
               Mask::Constant(positions.rows(), positions.cols(), true), Padding::untouched);
}

}  // namespace detail

template <class Out>
void write_batch(const SinusoidalEncoding& encoding, Out&& out, Integer batch, Integer seq_len,
                 Integer first) {
  detail::encode_batch("write_batch", detail::Operation::write, encoding, std::forward<Out>(out),
                       batch, seq_len, first);
}
template <class Out, class Positions>
void write_batch(const SinusoidalEncoding& encoding, Out&& out,
                 const Eigen::DenseBase<Positions>& positions) {
  detail::encode_batch("write_batch", detail::Operation::write, encoding, std::forward<Out>(out),
                       positions);
}
template <class Out, class Positions, class Mask>
void write_batch(const SinusoidalEncoding& encoding, Out&& out,
                 const Eigen::DenseBase<Positions>& positions, const Eigen::DenseBase<Mask>& mask,
                 Padding padding) {
  detail::encode_batch("write_batch", detail::Operation::write, encoding, std::forward<Out>(out),
                       positions, mask, padding);
}

template <class Out>
void add_batch(const SinusoidalEncoding& encoding, Out&& out, Integer batch, Integer seq_len,
               Integer first) {
  detail::encode_batch("add_batch", detail::Operation::add, encoding, std::forward<Out>(out), batch,
                       seq_len, first);
}
template <class Out, class Positions>
void add_batch(const SinusoidalEncoding& encoding, Out&& out,
               const Eigen::DenseBase<Positions>& positions) {
  detail::encode_batch("add_batch", detail::Operation::add, encoding, std::forward<Out>(out),
                       positions);
}
template <class Out, class Positions, class Mask>
void add_batch(const SinusoidalEncoding& encoding, Out&& out,
               const Eigen::DenseBase<Positions>& positions, const Eigen::DenseBase<Mask>& mask,
               Padding padding) {
  detail::encode_batch("add_batch", detail::Operation::add, encoding, std::forward<Out>(out),
                       positions, mask, padding);
}

POSENC_END_NAMESPACE
