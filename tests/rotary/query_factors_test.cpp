// Factors of queries that grow with the position, against MPFR, and what is refused.
#include "test.hpp"

namespace posenc_test {
namespace query_factors_test {

using posenc::query_factors;
using posenc::QueryGrowth;

double exact(std::int64_t steps, double scale) {
  mpfr_t x;
  mpfr_init2(x, 300);
  mpfr_set_si(x, static_cast<long>(steps), MPFR_RNDN);
  mpfr_log1p(x, x, MPFR_RNDN);
  mpfr_mul_d(x, x, scale, MPFR_RNDN);
  mpfr_add_ui(x, x, 1, MPFR_RNDN);
  const double result = mpfr_get_d(x, MPFR_RNDN);
  mpfr_clear(x);
  return result;
}

TEST(QueryFactors, TwoModels) {
  const double right[] = {1, 1.06931471805599, 1.10986122886681};
  const auto llama = query_factors(Eigen::Vector3i(8190, 8191, 16383), QueryGrowth::llama4());
  const auto ministral =
      query_factors(Eigen::Vector3i(16383, 16384, 32768), QueryGrowth::ministral3());
  for (Index k = 0; k < 3; ++k) {
    EXPECT_NEAR(llama[k], right[k], 1e-14);
    EXPECT_NEAR(ministral[k], right[k], 1e-14);
  }
}

TEST(QueryFactors, NearestToTheFormula) {
  for (const double scale : {0.1, 0.0, 1.0, 0.3, 1e6}) {
    for (const std::int64_t step : {1, 2, 3, 1000, 1 << 20, 1 << 30}) {
      const QueryGrowth growth = {7, scale, 3};
      EXPECT_EQ(query_factors(1, step * 7 - 3, growth)[0], exact(step, scale));
      EXPECT_EQ(query_factors(1, step * 7 - 4, growth)[0], exact(step - 1, scale));
    }
  }
  const std::int64_t last = (std::int64_t{1} << 53) - 1;
  EXPECT_EQ(query_factors(1, last, {1, 0.1, 0})[0], exact(last, 0.1));
  EXPECT_EQ(query_factors(1, last, {3, 0.1, 0})[0], exact(last / 3, 0.1));
}

TEST(QueryFactors, ARangeIsItsPositionsInAnyOrder) {
  const QueryGrowth growth = {16, 0.1, 1};
  const Eigen::ArrayXd range = query_factors(5000, 10, growth);
  const Eigen::VectorXd places = Eigen::VectorXd::LinSpaced(5000, 5009, 10);
  EXPECT_TRUE((query_factors(places, growth).reverse() == range).all());
  EXPECT_EQ(query_factors(0, 10, growth).size(), 0);
  EXPECT_EQ(query_factors(Eigen::VectorXi(0), growth).size(), 0);
}

TEST(QueryFactors, PaddingBeforeTheTextHasTheFactorOne) {
  const Eigen::Array<bool, 1, 4> mask(false, false, true, true);  // padding is at -1
  const QueryGrowth every = {1, 0.1, 0};
  const Eigen::ArrayXd factors = query_factors(posenc::positions_from_mask(mask).row(0), every);
  const Eigen::Array4d right(1, 1, 1, exact(1, 0.1));
  EXPECT_TRUE(same_bits(factors, Eigen::ArrayXd(right)));
  EXPECT_EQ(query_factors(1, -(std::int64_t{1} << 53), every)[0], 1.0);
  EXPECT_EQ(query_factors(2, -3, {1, 0.1, 3})[1], exact(1, 0.1));
}

TEST(QueryFactorsErrors, AreRefused) {
  const QueryGrowth sound = {16, 0.1, 1};
  const auto refused = [&](const QueryGrowth& growth, double p, const char* argument,
                           const char* got) {
    return refuses([&] { query_factors(Eigen::Matrix<double, 1, 1>(p), growth); },
                   std::string("query_factors: ") + argument, got);
  };
  EXPECT_TRUE(refused({0, 0.1, 0}, 1, "floor_scale", "0"));
  EXPECT_TRUE(refused({(std::int64_t{1} << 53) + 1, 0.1, 0}, 1, "floor_scale", "9007199254740993"));
  EXPECT_TRUE(refused({16, -0.1, 0}, 1, "attn_scale", "-0.10000000000000001"));
  EXPECT_TRUE(refused({16, NAN, 0}, 1, "attn_scale", "nan"));
  EXPECT_TRUE(refused({16, 0.1, -1}, 1, "offset", "-1"));
  EXPECT_TRUE(refused(sound, -0x1p53 - 2, "positions[0]", "-9007199254740994"));
  EXPECT_TRUE(refused(sound, 0.5, "positions[0]", "0.5"));
  EXPECT_TRUE(refused(sound, 0x1p53 - 1, "positions[0]", "9007199254740991"));
  EXPECT_TRUE(refused(sound, NAN, "positions[0]", "nan"));
  EXPECT_EQ(query_factors(1, (std::int64_t{1} << 53) - 2, sound).size(), 1);
  EXPECT_TRUE(refuses([&] { query_factors(-1, 0, sound); }, "query_factors: count", "-1"));
}

}  // namespace query_factors_test
}  // namespace posenc_test
