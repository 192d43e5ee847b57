// Sorts the frequencies of a rotary embedding by axis, and makes their phasors.
#include "rotary_table.hpp"

#include <algorithm>

#include "../frequencies/frequency_vector.hpp"

POSENC_BEGIN_NAMESPACE
namespace detail {

RotaryHandle make_rotary_table(const Frequencies& given, const std::ptrdiff_t* axis_of_term,
                               std::ptrdiff_t axes, std::ptrdiff_t pairs) {
  const FrequencyVector& frequencies = *given.handle();
  auto table = std::make_shared<RotaryTable>();
  const std::ptrdiff_t terms = given.size();
  table->kernels = &chosen_kernels();
  table->pairs = pairs;
  table->rotating = 0;
  table->axes.resize(static_cast<std::size_t>(axes));
  table->dense = terms > pairs;
  std::vector<FrequencyVector> of_axis(static_cast<std::size_t>(axes));
  for (std::ptrdiff_t term = 0; term < terms; ++term) {
    const auto a = static_cast<std::size_t>(axis_of_term[term]);
    const auto k = static_cast<std::size_t>(term);
    const std::ptrdiff_t i = term % pairs;
    of_axis[a].add(frequencies.radians[k], frequencies.turns[k]);
    table->axes[a].pairs.push_back(i);
    if (!frequencies.turns[k].zero()) table->rotating = std::max(table->rotating, i + 1);
  }
  for (std::size_t a = 0; a < of_axis.size(); ++a) {
    if (of_axis[a].turns.empty()) continue;
    table->axes[a].phasors = std::make_shared<const PhasorTable>(of_axis[a]);
  }
  return table;
}

}  // namespace detail
POSENC_END_NAMESPACE
