// The reader of word vectors: it either throws with a file position and a reason, or returns finite
// vectors of one dimension, which survive being written to a file and read back.
#include <sstream>

#include "../examples/glove.hpp"
#include "bytes.hpp"

namespace {

using posenc_fuzz::require;

/// The first words of a few lines, as a user would ask for them.
std::set<std::string> wanted_words(const std::string& text) {
  std::set<std::string> wanted = {"a", "the"};
  std::istringstream in(text);
  std::string line;
  for (int n = 0; n < 8 && std::getline(in, line); ++n) {
    const std::vector<std::string> fields = glove::split(line);
    if (!fields.empty()) wanted.insert(fields[0]);
    if (fields.size() > 1) wanted.insert(fields[0] + " " + fields[1]);
  }
  return wanted;
}

glove::Vectors read(const std::string& text, const std::set<std::string>& wanted) {
  std::istringstream in(text);
  return glove::read(in, "file", wanted);
}

std::string written(const glove::Vectors& vectors) {
  std::string text;
  for (const auto& [word, vector] : vectors) {
    text += word;
    for (const double x : vector) {
      char number[32];
      std::snprintf(number, sizeof number, " %.17g", x);
      text += number;
    }
    text += "\n";
  }
  return text;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::set<std::string> wanted = wanted_words(text);
  glove::Vectors vectors;
  try {
    vectors = read(text, wanted);
  } catch (const std::runtime_error& error) {
    const std::string what = error.what();
    require(what.compare(0, 5, "file:") == 0 && what.size() > 8, "a message without a place");
    return 0;
  }
  for (const auto& [word, vector] : vectors) {
    require(wanted.count(word) == 1, "a word that is not wanted");
    require(vector.size() == vectors.begin()->second.size(), "vectors of two dimensions");
    require(vector.size() >= 2 && vector.allFinite(), "a number that is not finite");
  }
  // A word with spaces cannot stand on the first line, which sets the dimension.
  if (vectors.empty() || vectors.begin()->first.find(' ') != std::string::npos) return 0;
  // A file that starts with a mark would lose it.
  if (vectors.begin()->first.compare(0, 3, "\xEF\xBB\xBF") == 0) return 0;
  require(read(written(vectors), wanted) == vectors, "vectors that do not come back");
  return 0;
}
