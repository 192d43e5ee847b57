// The table of factors, and the walk through anchors that multiplies them.
#include "phasor_table.hpp"

#include <algorithm>
#include <cmath>

#include "../kernels/routes.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

namespace {

/// Numbers from the start of `room` to the next line of the cache.
template <class Number>
std::ptrdiff_t to_next_line(const Number* room) {
  const auto past = static_cast<std::ptrdiff_t>(reinterpret_cast<std::uintptr_t>(room) % 64);
  return (64 - past) % 64 / static_cast<std::ptrdiff_t>(sizeof(Number));
}

/// x >= 0 as a double and the nearest double of the rest, which is at most half of its last place.
void split_in_two(const Fixed& x, double& hi, double& lo) {
  const int top = x.top_bit();
  const Fixed leading = shifted(x, 255 - top);
  std::uint64_t first = leading.limb(3) >> 11;
  const std::uint64_t rest = leading.limb(3) << 53 | leading.limb(2) >> 11;
  double second = static_cast<double>(rest);
  if (rest >> 63 != 0) {
    ++first;
    second = -static_cast<double>(~rest + 1);
  }
  hi = std::ldexp(static_cast<double>(first), top - 192 - 52);
  lo = std::ldexp(second, top - 192 - 52 - 64);
}

}  // namespace

PhasorTable::PhasorTable(const FrequencyVector& frequencies)
    : stride_(padded(static_cast<std::ptrdiff_t>(frequencies.turns.size()))),
      kernels_(&chosen_kernels()),
      bits_(new std::uint64_t[static_cast<std::size_t>((4 + kDigits) * stride_)]()),
      digits_(bits_.get() + 4 * stride_) {
  const auto pairs = static_cast<std::ptrdiff_t>(frequencies.turns.size());
  const std::ptrdiff_t groups = stride_ / kLanes;
  const std::ptrdiff_t factors = (kLevels - 1) * kRadix * 4 * stride_;
  const std::ptrdiff_t doubles = groups * (kSplitGroup + kPlainGroup) + factors + 3 * stride_;
  storage_.reset(new double[static_cast<std::size_t>(doubles + kLanes)]);
  split_ = storage_.get() + to_next_line(storage_.get());
  plain_ = split_ + groups * kSplitGroup;
  factors_ = plain_ + groups * kPlainGroup;
  sign_ = factors_ + factors;
  hi_ = sign_ + stride_;
  lo_ = hi_ + stride_;
  const std::ptrdiff_t singles = (stride_ + kSingles - 1) / kSingles * kSingleGroup;
  singles_.reset(new float[static_cast<std::size_t>(singles + kSingles)]());
  single_ = singles_.get() + to_next_line(singles_.get());

  for (std::ptrdiff_t i = 0; i < stride_; ++i) {
    const Fixed turns = i < pairs ? frequencies.turns[static_cast<std::size_t>(i)] : Fixed();
    const Fixed magnitude = turns.negative() ? -turns : turns;
    sign_[i] = turns.negative() ? -1.0 : 1.0;
    for (int limb = 0; limb < 4; ++limb) bits_.get()[limb * stride_ + i] = magnitude.limb(limb);
    for (int k = 0; k < kDigits; ++k) {
      digits_[k * stride_ + i] = digit_of(magnitude, kFirstDigit + k);
    }
    if (i < pairs) {
      split_in_two(magnitude, hi_[i], lo_[i]);
    } else {  // padding: no more doubtful than the last pair
      hi_[i] = i == 0 ? 0.0 : hi_[i - 1];
      lo_[i] = i == 0 ? 0.0 : lo_[i - 1];
    }
    most_ = std::max(most_, hi_[i] + lo_[i]);
  }
  for (int level = 0; level < kLevels; ++level) {
    for (std::uint64_t digit = 0; digit < kRadix; ++digit) {
      kernels_->direct(turns(), digit << (4 * level), stride_, place_of(level, digit));
    }
  }
  for (std::ptrdiff_t i = 0; i < stride_; ++i) {
    double* to = plain_ + i / kLanes * kPlainGroup + i % kLanes;
    float* single = single_ + i / kSingles * kSingleGroup + i % kSingles;
    for (std::uint64_t digit = 0; digit < kRadix;
         ++digit, to += 2 * kLanes, single += 2 * kSingles) {
      const Phasors z = factor(0, digit);
      to[0] = *z.component(0, i) + *z.component(1, i);
      to[kLanes] = *z.component(2, i) + *z.component(3, i);
      single[0] = static_cast<float>(to[0]);
      single[kSingles] = static_cast<float>(to[kLanes]);
    }
  }
}

PhasorHandle make_phasor_table(const Frequencies& frequencies) {
  return std::make_shared<const PhasorTable>(*frequencies.handle());
}

Anchors::Anchors(const PhasorTable& table, std::ptrdiff_t begin, std::ptrdiff_t n, double* room,
                 std::ptrdiff_t room_of_level, int places)
    : table_(table), begin_(begin), n_(padded(n)) {
  for (int k = 0; k < kLevels; ++k) {
    slots_[k].data = room + std::min(k, places - 1) * room_of_level;
  }
}

void Anchors::put_many(std::uint64_t block, std::ptrdiff_t count, double* out) {
  const std::ptrdiff_t from_digit_to_digit = table_.factor(1, 1).data - table_.factor(1, 0).data;
  while (count > 0) {
    const std::uint64_t digit = block % kRadix;
    const std::uint64_t upper = block / kRadix;
    std::ptrdiff_t made = 1;
    if (upper == 0 || digit == 0) {
      std::copy_n(prefix(1, block).data, kPhasorGroup, out);
    } else {
      if (POSENC_ROUTE_ANCHORS_TOGETHER) {
        made = std::min(count, kRadix - static_cast<std::ptrdiff_t>(digit));
      }
      table_.kernels().multiply_by_many(prefix(2, upper), table_.factor(1, digit).from(begin_).data,
                                        from_digit_to_digit, made, out);
    }
    block += static_cast<std::uint64_t>(made);
    count -= made;
    out += made * kPhasorGroup;
  }
}

Phasors Anchors::prefix(int level, std::uint64_t k) {
  Slot& slot = slots_[level - 1];
  if (k == slot.key) return slot.value;
  const MutablePhasors out = {slot.data, kPhasorGroup};
  const std::uint64_t digit = k % kRadix;
  const std::uint64_t upper = k / kRadix;
  slot.value = {slot.data, kPhasorGroup};
  if (level == kLevels) {
    table_.kernels().direct(table_.turns().from(begin_), k << (4 * kLevels), n_, out);
  } else if (upper == 0) {
    slot.value = table_.factor(level, digit).from(begin_);
  } else if (digit == 0) {
    slot.value = prefix(level + 1, upper);
  } else {
    table_.kernels().multiply(prefix(level + 1, upper), table_.factor(level, digit).from(begin_),
                              n_, out);
  }
  slot.key = k;
  if (slot.value.data == slot.data) {  // the values of higher levels in this place are overwritten
    for (int above = level; above < kLevels; ++above) {
      if (slots_[above].data == slot.data) slots_[above].key = Slot().key;
    }
  }
  return slot.value;
}

}  // namespace detail
POSENC_END_NAMESPACE
