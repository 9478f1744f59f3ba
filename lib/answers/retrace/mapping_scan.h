// Where in the text of a mapping each class begins, under which names it can be asked for, and what the
// mapping says of itself. One pass at the speed of memchr; of the classes only the first lines are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "answers/retrace/annotation.h"
#include "answers/retrace/mapping_line.h"

namespace symkit::retrace {

// Numbers of classes by a hash of one of their names; whether it is the right class the asker must see.
class ClassTable {
 public:
  void reserve(std::size_t classes);
  void add(std::uint64_t hash, std::uint32_t number);

  // Calls is_it(number) for every class with this hash, until it says so.
  template <class Predicate>
  std::uint32_t* find(std::uint64_t hash, Predicate is_it) {
    if (slots_.empty()) return nullptr;
    for (std::size_t at = hash & mask_; slots_[at].number != UINT32_MAX; at = (at + 1) & mask_)
      if (slots_[at].tag == static_cast<std::uint32_t>(hash >> 32) && is_it(slots_[at].number))
        return &slots_[at].number;
    return nullptr;
  }

 private:
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t number = UINT32_MAX;
  };

  std::vector<Slot> slots_;
  std::size_t mask_ = 0;
};

std::uint64_t hash_of(std::string_view name);

struct MappingScan {
  std::vector<std::uint64_t> class_begins;  // offsets of their lines
  ClassTable by_renamed;                    // of two classes with one name the last counts
  ClassTable by_original;                   // filled when first asked for: the last class
  std::vector<std::uint32_t> same_before;   // of each class the one before it that has its original name
  std::vector<std::pair<std::uint64_t, MapVersion>> versions;  // from these offsets on
  std::vector<std::string> unknown_versions;                   // newer than all that are known, as written
  std::vector<std::pair<std::uint64_t, std::string>> remarks;  // what is odd before the first class, by lines
  // Of classes that may stand in other parts of a partitioned mapping, by their original names.
  std::unordered_map<std::string, std::string> files_elsewhere;
  std::string map_id;                   // pg_map_id
  std::string map_hash;                 // what R8 computed over the mapping
  std::size_t begins_badly = SIZE_MAX;  // the offset of a first line that is of no mapping

  MapVersion version_at(std::uint64_t offset) const;
};

// `declared`: the version that is in force where the text does not say one.
MappingScan scan_mapping(std::string_view text, MapVersion declared = {});

// The line that begins at an offset, without its end.
std::string_view line_at(std::string_view text, std::size_t offset);

}  // namespace symkit::retrace
