// Where the tokens of text, images and video are: rows (t, h, w).
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/limits.hpp>
#include <posenc/detail/sizes.hpp>
#include <posenc/integer.hpp>

POSENC_BEGIN_NAMESPACE

/// A part of a prompt: `count` grids of frames x height x width tokens, one after the other. A word
/// is a grid of one token. The size of an image counts its tokens, after patches are merged: it is
/// a configuration's grid (t, h, w) with h and w divided by spatial_merge_size.
struct PromptPart {
  std::int64_t count, frames, height, width;
  double time_step;  ///< the step of t from one frame to the next

  static PromptPart text(Integer tokens) { return {tokens.value(), 1, 1, 1, 1.0}; }
  static PromptPart image(Integer height, Integer width) {
    return {1, 1, height.value(), width.value(), 1.0};
  }
  /// time_step is 1 in Qwen2-VL, and seconds between frames times tokens_per_second in Qwen2.5-VL.
  static PromptPart video(Integer frames, Integer height, Integer width, double time_step = 1.0) {
    return {1, frames.value(), height.value(), width.value(), time_step};
  }
};

/// Where the tokens of a prompt are, and where its text continues.
struct PromptPositions {
  Eigen::Matrix<std::int64_t, Eigen::Dynamic, 3> rows;  ///< (t, h, w) of each token
  /// The position, on all axes, of the token after the prompt. Decoding continues from here.
  std::int64_t next;
  /// Formula: token number + delta is the position of a token decoded after the prompt.
  std::int64_t delta() const { return next - rows.rows(); }
};

/// Each grid starts at s, which is `first` for the first one; the next grid starts one past the
/// largest coordinate, not at the number of tokens so far.
/// Formula: token (k, y, x) of a grid is at (s + floor(k time_step), s + y, s + x); the next s is
/// s + 1 + max(floor((frames - 1) time_step), height - 1, width - 1). k time_step is rounded to
/// double.
/// Shapes: rows (tokens, 3), frames outermost, then rows of the image.
/// Throws: std::invalid_argument unless counts are not negative, sizes are at least 1, time_step is
/// from 0 to 2^53, there are up to 2^40 tokens, and no position is beyond 2^53.
/// Source: Wang et al. 2024 (Qwen2-VL), section 2.1; HF transformers, Qwen2VLModel and
/// Qwen2_5_VLModel, get_rope_index. Qwen3-VL writes the time as text, and a frame is an image.
PromptPositions prompt_positions(const std::vector<PromptPart>& parts, Integer first = 0);

/// (h, w) of the patches of an image in the order in which a vision tower receives them: by blocks
/// of merge x merge patches, each merged into one token. Each frame repeats them.
/// Formula: patch ((f (height/m) + Y) (width/m) + X) m^2 + y m + x is at (m Y + y, m X + x), with m
/// for merge.
/// Shapes: (frames height width, 2).
/// Throws: std::invalid_argument unless merge is at least 1, height and width are multiples of it,
/// frames, height and width are not negative, and there are up to 2^40 patches.
/// Source: HF transformers, Qwen2VisionTransformer, rot_pos_emb (merge is spatial_merge_size).
Eigen::Matrix<std::int64_t, Eigen::Dynamic, 2> merged_patch_positions(Integer height, Integer width,
                                                                      Integer merge = 2,
                                                                      Integer frames = 1);

// -------------------------------------------------------------------------------------------------

namespace detail {

constexpr std::int64_t kMaxTokens = std::int64_t{1} << 40;  // so that products cannot overflow

/// a * b, where neither is negative.
inline std::int64_t checked_tokens(const char* function, const char* argument, std::int64_t a,
                                   std::int64_t b) {
  if (a < 0 || b < 0 || (b != 0 && a > kMaxTokens / b)) {
    fail(function, argument, "sizes that are not negative, and up to 2^40 tokens",
         static_cast<long long>(a < 0 || b < 0 ? (std::min)(a, b) : (std::max)(a, b)));
  }
  return a * b;
}

/// The coordinate t of frame k, relative to the first.
inline std::int64_t frame_position(const PromptPart& part, std::int64_t k) {
  return static_cast<std::int64_t>(std::floor(static_cast<double>(k) * part.time_step));
}

/// How far the next grid is from this one.
inline std::int64_t extent(const PromptPart& part) {
  return 1 + (std::max)({frame_position(part, part.frames - 1), part.height - 1, part.width - 1});
}

/// The tokens of a part; throws unless it is valid.
inline std::int64_t tokens_of(const PromptPart& part, const char* name) {
  const char* function = "prompt_positions";
  for (const std::int64_t size : {part.frames, part.height, part.width}) {
    if (size < 1) fail(function, name, "sizes of at least 1", static_cast<long long>(size));
  }
  check_position(function, name, part.time_step);
  if (part.time_step < 0.0) fail(function, name, "a time_step from 0 to 2^53", part.time_step);
  std::int64_t tokens = checked_tokens(function, name, part.count, part.frames);
  tokens = checked_tokens(function, name, tokens, part.height);
  tokens = checked_tokens(function, name, tokens, part.width);
  if (tokens != 0) {
    check_position(function, name, static_cast<double>(part.frames - 1) * part.time_step);
  }
  return tokens;
}

}  // namespace detail

inline PromptPositions prompt_positions(const std::vector<PromptPart>& parts, Integer first) {
  const char* function = "prompt_positions";
  detail::check_range(function, first.value(), 1);
  std::int64_t tokens = 0, next = first.value();
  for (std::size_t k = 0; k < parts.size(); ++k) {
    const std::string name = "parts[" + std::to_string(k) + "]";
    const std::int64_t more = detail::tokens_of(parts[k], name.c_str());
    if (more > detail::kMaxTokens - tokens) {
      detail::fail(function, name.c_str(), "up to 2^40 tokens in all",
                   static_cast<long long>(more));
    }
    tokens += more;
    if (more == 0) continue;
    const std::int64_t step = detail::extent(parts[k]);
    if (parts[k].count > (detail::kMaxPosition - next) / step) {
      detail::fail(function, name.c_str(), "positions up to 2^53", static_cast<long long>(next));
    }
    next += parts[k].count * step;
  }
  const Index count = Integer(tokens).index();
  detail::check_size(function, count, 3, sizeof(std::int64_t), "parts");
  PromptPositions result{Eigen::Matrix<std::int64_t, Eigen::Dynamic, 3>(count, 3), next};
  Index token = 0;
  std::int64_t start = first.value();
  for (const PromptPart& part : parts) {
    for (std::int64_t n = 0; n < part.count; ++n, start += detail::extent(part)) {
      for (std::int64_t k = 0; k < part.frames; ++k) {
        const std::int64_t t = start + detail::frame_position(part, k);
        for (std::int64_t y = 0; y < part.height; ++y) {
          for (std::int64_t x = 0; x < part.width; ++x, ++token) {
            result.rows.row(token) << t, start + y, start + x;
          }
        }
      }
    }
  }
  return result;
}

inline Eigen::Matrix<std::int64_t, Eigen::Dynamic, 2> merged_patch_positions(Integer height,
                                                                             Integer width,
                                                                             Integer merge,
                                                                             Integer frames) {
  const char* function = "merged_patch_positions";
  const std::int64_t m = merge.value();
  if (m < 1) detail::fail(function, "merge", "at least 1", static_cast<long long>(m));
  const auto check = [&](const char* argument, std::int64_t size) {
    if (size < 0 || size % m != 0) {
      detail::fail(function, argument, "a multiple of merge, not negative",
                   static_cast<long long>(size));
    }
  };
  check("height", height.value());
  check("width", width.value());
  const std::int64_t patches =
      detail::checked_tokens(function, "width", height.value(), width.value());
  const Index count =
      Integer(detail::checked_tokens(function, "frames", frames.value(), patches)).index();
  detail::check_size(function, count, 2, sizeof(std::int64_t), "frames");
  Eigen::Matrix<std::int64_t, Eigen::Dynamic, 2> rows(count, 2);
  const std::int64_t blocks_in_row = width.value() / m;
  for (Index k = 0; k < rows.rows(); ++k) {
    const std::int64_t patch = k % patches, block = patch / (m * m), inside = patch % (m * m);
    rows.row(k) << block / blocks_in_row * m + inside / m, block % blocks_in_row * m + inside % m;
  }
  return rows;
}

POSENC_END_NAMESPACE
