// A text as numbers, one for each distinct byte, split into training text and held-out text.
#pragma once

#include <string>
#include <vector>

namespace compare {

struct Text {
  int symbols = 0;                   ///< distinct bytes
  std::vector<int> train, held_out;  ///< the first nine tenths, and the rest
};

/// A run of white space is read as one space, so that line breaks do not reveal positions.
/// Throws: std::runtime_error where the file cannot be read or holds fewer than 20000 letters.
Text read_text(const std::string& file);

}  // namespace compare
