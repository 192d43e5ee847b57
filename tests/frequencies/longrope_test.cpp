// LongRoPE, against MPFR and by its numbers.
#include "scaling_rules.hpp"

namespace posenc_test {
namespace longrope_test {

TEST(LongRope, Formula) {
  const Index d = 96, n = d / 2;
  const Eigen::ArrayXd shorter = Eigen::ArrayXd::LinSpaced(n, 1.0, 1.3);
  const Eigen::ArrayXd longer = Eigen::ArrayXd::LinSpaced(n, 1.05, 64.1);
  for (const long T : {1L, 4096L, 4097L, 131072L}) {
    const auto& factors = T <= 4096 ? shorter : longer;
    const auto scaled =
        scaling::longrope(Frequencies::geometric(d), {shorter, longer, 4096.0, 131072.0}, T);
    expect_rule(scaled,
                [&](Index i) { return plain(Real(10000.0), double(d), i) / Real(factors[i]); });
    EXPECT_EQ(scaled.amplitude, std::sqrt(17.0 / 12.0));
  }
}

TEST(LongRope, Numbers) {
  const Frequencies three = Frequencies::geometric(6);
  const Eigen::Array3d shorter(1, 1.25, 2), longer(1, 4, 40);
  for (const long length : {0L, 4096L}) {
    expect_entries(scaling::longrope(three, {shorter, longer, 4096, 8192}, length), 1e-12,
                   {{0, 1.0}, {1, 0.0371327106689}, {2, 0.001077217345016}});
  }
  expect_entries(scaling::longrope(three, {shorter, longer, 4096, 8192}, 4097), 1e-12,
                 {{0, 1.0}, {1, 0.01160397208403}, {2, 5.38608672508e-5}});
}

TEST(LongRope, Amplitude) {
  EXPECT_NEAR(scaling::longrope_amplitude(32.0, 4096.0), 1.19023807142381, 1e-14);
  EXPECT_NEAR(scaling::longrope_amplitude(64.0, 2048.0), 1.24316312102, 1e-11);
  EXPECT_EQ(scaling::longrope_amplitude(1.0, 4096.0), 1.0);
  EXPECT_EQ(scaling::longrope_amplitude(0.5, 4096.0), 1.0);
  const Eigen::ArrayXd ones = Eigen::ArrayXd::Ones(48);
  const auto phi = scaling::longrope(Frequencies::geometric(96), {ones, ones, 4096, 131072}, 1);
  EXPECT_NEAR(cos_sin_at(phi, 0.0, 3)[0], 1.19023807142, 1e-11);
  const auto given =
      scaling::longrope(Frequencies::geometric(96), {ones, ones, 4096, 131072, 1.25}, 1);
  EXPECT_EQ(given.amplitude, 1.25);
}

}  // namespace longrope_test
}  // namespace posenc_test
