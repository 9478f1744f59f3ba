// The debug map: where a Mach-O's debug information remained, according to the linker. Images linked on
// macOS have none themselves; their stabs name each object file (N_OSO) and the functions taken from it
// (N_FUN).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "files/container/image.h"
#include "ground/base/result.h"

namespace symkit::container::macho {

struct MappedFunction {
  std::string_view name;      // with its underscore, as in the object file
  std::uint64_t address = 0;  // in the image, Thumb bit cleared
  std::uint64_t size = 0;     // 0 if the linker does not give it
};

struct MappedObject {
  std::string_view path;      // on the linking machine; "lib.a(member.o)" for a member of an archive
  std::uint64_t changed = 0;  // the last change before linking, in seconds; 0: unknown
  // The source file: folder and name are concatenated, unless the name is a complete path.
  std::string_view source_folder = {};
  std::string_view source_name = {};
  std::vector<MappedFunction> functions;
};

// One for each path, in the order of the stabs; also for objects without functions in the image. Several
// members of an archive may have one path. Empty if it is not a Mach-O or has no debug map. Names are
// views of the image.
Result<std::vector<MappedObject>> read_debug_map(const Image& image);

}  // namespace symkit::container::macho
