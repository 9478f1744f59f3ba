// Paths of object files as linkers write them: "/build/x.o", or "/build/lib.a(part/x.o)" for a member of
// an archive.
#pragma once

#include <string_view>

namespace symkit {

// "lib.a(member.o)" split in two; `member` is empty for a file by itself.
struct ObjectPath {
  std::string_view file;
  std::string_view member;
};
ObjectPath split_object_path(std::string_view path);

// "x.o"; for a member, the archive and the member's full name: "lib.a(part/x.o)". Also handles Windows
// paths.
std::string_view without_folders(std::string_view path);

}  // namespace symkit
