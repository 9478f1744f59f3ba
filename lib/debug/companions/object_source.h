// Compares the source of an object file with what the debug map says about it: two programs may share a
// few functions, but not from the same source.
#pragma once

#include "files/container/macho_debug_map.h"

namespace symkit::companions {

// The linker copies it from the first unit of the object file. True if one of them does not have it.
bool is_of_source(const container::Image& object, const container::macho::MappedObject& mapped);

}  // namespace symkit::companions
