#include "text.hpp"

#include <array>
#include <cctype>
#include <cstddef>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace compare {

Text read_text(const std::string& file) {
  constexpr std::size_t kFewest = 20000;
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error(file + ": cannot be opened");
  std::string letters;
  for (std::istreambuf_iterator<char> byte(in), end; byte != end; ++byte) {
    const bool space = std::isspace(static_cast<unsigned char>(*byte)) != 0;
    if (!space) letters += *byte;
    if (space && !letters.empty() && letters.back() != ' ') letters += ' ';
  }
  if (letters.size() < kFewest) {
    throw std::runtime_error(file + ": expected at least " + std::to_string(kFewest) +
                             " letters, got " + std::to_string(letters.size()));
  }

  std::array<int, 256> number;
  number.fill(-1);
  Text text;
  const std::size_t split = letters.size() / 10 * 9;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    int& symbol = number[static_cast<unsigned char>(letters[i])];
    if (symbol < 0) symbol = text.symbols++;
    (i < split ? text.train : text.held_out).push_back(symbol);
  }
  return text;
}

}  // namespace compare
