// From one pairing to the other and back.
#include "test.hpp"

namespace posenc_test {
namespace pairing_test {

using posenc::convert_pairing;
using posenc::pairing_permutation;

Pairing other(Pairing pairing) {
  return pairing == Pairing::adjacent ? Pairing::halves : Pairing::adjacent;
}

TEST(Pairing, InPlace) {
  Eigen::RowVectorXd x = Eigen::RowVectorXd::LinSpaced(6, 1, 6);
  const RotaryHead head(6, Pairing::adjacent);
  convert_pairing(x, head, Pairing::halves);
  EXPECT_TRUE(same_bits(x, (Eigen::RowVectorXd(6) << 1, 3, 5, 2, 4, 6).finished()));
  convert_pairing(x, RotaryHead(6, Pairing::halves), Pairing::adjacent);
  EXPECT_TRUE(same_bits(x, Eigen::RowVectorXd::LinSpaced(6, 1, 6)));

  // Rows that are channels, by a transposed view of the same matrix.
  Eigen::MatrixXd w = random_matrix(6, 5);
  const Eigen::MatrixXd before = w;
  convert_pairing(w.transpose(), head, Pairing::halves);
  for (Index r = 0; r < 3; ++r) {
    EXPECT_TRUE(same_bits(w.row(r), before.row(2 * r)));
    EXPECT_TRUE(same_bits(w.row(3 + r), before.row(2 * r + 1)));
  }
}

TEST(Pairing, RotationCommutesWithConversion) {
  for (const Index rotated : {2, 6, 48, 64}) {
    for (const Pairing pairing : kPairings) {
      const RotaryHead head(80, pairing, rotated, 5), converted(80, other(pairing), rotated, 5);
      const Frequencies ladder = Frequencies::geometric(rotated);
      const Eigen::MatrixXf x = random_matrix(9, 240).cast<float>();
      Eigen::MatrixXf there = x, here = x;
      RotaryEmbedding(ladder, head).rotate(here, 3);
      convert_pairing(here, head, other(pairing));
      convert_pairing(there, head, other(pairing));
      RotaryEmbedding(ladder, converted).rotate(there, 3);
      EXPECT_TRUE(same_bits(there, here));
      convert_pairing(there, converted, pairing);
      RotaryEmbedding(ladder, head).unrotate(there, 3);
      convert_pairing(here, converted, pairing);
      RotaryEmbedding(ladder, head).unrotate(here, 3);
      EXPECT_TRUE(same_bits(there, here));
    }
  }
}

/// The permutation of a projection makes the converted vectors, exactly, and its transpose undoes
/// it.
TEST(Pairing, PermutationIsTheConversion) {
  const RotaryHead head(20, Pairing::adjacent, 12, 4);
  const auto P = pairing_permutation(head, Pairing::halves, 3);
  const Eigen::MatrixXd x = random_matrix(7, 60);
  Eigen::MatrixXd converted = x;
  convert_pairing(converted, head, Pairing::halves);
  EXPECT_TRUE(same_bits(Eigen::MatrixXd(P * x.transpose()), converted.transpose()));
  EXPECT_TRUE(same_bits(Eigen::MatrixXd(x * P.transpose()), converted));
  const auto back =
      pairing_permutation(RotaryHead(20, Pairing::halves, 12, 4), Pairing::adjacent, 3);
  EXPECT_TRUE(same_bits(Eigen::MatrixXd(back * (P * x.transpose())), x.transpose()));
  EXPECT_TRUE(P.inverse().toDenseMatrix() == back.toDenseMatrix());
  EXPECT_EQ(pairing_permutation(head, Pairing::adjacent).indices(),
            Eigen::VectorXi::LinSpaced(20, 0, 19));
}

}  // namespace pairing_test
}  // namespace posenc_test
