// Archives of object files (.a), as the linkers of all systems read them: their members, in the order of the
// file. The names of BSD's and GNU's forms are told apart by how each is written.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "ground/base/bytes.h"

namespace symkit::archive {

struct ObjectMember {
  std::string_view name;
  std::uint64_t changed = 0;  // in seconds; 0 in archives that are made to be reproducible
  Bytes bytes;
  // In a thin archive, instead of bytes: where the member lies, from the archive's folder.
  std::string_view path = {};
};

bool looks_like_object_archive(Bytes beginning);

// Tables of symbols and names are left out. What is cut off ends the list; all names are of `archive`.
std::vector<ObjectMember> read_object_archive(Bytes archive);

}  // namespace symkit::archive
