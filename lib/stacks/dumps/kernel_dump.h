// Dumps of a whole system, which symcore does not read: by how they begin.
#pragma once

#include <string_view>

#include "ground/base/bytes.h"

namespace symkit::dumps {

// What it is and what reads it, for an error; empty: none that is known by its beginning.
// Those that are ELF cores are known by their notes (elf_core.h).
std::string_view kernel_dump_in_words(Bytes beginning);

}  // namespace symkit::dumps
