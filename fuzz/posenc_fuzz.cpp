// The whole public interface: the first byte chooses a part of it, the others are its arguments.
#include "scenarios.hpp"

namespace posenc_fuzz {

std::vector<posenc::Frequencies> frequencies(Bytes& bytes, Index pairs) {
  using posenc::Frequencies;
  std::vector<Frequencies> made;
  accepted([&] {
    switch (bytes.below(10)) {
      case 0: made.push_back(Frequencies::geometric(2 * pairs, bytes.number())); break;
      case 1: made.push_back(Frequencies::closed(pairs, bytes.number())); break;
      case 2: made.push_back(Frequencies::shifted(pairs, bytes.number(), bytes.number())); break;
      case 3: made.push_back(Frequencies::range(pairs, bytes.number(), bytes.number())); break;
      case 4: made.push_back(Frequencies::octaves(pairs, bytes.number(), bytes.number())); break;
      case 5: made.push_back(Frequencies::linear(pairs, bytes.number(), bytes.number())); break;
      case 6: made.push_back(Frequencies::increasing(pairs, bytes.number())); break;
      case 7: {
        Eigen::ArrayXd values(pairs);
        for (double& value : values) value = bytes.number();
        made.push_back(Frequencies::given(values));
        break;
      }
      default: made.push_back(Frequencies::geometric(2 * pairs)); break;
    }
  });
  if (made.empty()) return made;
  require(made[0].size() == pairs, "another number of frequencies");
  if (bytes.rarely()) accepted([&] { made[0] = made[0].times(bytes.number()); });
  if (bytes.rarely()) accepted([&] { made[0] = made[0].times_pi(bytes.number()); });
  require(made[0].values().isFinite().all(), "a frequency that is not finite");
  require((made[0].values().abs() <= 0x1p40).all(), "a frequency beyond 2^40");
  return made;
}

}  // namespace posenc_fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  posenc_fuzz::Bytes bytes(data, size);
  switch (bytes.below(4)) {
    case 0: posenc_fuzz::sinusoidal(bytes); break;
    case 1: posenc_fuzz::points(bytes); break;
    case 2: posenc_fuzz::rotary(bytes); break;
    default: posenc_fuzz::parameters(bytes); break;
  }
  return 0;
}
