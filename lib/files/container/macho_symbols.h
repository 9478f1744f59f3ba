// Symbols and function starts of a Mach-O.
#pragma once

#include <vector>

#include "files/container/image.h"
#include "files/container/macho_file.h"
#include "ground/base/result.h"

namespace symkit::container::macho {

Result<std::vector<Symbol>> read_symbols(const MachoFile& file, const std::vector<Section>& sections);

// The preferred address of __TEXT, the base of offsets and function starts.
FileAddress text_base_of(const MachoFile& file);

Result<std::vector<FileAddress>> read_function_starts(const MachoFile& file);

}  // namespace symkit::container::macho
