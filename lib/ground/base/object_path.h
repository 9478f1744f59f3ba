// Paths of object files as linkers write them: "/build/x.o", or of an archive's member
// "/build/lib.a(part/x.o)".
#pragma once

#include <string_view>

namespace symkit {

// "lib.a(member.o)" in two; `member` is empty where it is a file by itself.
struct ObjectPath {
  std::string_view file;
  std::string_view member;
};
ObjectPath split_object_path(std::string_view path);

// "x.o"; of a member the archive and all that the archive calls it: "lib.a(part/x.o)". Folders of Windows,
// too.
std::string_view without_folders(std::string_view path);

}  // namespace symkit
