// An argument may be any Eigen expression, including a product of matrices: Eigen evaluates it as a
// whole and asserts that no single entry is read. Each call must give the same as for the product
// evaluated beforehand.
#include "allocations.hpp"

#include "test.hpp"

namespace posenc_test {
namespace products_test {

using posenc::Padding;
using Integers = Eigen::Matrix<std::int64_t, Eigen::Dynamic, Eigen::Dynamic>;

/// Every second row of the identity and the matrix that doubles: products with whole numbers, so
/// that no rounding is in the way.
class Products : public ::testing::Test {
 protected:
  const Eigen::MatrixXd a_ = 2.0 * Eigen::MatrixXd::Identity(6, 6);
  const Eigen::VectorXd v_ = Eigen::VectorXd::LinSpaced(6, 1.0, 6.0);
  const Eigen::MatrixXd m_ = v_ * Eigen::RowVector3d(1.0, 10.0, 100.0);
  const Integers ai_ = a_.cast<std::int64_t>();
  const Eigen::Matrix<std::int64_t, Eigen::Dynamic, 1> vi_ = v_.cast<std::int64_t>();
  const Integers mi_ = m_.cast<std::int64_t>();
  const SinusoidalEncoding encoding_{8};
};

TEST_F(Products, AsFrequencies) {
  const Eigen::VectorXd av = a_ * v_;
  const Eigen::MatrixXd am = a_ * m_;
  EXPECT_TRUE(same_bits(Frequencies::given(a_ * v_).values(), av.array()));
  EXPECT_TRUE(same_bits(Frequencies::given(a_ * v_ - v_).values(), v_.array()));
  EXPECT_TRUE(
      same_bits(posenc::FourierFeatures(a_ * m_).table(m_), posenc::FourierFeatures(am).table(m_)));
  EXPECT_TRUE(same_bits(posenc::angle_matrix(a_ * v_, a_ * v_), posenc::angle_matrix(av, av)));
}

TEST_F(Products, AsPositions) {
  const Eigen::VectorXd av = a_ * v_;
  const Eigen::MatrixXd expected = encoding_.table(av);
  EXPECT_TRUE(same_bits(encoding_.table(a_ * v_), expected));
  EXPECT_TRUE(same_bits(encoding_.table(v_.transpose() * a_), expected));
  EXPECT_TRUE(same_bits(encoding_.table((a_ * v_).cast<float>()), expected));
  EXPECT_TRUE(same_bits(encoding_.table(ai_ * vi_), expected));
  EXPECT_TRUE(same_bits(encoding_.table((ai_ * vi_).reverse()), expected.colwise().reverse()));
  Eigen::MatrixXd out(6, 8);
  encoding_.write(out, ai_ * vi_);
  EXPECT_TRUE(same_bits(out, expected));
  out.setZero();
  encoding_.add(out, a_ * v_);
  EXPECT_TRUE(same_bits(out, expected));
}

TEST_F(Products, AsPositionsOfABatch) {
  const Integers positions = ai_ * mi_;
  Eigen::MatrixXd expected(18, 8), out(18, 8);
  posenc::write_batch(encoding_, expected, positions);
  posenc::write_batch(encoding_, out, ai_ * mi_);
  EXPECT_TRUE(same_bits(out, expected));
  out.setZero();
  posenc::add_batch(encoding_, out, a_ * m_, ai_ * mi_, Padding::zero);
  EXPECT_TRUE(same_bits(out, expected));
}

TEST_F(Products, AsMasksLengthsAndOffsets) {
  Integers keep = Integers::Identity(6, 6);
  keep(2, 2) = 0;
  const Integers mask = keep * mi_;
  const Eigen::Matrix<std::int64_t, Eigen::Dynamic, 1> lengths = ai_ * vi_;
  EXPECT_TRUE(
      same_bits(posenc::positions_from_mask(keep * mi_, 5), posenc::positions_from_mask(mask, 5)));
  EXPECT_TRUE(
      same_bits(posenc::fairseq_positions(keep * mi_, 1), posenc::fairseq_positions(mask, 1)));
  EXPECT_TRUE(
      same_bits(posenc::offset_positions(ai_ * vi_, 4), posenc::offset_positions(lengths, 4)));
  EXPECT_TRUE(same_bits(posenc::packed_positions(ai_ * vi_), posenc::packed_positions(lengths)));
  EXPECT_TRUE(
      same_bits(posenc::mask_from_lengths(ai_ * vi_, 12), posenc::mask_from_lengths(lengths, 12)));
  EXPECT_TRUE(
      same_bits(posenc::attention_mask(keep * vi_), posenc::attention_mask((keep * vi_).eval())));
  EXPECT_TRUE(same_bits(posenc::additive_mask(keep * mi_), posenc::additive_mask(mask)));
  EXPECT_TRUE(same_bits(posenc::detr_positions(keep * mi_).y, posenc::detr_positions(mask).y));
  EXPECT_TRUE(same_bits(posenc::detr_positions(keep * mi_).x, posenc::detr_positions(mask).x));
}

TEST_F(Products, AsPointsAndAxes) {
  const Eigen::MatrixXd points = a_ * m_;
  const Eigen::VectorXd axis = a_ * v_;
  const AxialEncoding axial({{0, encoding_}, {1, encoding_}, {2, encoding_}});
  EXPECT_TRUE(same_bits(axial.table(a_ * m_), axial.table(points)));
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(6, axial.width());
  axial.add(out, ai_ * mi_);
  EXPECT_TRUE(same_bits(out, axial.table(points)));
  EXPECT_TRUE(same_bits(axial.grid(2, a_ * v_, ai_ * vi_), axial.grid(2, axis, axis)));
  out.resize(72, axial.width());
  axial.write_grid(out, 2, ai_ * vi_, a_ * v_);
  EXPECT_TRUE(same_bits(out, axial.grid(2, axis, axis)));
  const posenc::FourierFeatures fourier(m_);
  EXPECT_TRUE(same_bits(fourier.table(a_ * m_), fourier.table(points)));
  EXPECT_TRUE(same_bits(fourier.table(ai_ * mi_), fourier.table(points)));
}

TEST_F(Products, AsPositionsOfHeads) {
  const Eigen::VectorXd at = a_ * v_;
  const Eigen::MatrixXd x = Eigen::MatrixXd::Random(6, 12);
  const RotaryEmbedding rope(12, posenc::Pairing::halves);
  EXPECT_TRUE(same_bits(rope.rotated(x, a_ * v_), rope.rotated(x, at)));
  EXPECT_TRUE(same_bits(rope.rotated(x, ai_ * vi_), rope.rotated(x, at)));
  EXPECT_TRUE(same_bits(rope.unrotated(x, ai_ * vi_), rope.unrotated(x, at)));
  EXPECT_TRUE(same_bits(rope.shifted(x, ai_ * vi_), rope.shifted(x, at)));
  EXPECT_TRUE(same_bits(rope.rotated(a_ * x, 3), rope.rotated((a_ * x).eval(), 3)));
  EXPECT_TRUE(same_bits(rope.cos_sin(ai_ * vi_).cos, rope.cos_sin(at).cos));
  const RotaryEmbedding plane(Frequencies::geometric(12), rope.head(),
                              posenc::PairAxes::sections({2, 2, 2}));
  EXPECT_TRUE(same_bits(plane.rotated(x, ai_ * mi_), plane.rotated(x, (a_ * m_).eval())));
  EXPECT_TRUE(same_bits(plane.cos_sin(a_ * m_).sin, plane.cos_sin((a_ * m_).eval()).sin));
  const posenc::XPosEmbedding xpos(Frequencies::geometric(12), rope.head(), 4.0);
  Eigen::MatrixXd actual = x, expected = x;
  xpos.key().rotate(actual, ai_ * vi_);
  xpos.key().rotate(expected, at);
  EXPECT_TRUE(same_bits(actual, expected));
}

TEST_F(Products, AsTablesAndFactors) {
  const Eigen::MatrixXd x = Eigen::MatrixXd::Random(6, 12);
  const posenc::RotaryHead head(12, posenc::Pairing::halves);
  const Eigen::MatrixXd aa = a_ * a_;
  Eigen::MatrixXd actual = x, expected = x;
  posenc::rotate_with(actual, a_ * a_, a_, head);
  posenc::rotate_with(expected, aa, a_, head);
  EXPECT_TRUE(same_bits(actual, expected));
  const Integers rows = Integers::Identity(6, 6);
  posenc::rotate_with(actual, a_, a_ * a_, head, rows * (vi_.array() - 1).matrix());
  posenc::rotate_with(expected, a_, aa, head, (vi_.array() - 1).matrix());
  EXPECT_TRUE(same_bits(actual, expected));
  const Eigen::VectorXd av = a_ * v_;
  const auto scaled = [](const auto& longer) {
    return posenc::scaling::longrope(Frequencies::geometric(12), {longer, longer, 4096, 8192}, 9000)
        .frequencies.values();
  };
  EXPECT_TRUE(same_bits(scaled(a_ * v_), scaled(av)));
  EXPECT_TRUE(same_bits(scaled(v_.transpose() * a_), scaled(av)));
}

}  // namespace products_test
}  // namespace posenc_test
