// Word vectors in GloVe's text format: a line is a word, then its numbers.
#pragma once

#include <Eigen/Core>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <istream>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace glove {

using Vectors = std::map<std::string, Eigen::VectorXd>;

inline std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> fields;
  bool inside = false;
  for (const char c : text) {
    const bool space = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!space && !inside) fields.emplace_back();
    if (!space) fields.back() += c;
    inside = !space;
  }
  return fields;
}

inline bool parse_number(const std::string& field, double& value) {
  char* end = nullptr;
  value = std::strtod(field.c_str(), &end);
  return end == field.c_str() + field.size() && std::isfinite(value);
}

/// strtod also accepts hexadecimal, which word vectors never use.
inline bool parse_decimal(const std::string& field, double& value) {
  return field.find_first_of("xX") == std::string::npos && parse_number(field, value);
}

/// The vectors of the wanted words in a stream, all of the dimension of the first line. A byte
/// order mark is skipped. Every line is checked, wanted or not, except a blank one at the very end.
/// Throws: std::runtime_error "file:line: reason" for a line that cannot be used, such as a second
/// vector for a wanted word.
inline Vectors read(std::istream& in, const std::string& file,
                    const std::set<std::string>& wanted) {
  Vectors vectors;
  std::size_t dimension = 0;
  std::size_t line_number = 0;
  for (std::string line; std::getline(in, line);) {
    ++line_number;
    const auto fail = [&](const std::string& reason) {
      throw std::runtime_error(file + ":" + std::to_string(line_number) + ": " + reason);
    };
    if (line.find('\0') != std::string::npos) fail("holds a zero byte: not a text file");
    if (line_number == 1 && line.compare(0, 3, "\xEF\xBB\xBF") == 0) line.erase(0, 3);
    const std::vector<std::string> fields = split(line);
    if (fields.empty() && line_number > 1 && in.peek() == EOF) break;
    if (line_number == 1) {
      if (fields.size() < 3) fail("expected a word and at least two numbers");
      dimension = fields.size() - 1;
    }
    const std::string expected = "expected a word and " + std::to_string(dimension) + " numbers";
    if (fields.size() <= dimension) {
      fail(expected + ", got " + std::to_string(fields.size()) + " fields");
    }

    // GloVe 840B has words with spaces in them: the numbers are the last fields.
    const std::size_t words = fields.size() - dimension;
    std::string word = fields[0];
    double value = 0.0;
    for (std::size_t k = 1; k < words; ++k) {
      if (parse_number(fields[k], value)) fail(expected + ", got more numbers");
      word += " " + fields[k];
    }
    Eigen::VectorXd vector(static_cast<Eigen::Index>(dimension));
    for (std::size_t k = words; k < fields.size(); ++k) {
      if (!parse_decimal(fields[k], value)) {
        fail("'" + fields[k] + "' is not a finite decimal number");
      }
      vector[static_cast<Eigen::Index>(k - words)] = value;
    }
    if (wanted.count(word) != 0 && !vectors.emplace(word, vector).second) {
      fail("a second vector for the word '" + word + "'");
    }
  }
  if (in.bad()) throw std::runtime_error(file + ": cannot be read");
  if (line_number == 0) throw std::runtime_error(file + ": holds no word vectors");
  return vectors;
}

/// The same of the file at `path`, which messages call `name`.
/// Throws: also where it cannot be opened.
inline Vectors read(const std::string& path, const std::string& name,
                    const std::set<std::string>& wanted) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error(name + ": cannot be opened");
  return read(in, name, wanted);
}

/// One row for each word.
/// Throws: std::runtime_error that names a word without a vector.
inline Eigen::MatrixXd embed(const std::vector<std::string>& words, const Vectors& vectors,
                             const std::string& file) {
  for (const std::string& word : words) {
    if (vectors.count(word) == 0) {
      throw std::runtime_error(file + ": no vector for the word '" + word +
                               "' (known are the words at the start of its lines, as written " +
                               "there; --vectors takes another file)");
    }
  }
  Eigen::MatrixXd x(static_cast<Eigen::Index>(words.size()),
                    words.empty() ? 0 : vectors.at(words[0]).size());
  for (Eigen::Index r = 0; r < x.rows(); ++r) {
    x.row(r) = vectors.at(words[static_cast<std::size_t>(r)]).transpose();
  }
  return x;
}

}  // namespace glove
