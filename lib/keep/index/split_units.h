// What of an image's debug information is in other files that were not found. Of split DWARF: units whose
// functions and inlined calls are in .dwo files or a .dwp; of a Mach-O debug map: object files. An index
// keeps this, so that whoever answers from it can say what is missing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace symkit::index {

struct SplitUnits {
  std::uint64_t units = 0;         // that have code; of a debug map: object files
  std::uint64_t files = 0;         // that the units name
  std::vector<std::string> names;  // of the first few files, without folders
  bool is_debug_map = false;

  static constexpr std::size_t most_names = 3;
  static constexpr std::size_t longest_name = 200;
};

// `files` as the units name them; any order, repeated or not.
SplitUnits split_units(std::uint64_t units, std::vector<std::string_view> files);
// Object files of a debug map, each once.
SplitUnits missing_objects(std::vector<std::string_view> files);

// What is missing, what that means for answers, and what to do. The same words wherever it is told; `tried`,
// where somebody has just looked for it: where, and what came of it.
std::string told(const SplitUnits& split, std::string_view image_name, std::string_view tried = {});

}  // namespace symkit::index
