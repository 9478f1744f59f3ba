// An entry's file and its position in .debug_info. dwz moves what several files share into a file of its
// own, and entries refer to that.
#pragma once

#include <cstdint>

namespace symkit::dwarf {

struct EntryId {
  static constexpr std::uint32_t own_file = 0;
  static constexpr std::uint32_t supplementary_file = 1;

  std::uint32_t file = own_file;
  std::uint64_t offset = 0;  // 0: no entry, because a unit's header is there

  bool is_given() const { return offset != 0; }
  bool is_own() const { return file == own_file; }
};

}  // namespace symkit::dwarf
