// Rules that change the base, against MPFR and by their numbers.
#include "scaling_rules.hpp"

namespace posenc_test {
namespace bases_test {

TEST(Bases, BaseChanges) {
  for (const Index d : kHeadWidths) {
    const double b = 10000.0, s = 3.7, width = static_cast<double>(d), L = 2048.0;
    const auto based = [&](const Real& base) {
      return [=](Index i) { return plain(base, width, i); };
    };
    expect_rule(scaling::base_change(d, b, s), based(Real(b) * Real(s)));
    const Real power = Real(width) / Real(width - 2.0);
    expect_rule(scaling::ntk_aware(d, b, s), based(Real(b) * pow(Real(s), power)));
    for (const double T : {2049.0, 3000.0, 1e6}) {
      const Real inner = Real(s) * Real(T) / Real(L) - (Real(s) - Real(1.0));
      expect_rule(scaling::dynamic_ntk(d, b, s, L, static_cast<long>(T)),
                  based(Real(b) * pow(inner, power)));
    }
    expect_rule(scaling::fixed_ntk(d, b, s), [&](Index i) {
      return plain(Real(b) * Real(s), width, i) / pow(Real(s), Real(2.0) / Real(width));
    });
    const Real trained = ln(Real(L) / two_pi());
    expect_rule(scaling::theta_scale(d, b, s, L),
                based(pow(Real(b), ln(Real(L) * Real(s) / two_pi()) / trained)));
  }
}

TEST(Bases, BasesAtTheEnds) {
  for (const double b : {1.0 + 0x1p-52, 1e4, 1.7e308}) {
    for (const Index d : {2, 4, 64}) {
      const double width = static_cast<double>(d);
      // The least length, and the greatest power of b.
      for (const auto& [s, L] : {std::make_pair(2.0, 7.0), {0x1p40, 7.0}, {0x1p40, 0x1p53}}) {
        const Real power = ln(Real(L) * Real(s) / two_pi()) / ln(Real(L) / two_pi());
        expect_rule(scaling::theta_scale(d, b, s, L),
                    [&, p = power](Index i) { return plain(pow(Real(b), p), width, i); });
      }
      if (d == 2) continue;
      const Real inner = Real(1.0) + Real(0x1p40) * (Real(0x1p26) - Real(64.0)) / Real(64.0);
      const Real power = Real(width) / Real(width - 2.0);
      expect_rule(scaling::dynamic_ntk(d, b, 0x1p40, 64.0, 1 << 26),
                  [&](Index i) { return plain(Real(b) * pow(inner, power), width, i); });
    }
  }
}

// --- Numbers -------------------------------------------------------------------------------------

TEST(BaseNumbers, NtkAware) {
  expect_row(scaling::ntk_aware(128, 1e4, 10.0), 0.8348856262682, 0.05572264795507,
             0.003105013495125, 1.154781984689e-5);
}

TEST(BaseNumbers, DynamicNtk) {
  expect_row(scaling::dynamic_ntk(128, 1e4, 10.0, 2048, 4096), 0.833623516141, 0.05439003246659,
             0.002958275631717, 1.049801804263e-5);
  // Published.
  expect_entries(scaling::dynamic_ntk(128, 10000.0, 10.0, 2048, 16384), 2e-4,
                 {{1, 0.80931}, {2, 0.65498}, {31, 1.4176e-3}, {63, 1.6265e-6}});
}

TEST(BaseNumbers, BaseChange) {
  expect_row(scaling::base_change(128, 1e4, 10.0), 0.8353625469578, 0.05623413251903,
             0.003162277660168, 1.197085030496e-5);
}

TEST(BaseNumbers, FixedNtk) {
  expect_row(scaling::fixed_ntk(128, 1e4, 10.0), 0.8058421877615, 0.05424690937011,
             0.003050527890267, 1.154781984689e-5);
}

TEST(BaseNumbers, ThetaScale) {
  expect_row(scaling::theta_scale(128, 1e4, 10.0, 2048), 0.8177693191121, 0.04000304070969,
             0.001600243266021, 3.131419155252e-6);
}

/// The base of dynamic NTK, from the frequency of pair 1.
double dynamic_base(double factor, long length) {
  const Eigen::ArrayXd w =
      scaling::dynamic_ntk(128, 10000.0, factor, 2048, length).frequencies.values();
  return std::pow(w[1], -64.0);
}

TEST(BaseNumbers, DynamicNtkFollowsTheLength) {
  EXPECT_NEAR(dynamic_base(2.0, 2049), 10009.9207118, 1e-6);
  EXPECT_NEAR(dynamic_base(2.0, 4096), 30527.7367488, 1e-6);
  EXPECT_NEAR(dynamic_base(4.0, 3000), 29074.5843255, 1e-6);
  EXPECT_NEAR(dynamic_base(4.0, 8192), 135401.973042,
              1e-5);  // 13 is the inner factor of this length
}

/// Up to the trained length nothing is scaled, also after a longer one.
TEST(BaseNumbers, DynamicNtkReturns) {
  const Frequencies plain = Frequencies::geometric(128);
  const auto same = [&](std::int64_t length) {
    const auto held = scaling::dynamic_ntk(128, 10000.0, 6.0, 2048, length).frequencies.handle();
    for (std::size_t i = 0; i < 64; ++i) {
      if (!(held->radians[i] - plain.handle()->radians[i]).zero()) return false;
    }
    return true;
  };
  EXPECT_FALSE(same(4096));
  EXPECT_TRUE(same(200));
  EXPECT_TRUE(same(2048));
  EXPECT_FALSE(same(2049));
  // Width 2 has no scaled base.
  EXPECT_EQ(scaling::dynamic_ntk(2, 1e4, 2.0, 10.0, 10).frequencies.values()[0], 1.0);
}

/// Hunyuan: the type "dynamic" with an alpha and the factor 1 is another base at every length.
TEST(BaseNumbers, AnAlphaIsNtkAwareAndNotDynamic) {
  const Frequencies alpha = scaling::ntk_aware(128, 1e4, 1000.0).frequencies;
  const Eigen::ArrayXd w = alpha.values();
  EXPECT_NEAR(w[1], 0.776034363046974, 1e-15);
  EXPECT_NEAR(w[32], 0.000299357729472049, 1e-18);
  EXPECT_NEAR(w[63], 0.000000115478198468946, 1e-21);
  EXPECT_NEAR(std::pow(w[1], -64.0), 11158839.9250775, 1e-6);
  const auto cos_sin = RotaryEmbedding(alpha, Pairing::halves).cos_sin(1, 5);
  EXPECT_NEAR(cos_sin.cos(0, 1), -0.739425867131, 1e-12);
  EXPECT_NEAR(cos_sin.sin(0, 1), -0.673237986909, 1e-12);
  const auto dynamic = scaling::dynamic_ntk(128, 1e4, 1.0, 32768, 40000).frequencies;
  EXPECT_TRUE(same_bits(scaling::dynamic_ntk(128, 1e4, 1.0, 32768, 200).frequencies.values(),
                        Frequencies::geometric(128).values()));
  EXPECT_GT(dynamic.values()[1], 0.86);  // nowhere near the alpha's
}

TEST(BaseNumbers, BasesAreTakenAsTheyAre) {
  EXPECT_NEAR(Frequencies::geometric(128, 1e7).values()[32], 0.000316227766, 1e-12);
  for (const int base : {10000, 500000, 1000000, 10000000, 50000000}) {
    const Eigen::ArrayXd w = Frequencies::geometric(128, static_cast<double>(base)).values();
    EXPECT_TRUE(same_bits(w, Frequencies::geometric(128, static_cast<float>(base)).values()));
    EXPECT_TRUE(same_bits(w, Frequencies::geometric(128, base).values()));
  }
}

}  // namespace bases_test
}  // namespace posenc_test
