// Finds where each class begins in the text of a mapping, the names by which it can be looked up, and the
// mapping's header. One pass at the speed of memchr; only the first lines of classes are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "answers/retrace/annotation.h"
#include "answers/retrace/mapping_line.h"
#include "ground/base/number_table.h"

namespace symkit::retrace {

std::uint64_t hash_of(std::string_view name);

struct MappingScan {
  std::vector<std::uint64_t> class_begins;  // offsets of their lines
  NumberTable by_renamed;                   // if two classes have one name, the last counts
  NumberTable by_original;                  // filled at the first lookup: the last class
  std::vector<std::uint32_t> same_before;   // of each class: the one before with its original name
  std::vector<std::pair<std::uint64_t, MapVersion>> versions;  // which apply from these offsets on
  std::vector<std::string> unknown_versions;                   // newer than all known ones, as written
  std::vector<std::pair<std::uint64_t, std::string>> remarks;  // oddities before the first class, by line
  // Source files by original name, for classes that may be in other parts of a partitioned mapping.
  std::unordered_map<std::string, std::string> files_elsewhere;
  std::string map_id;                   // pg_map_id
  std::string map_hash;                 // computed by R8 over the mapping
  std::size_t begins_badly = SIZE_MAX;  // the offset of a first line that cannot be in a mapping

  MapVersion version_at(std::uint64_t offset) const;
};

// `declared`: the version that applies if the text declares none.
MappingScan scan_mapping(std::string_view text, MapVersion declared = {});

// The line at an offset, without its line end.
std::string_view line_at(std::string_view text, std::size_t offset);

}  // namespace symkit::retrace
