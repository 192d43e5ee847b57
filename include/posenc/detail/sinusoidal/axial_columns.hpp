// Which coordinate each column of an AxialEncoding belongs to, and what turns it.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include <posenc/detail/errors.hpp>
#include <posenc/detail/outputs.hpp>
#include <posenc/detail/phasors/phasor_table.hpp>
#include <posenc/detail/sinusoidal/encode.hpp>
#include <posenc/integer.hpp>
#include <posenc/layout.hpp>
#include <posenc/sinusoidal.hpp>

POSENC_BEGIN_NAMESPACE

namespace detail {

class AxialColumns {
 public:
  /// A block is an AxialEncoding::Block.
  template <class Block>
  explicit AxialColumns(const std::vector<Block>& blocks);
  template <class Block>
  AxialColumns(const std::vector<Block>& blocks, Integer width);
  static AxialColumns sines_then_cosines(const std::vector<Frequencies>& coordinates, RawInput raw);
  static AxialColumns pair_by_pair(const Frequencies& frequencies, Integer coordinates,
                                   RawInput raw);

  Index width() const { return width_; }
  Index coordinates() const { return coordinates_; }

  /// All columns of one coordinate, for these values of it.
  void encode_coordinate(Index coordinate, const Output& output, const Rows& rows,
                         Operation operation) const;
  /// The columns of zeros at the end.
  void encode_zero_columns(const Output& output, Index rows, Operation operation) const;

 private:
  struct Part {
    Index coordinate;
    Placement placement;
    PhasorHandle phasors;
  };

  AxialColumns(std::vector<Part> parts, Index coordinates, Index width, RawInput raw);

  std::vector<Part> parts_;
  Index coordinates_, width_;
  Index raw_column_ = -1;   // of coordinate 0, the others follow; -1 where there is none
  Index zero_columns_ = 0;  // at the end
};

// -------------------------------------------------------------------------------------------------

inline AxialColumns::AxialColumns(std::vector<Part> parts, Index coordinates, Index width,
                                  RawInput raw)
    : parts_(std::move(parts)), coordinates_(coordinates), width_(width) {
  check_enumerator("AxialEncoding", "raw", raw, RawInput::last);
  if (raw == RawInput::none) return;
  raw_column_ = raw == RawInput::first ? 0 : width_;
  width_ += coordinates;
  if (raw == RawInput::last) return;
  for (Part& part : parts_) {
    part.placement.sine += coordinates;
    part.placement.cosine += coordinates;
  }
}

template <class Block>
AxialColumns::AxialColumns(const std::vector<Block>& blocks)
    : AxialColumns(blocks, [&] {
        Index width = 0;
        for (const Block& block : blocks) width += block.encoding.width();
        return width;
      }()) {}

template <class Block>
AxialColumns::AxialColumns(const std::vector<Block>& blocks, Integer width)
    : coordinates_(0), width_(0) {
  const char* function = "AxialEncoding";
  if (blocks.empty()) fail(function, "blocks", "at least one", 0LL);
  width_ = checked_width(function, "width", width);
  Index begin = 0;
  for (const Block& block : blocks) {
    const std::int64_t a = block.coordinate.value();
    if (a < 0 || a > 1000) {
      fail(function, "coordinate", "from 0 to 1000", static_cast<long long>(a));
    }
    coordinates_ = (std::max)(coordinates_, static_cast<Index>(a) + 1);
    Placement p = block.encoding.placement_;
    const auto kept = [&](Index first, Index count) {
      const Index room = width_ - begin - first + p.step - 1;
      return (std::max)(Index{0}, (std::min)(count, room / p.step));
    };
    p.sines = kept(p.sine, p.sines);
    p.cosines = kept(p.cosine, p.cosines);
    if (p.cosines > p.sines) {
      fail(function, "width", "one that cuts no sine from its cosine",
           static_cast<long long>(width_));
    }
    if (p.zero_column >= width_ - begin) p.zero_column = -1;
    p.sine += begin;
    p.cosine += begin;
    if (p.zero_column >= 0) p.zero_column += begin;
    parts_.push_back({static_cast<Index>(a), p, block.encoding.phasors_});
    begin += block.encoding.width();
  }
  zero_columns_ = (std::max)(Index{0}, width_ - begin);
}

inline AxialColumns AxialColumns::sines_then_cosines(const std::vector<Frequencies>& coordinates,
                                                     RawInput raw) {
  if (coordinates.empty()) {
    fail("AxialEncoding::sines_then_cosines", "coordinates", "at least one", 0LL);
  }
  Index pairs = 0;
  for (const Frequencies& frequencies : coordinates) pairs += frequencies.size();
  std::vector<Part> parts;
  Index begin = 0;
  for (const Frequencies& frequencies : coordinates) {
    const Index n = frequencies.size();
    parts.push_back({static_cast<Index>(parts.size()),
                     {begin, pairs + begin, 1, n, n, -1},
                     make_phasor_table(frequencies)});
    begin += n;
  }
  return AxialColumns(std::move(parts), static_cast<Index>(coordinates.size()), 2 * pairs, raw);
}

inline AxialColumns AxialColumns::pair_by_pair(const Frequencies& frequencies, Integer coordinates,
                                               RawInput raw) {
  const auto count = coordinates.index();
  if (count < 1 || count > 1000) {
    fail("AxialEncoding::pair_by_pair", "coordinates", "from 1 to 1000",
         static_cast<long long>(count));
  }
  const Index n = frequencies.size();
  const PhasorHandle phasors = make_phasor_table(frequencies);
  std::vector<Part> parts;
  for (Index a = 0; a < count; ++a) {
    parts.push_back({a, {a, count + a, 2 * count, n, n, -1}, phasors});
  }
  return AxialColumns(std::move(parts), count, 2 * n * count, raw);
}

inline void AxialColumns::encode_coordinate(Index coordinate, const Output& output,
                                            const Rows& rows, Operation operation) const {
  for (const Part& part : parts_) {
    if (part.coordinate == coordinate) {
      encode(*part.phasors, part.placement, rows, output, operation);
    }
  }
  if (raw_column_ >= 0) {
    encode_raw(rows, skip_columns(output, raw_column_ + coordinate), operation);
  }
}

inline void AxialColumns::encode_zero_columns(const Output& output, Index rows,
                                              Operation operation) const {
  if (rows == 0) return;
  for (Index c = width_ - zero_columns_; c < width_; ++c) {
    encode_zeros(rows, skip_columns(output, c), operation);
  }
}

}  // namespace detail
POSENC_END_NAMESPACE
