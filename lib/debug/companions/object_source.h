// What an object file was compiled from, held against what the debug map says of it: two programs may have
// the same few functions, but not of the same source.
#pragma once

#include "files/container/macho_debug_map.h"

namespace symkit::companions {

// The linker takes it from the first unit of the object file. True where one of them does not say.
bool is_of_source(const container::Image& object, const container::macho::MappedObject& mapped);

}  // namespace symkit::companions
