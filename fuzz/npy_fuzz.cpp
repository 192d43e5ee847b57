// The reader of .npy files: it either throws with the file name and a reason, or returns as many
// entries as the shape has.
#include <sstream>

#include "../tools/npy.hpp"
#include "bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using posenc_fuzz::require;
  std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
  npy::Array array;
  try {
    array = npy::read(in, "file");
  } catch (const std::runtime_error& error) {
    const std::string what = error.what();
    require(what.compare(0, 6, "file: ") == 0 && what.size() > 8, "a message without a reason");
    return 0;
  }
  npy::Index count = 1;
  for (const npy::Index n : array.shape) count *= n;
  require(count == array.entries.size(), "another number of entries than the shape's");
  require(static_cast<std::size_t>(count) <= size / 2, "more entries than the file holds");
  return 0;
}
