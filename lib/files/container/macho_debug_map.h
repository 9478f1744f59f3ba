// The debug map: what the linker says of where a Mach-O's debug information stayed. An image that is linked
// on macOS has none; its stabs name each object file (N_OSO) and the functions that were taken from it
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
  std::uint64_t size = 0;     // 0 where the linker does not say
};

struct MappedObject {
  std::string_view path;      // of the machine that linked it; "lib.a(member.o)" for a member of an archive
  std::uint64_t changed = 0;  // when it was last changed before it was linked, in seconds; 0: not said
  // What it was compiled from: one behind the other, unless the name is a whole path.
  std::string_view source_folder = {};
  std::string_view source_name = {};
  std::vector<MappedFunction> functions;
};

// One for each path, in the order of the stabs; of what has no functions in the image also. Of members of an
// archive there may be several with one path. Empty where it is
// no Mach-O or has no debug map. Names are the image's.
Result<std::vector<MappedObject>> read_debug_map(const Image& image);

}  // namespace symkit::container::macho
