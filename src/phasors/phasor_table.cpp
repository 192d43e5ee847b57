#include "phasor_table.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

PhasorTable::PhasorTable(const FrequencyVector& frequencies)
    : pairs_(static_cast<std::ptrdiff_t>(frequencies.turns.size())),
      stride_(padded(pairs_)),
      kernels_(&chosen_kernels()),
      bits_(new std::uint64_t[static_cast<std::size_t>(4 * stride_)]()) {
  const std::ptrdiff_t groups = stride_ / kLanes;
  const std::ptrdiff_t factors = (kLevels - 1) * kRadix * 4 * stride_;
  const std::ptrdiff_t doubles = groups * (kSplitGroup + kPlainGroup) + factors + stride_;
  storage_.reset(new double[static_cast<std::size_t>(doubles + kLanes)]);
  const auto misaligned = reinterpret_cast<std::uintptr_t>(storage_.get()) % 64 / sizeof(double);
  split_ = storage_.get() + (misaligned == 0 ? 0 : 8 - misaligned);
  plain_ = split_ + groups * kSplitGroup;
  factors_ = plain_ + groups * kPlainGroup;
  sign_ = factors_ + factors;

  for (std::ptrdiff_t i = 0; i < stride_; ++i) {
    const Fixed turns = i < pairs_ ? frequencies.turns[static_cast<std::size_t>(i)] : Fixed();
    const Fixed magnitude = turns.negative() ? -turns : turns;
    sign_[i] = turns.negative() ? -1.0 : 1.0;
    for (int limb = 0; limb < 4; ++limb) bits_.get()[limb * stride_ + i] = magnitude.limb(limb);
  }
  for (int level = 0; level < kLevels; ++level) {
    for (std::uint64_t digit = 0; digit < kRadix; ++digit) {
      const Phasors z = factor(level, digit);
      kernels_->direct(turns(), digit << (4 * level), stride_,
                       {const_cast<double*>(z.data), z.group});
    }
  }
  for (int digit = 0; digit < kRadix; ++digit) {
    const Phasors z = factor(0, static_cast<std::uint64_t>(digit));
    for (std::ptrdiff_t i = 0; i < stride_; ++i) {
      const_cast<double&>(*offsets().sine(digit, i)) = *z.component(0, i) + *z.component(1, i);
      const_cast<double&>(*offsets().cosine(digit, i)) = *z.component(2, i) + *z.component(3, i);
    }
  }
}

PhasorHandle make_phasor_table(const Frequencies& frequencies) {
  return std::make_shared<const PhasorTable>(*frequencies.handle());
}

Anchors::Anchors(const PhasorTable& table, std::ptrdiff_t begin, std::ptrdiff_t n, double* room,
                 std::ptrdiff_t room_of_level)
    : table_(table), begin_(begin), n_(padded(n)) {
  for (int k = 0; k < kLevels; ++k) slots_[k].data = room + k * room_of_level;
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
  return slot.value;
}

}  // namespace detail
POSENC_END_NAMESPACE
