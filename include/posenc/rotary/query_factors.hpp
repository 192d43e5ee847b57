// Factors of queries that grow with the position.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/inputs.hpp>
#include <posenc/detail/limits.hpp>
#include <posenc/detail/rotary/query_factors.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE

/// How the queries of long texts are sharpened, named as in model configurations.
struct QueryGrowth {
  std::int64_t floor_scale;  ///< L: the positions between two steps
  double attn_scale = 0.1;   ///< β
  std::int64_t offset = 0;   ///< o

  /// In layers without rotary embedding. Source: HF transformers, Llama4TextAttention.
  static QueryGrowth llama4() { return {8192, 0.1, 1}; }
  /// In all layers. Source: HF transformers, Ministral3Attention, get_llama_4_attn_scale.
  static QueryGrowth ministral3() { return {16384, 0.1, 0}; }
};

/// The factor of each position, to multiply the row of queries there:
///     queries.array().colwise() *= query_factors(positions, QueryGrowth::llama4());
/// Formula: 1 + β ln(1 + floor((p + o) / L)), and 1 where p + o is negative, as padding may be.
/// Shapes: one factor for each position. Positions are integers in an Eigen vector: places in the
/// text, which differ from the rows of a cache if there is padding.
/// Error: at most half an ulp plus 2^-150 from the real number.
/// Throws: std::invalid_argument unless L is from 1 to 2^53, β is from 0 to 2^20, o is from 0 to
/// 2^53, and each p is an integer of at least -2^53, with p + o below 2^53.
template <class Positions, detail::IfPositions<Positions> = 0>
Eigen::ArrayXd query_factors(const Positions& positions, const QueryGrowth& growth);

/// The factors of positions first .. first + count - 1.
Eigen::ArrayXd query_factors(Integer count, Integer first, const QueryGrowth& growth);

// -------------------------------------------------------------------------------------------------

namespace detail {

inline void check_growth(const QueryGrowth& growth) {
  const char* function = "query_factors";
  if (growth.floor_scale < 1 || growth.floor_scale > kMaxPosition) {
    fail(function, "floor_scale", "from 1 to 2^53", static_cast<long long>(growth.floor_scale));
  }
  if (growth.offset < 0 || growth.offset > kMaxPosition) {
    fail(function, "offset", "from 0 to 2^53", static_cast<long long>(growth.offset));
  }
  check_attn_scale(function, growth.attn_scale);
}

/// The factor of p, an integer: entry k of the positions. The last factor is kept, since it serves
/// L positions.
class QueryFactor {
 public:
  explicit QueryFactor(const QueryGrowth& growth) : growth_(growth) {}
  double operator()(std::int64_t p, Index k) {
    if (p + growth_.offset >= kMaxPosition) {
      fail("query_factors", ("positions[" + std::to_string(k) + "]").c_str(),
           "below 2^53 with the offset", static_cast<long long>(p));
    }
    const std::int64_t steps =
        (std::max)(std::int64_t{0}, p + growth_.offset) / growth_.floor_scale;
    if (steps != steps_) factor_ = query_factor(steps, growth_.attn_scale);
    steps_ = steps;
    return factor_;
  }

 private:
  const QueryGrowth& growth_;
  std::int64_t steps_ = 0;
  double factor_ = 1.0;
};

}  // namespace detail

template <class Positions, detail::IfPositions<Positions>>
Eigen::ArrayXd query_factors(const Positions& positions, const QueryGrowth& growth) {
  const char* function = "query_factors";
  detail::check_growth(growth);
  const auto& read = detail::readable_positions(positions);
  detail::check_positions(function, read, read.size());
  Eigen::ArrayXd factors(read.size());
  detail::QueryFactor factor(growth);
  detail::for_each_chunk(function, read, [&](const double* chunk, Index n, Index begin) {
    for (Index k = 0; k < n; ++k) {
      if (std::floor(chunk[k]) != chunk[k]) {
        detail::fail(function, ("positions[" + std::to_string(begin + k) + "]").c_str(),
                     "an integer", chunk[k]);
      }
      factors[begin + k] = factor(static_cast<std::int64_t>(chunk[k]), begin + k);
    }
  });
  return factors;
}

inline Eigen::ArrayXd query_factors(Integer count, Integer first, const QueryGrowth& growth) {
  detail::check_growth(growth);
  detail::check_range("query_factors", first.value(), count.index());
  Eigen::ArrayXd factors(count.index());
  detail::QueryFactor factor(growth);
  for (Index k = 0; k < factors.size(); ++k) factors[k] = factor(first.value() + k, k);
  return factors;
}

POSENC_END_NAMESPACE
