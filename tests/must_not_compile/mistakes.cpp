// Calls that must not compile, one for each value of MISTAKE, and what the compiler says.
#ifndef MISTAKE
#define MISTAKE 0
#endif

#include "headers.hpp"

void calls(Eigen::MatrixXd& a, const Eigen::MatrixXd& b, Eigen::MatrixXi& integers) {
  const posenc::SinusoidalEncoding encoding(4);
  const posenc::RotaryEmbedding rope(4, posenc::Pairing::halves);
  encoding.write(a);
  encoding.add(a.topRows(2), 7);
  rope.rotate(a);
  (void)integers, (void)b;
#if EIGEN_VERSION_AT_LEAST(3, 4, 90)  // whose view of columns at a fixed step has a pointer
  encoding.write(a(Eigen::indexing::all, Eigen::seqN(0, 4, Eigen::fix<2>)));
#endif

#if MISTAKE == 1  // const_output: posenc: the output must not be const
  encoding.write(b);
#elif MISTAKE == 2   // sum_as_output: posenc: the output must be stored in memory
  encoding.write(a + b);
#elif MISTAKE == 3   // block_of_const: posenc: the output must be writable
  encoding.write(b.topRows(2));
#elif MISTAKE == 4   // map_of_const: posenc: the output must be writable
  encoding.add(Eigen::Map<const Eigen::MatrixXd>(b.data(), b.rows(), b.cols()));
#elif MISTAKE == 5   // temporary_output: posenc: the output must not be a temporary matrix
  encoding.write(Eigen::MatrixXd(3, 4));
#elif MISTAKE == 6   // number_as_output: posenc: the output must be a dense Eigen expression
  encoding.write(3.0);
#elif MISTAKE == 7   // int_table: posenc: the scalar type must be float, double
  posenc::sinusoidal_positional_encoding<int>(3, 4);
#elif MISTAKE == 8   // long_double_table: posenc: the scalar type must be float, double
  posenc::sinusoidal_positional_encoding<long double>(3, 4);
#elif MISTAKE == 9   // complex_table: posenc: the scalar type must be float, double
  encoding.table<std::complex<double> >(3);
#elif MISTAKE == 10  // int_output: posenc: the scalar type must be float, double
  encoding.write(integers);
#elif MISTAKE == 11  // complex_positions: posenc: positions must be integers or real numbers
  encoding.write(a, Eigen::VectorXcd::Zero(3));
#elif MISTAKE == 12  // matrix_of_positions: posenc: positions must be an Eigen vector
  encoding.write(a, b);
#elif MISTAKE == 13  // real_length: no matching function
  posenc::sinusoidal_positional_encoding(3.5, 4);
#elif MISTAKE == 14  // real_width: no matching
  posenc::SinusoidalEncoding{4.0};
#elif MISTAKE == 15  // pairing_unsaid: no matching
  posenc::RotaryEmbedding{64};
#elif MISTAKE == 16  // const_heads: posenc: the output must not be const
  rope.rotate(b);
#elif MISTAKE == 17  // temporary_heads: posenc: the output must not be a temporary matrix
  rope.rotate(posenc::heads_within_tokens(Eigen::MatrixXd(4, 4), 2));
#elif MISTAKE == 18  // indexed_output: posenc: the output must be stored in memory
  encoding.write(a(Eigen::indexing::all, std::vector<int>{0, 2, 4, 6}));
#elif MISTAKE == 19  // temporary_batch: posenc: the output must not be a temporary matrix
  posenc::write_batch(encoding, Eigen::MatrixXd(4, 4), 2, 2);
#elif MISTAKE == 20  // indexed_batch: posenc: the output must be stored in memory
  posenc::add_batch(encoding, a(Eigen::indexing::all, std::vector<int>{0, 2, 4, 6}), 2, 2);
#elif MISTAKE == 21  // temporary_tensor: posenc: the output must not be a temporary matrix
  posenc::add_batch(encoding, Eigen::Tensor<double, 3>(2, 2, 4), 2, 2);
#elif MISTAKE == 22  // real_axis: posenc: an axis must be a number of values, an integer
  posenc::presets::mae_2d(8).grid(2, 2.5);
#elif MISTAKE == 23  // pairing_of_view: posenc: convert_pairing takes the matrix itself
  posenc::convert_pairing(posenc::heads_within_tokens(a, 2), rope.head(), posenc::Pairing::halves);
#elif MISTAKE == 24  // list_of_positions: posenc: positions must be an Eigen vector: Eigen
  encoding.write(a, {1, 2, 3});
#elif MISTAKE == 25  // list_for_a_table: posenc: positions must be an Eigen vector: Eigen
  encoding.table({1, 2, 3});
#elif MISTAKE == 26  // std_vector_of_positions: posenc: positions must be an Eigen vector: Eigen
  encoding.add(a, std::vector<int>{1, 2, 3});
#elif MISTAKE == 27  // every_second_column: (Eigen 3) posenc: the output must have a pointer
  encoding.write(a(Eigen::indexing::all, Eigen::seqN(0, 4, Eigen::fix<2>)));
#elif MISTAKE == 28  // tensor_without_heads: posenc: heads are a tensor of rank 4
  Eigen::Tensor<double, 3> tokens(2, 2, 4);
  posenc::rotate_batch(rope, tokens, 2, 2);
#elif MISTAKE == 29  // temporary_heads_of_tensor: posenc: the output must not be a temporary matrix
  rope.rotate(posenc::heads_of_sequence(Eigen::Tensor<double, 4>(2, 2, 2, 4), 0));
#elif MISTAKE == 30  // const_tensor: posenc: the output must not be const
  const Eigen::Tensor<double, 4> heads(2, 2, 2, 4);
  rope.rotate(posenc::heads_of_sequence(heads, 0));
#endif
}
