// Debug information of an image that is in other files, which were not found. For split DWARF: units
// whose functions and inlined calls are in .dwo files or a .dwp. For a Mach-O debug map: object files. An
// index stores this, so that its users can report what is missing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace symkit::index {

struct SplitUnits {
  std::uint64_t units = 0;         // with code; for a debug map: object files
  std::uint64_t files = 0;         // named by the units
  std::vector<std::string> names;  // of the first few files, without folders
  bool is_debug_map = false;

  static constexpr std::size_t most_names = 3;
  static constexpr std::size_t longest_name = 200;
};

// `files` as named by the units; in any order, possibly repeated.
SplitUnits split_units(std::uint64_t units, std::vector<std::string_view> files);
// Object files of a debug map, without duplicates.
SplitUnits missing_objects(std::vector<std::string_view> files);

// A message on what is missing, what follows from that, and what to do, in the same words everywhere.
// `tried`: where the files were just searched, with what result; may be empty.
std::string told(const SplitUnits& split, std::string_view image_name, std::string_view tried = {});

}  // namespace symkit::index
