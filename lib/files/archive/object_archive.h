// Archives of object files (.a), in the formats of all linkers: their members, in file order. BSD's and
// GNU's formats are distinguished by the form of each name.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"

namespace symkit::archive {

struct ObjectMember {
  std::string_view name;
  std::uint64_t changed = 0;  // in seconds; 0 in reproducible archives
  Bytes bytes;
  // In a thin archive, instead of bytes: the member's path, relative to the archive's folder.
  std::string_view path = {};
};

bool looks_like_object_archive(Bytes beginning);

// Tables of symbols and names are left out. A truncated member ends the list; all names are views of
// `archive`.
std::vector<ObjectMember> read_object_archive(Bytes archive);

}  // namespace symkit::archive
