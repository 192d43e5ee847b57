// posenc_identify --write and --list.
#pragma once

#include <string>
#include <vector>

namespace tables {

/// Prints the names of the presets.
void list_presets();

/// Writes the table of a preset, or the cosines and sines of a rotary one, by the arguments that
/// follow --write. False if they do not have that form; throws std::runtime_error for a preset,
/// size or option that is none.
bool write_preset(std::vector<std::string> arguments);

}  // namespace tables
