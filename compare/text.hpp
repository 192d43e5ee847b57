// A text as numbers: one for each distinct byte, split into what is trained on and what is not.
#pragma once

#include <string>
#include <vector>

namespace compare {

struct Text {
  int symbols = 0;                   ///< distinct bytes
  std::vector<int> train, held_out;  ///< the first nine tenths, and the rest
};

/// Any run of white space is read as one space, so that line breaks give no position away.
/// Throws: std::runtime_error where the file cannot be read or holds fewer than 20000 letters.
Text read_text(const std::string& file);

}  // namespace compare
