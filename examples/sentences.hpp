// The arguments of the demo's two programs: [--vectors FILE] [SENTENCE SENTENCE].
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace demo {

struct Arguments {
  /// Where the word vectors are, and how messages name the file: a path as the user gave it, or the
  /// sample's within the project.
  std::string path = POSENC_SAMPLE_VECTORS;
  std::string name = "examples/data/glove.sample.100d.txt";
  std::vector<std::string> sentences = {"the dog bit the man", "the man bit the dog"};
};

/// False if the program should end with `status`: after --help, or if there are sentences, but not
/// exactly two.
inline bool read_arguments(int argc, char** argv, const char* program, Arguments& arguments,
                           int& status) {
  std::vector<std::string> rest(argv + 1, argv + argc);
  const bool help = rest.size() == 1 && rest[0] == "--help";
  if (rest.size() >= 2 && rest[0] == "--vectors") {
    arguments.path = arguments.name = rest[1];
    rest.erase(rest.begin(), rest.begin() + 2);
  }
  if (!help && rest.empty()) return true;
  if (!help && rest.size() == 2 && rest[0].compare(0, 2, "--") != 0) {
    arguments.sentences = rest;
    return true;
  }
  std::fprintf(help ? stdout : stderr,
               "usage: scripts/demo.sh (or %s) [--vectors FILE] [SENTENCE SENTENCE]\n"
               "The sentences hold the same words in another order, each word as FILE writes it.\n",
               program);
  status = help ? 0 : 2;
  return false;
}

}  // namespace demo
