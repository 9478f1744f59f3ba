// Converts section headers to the sections of an image: lays out addresses in object files, and removes
// compression headers.
#pragma once

#include <vector>

#include "files/container/elf_file.h"
#include "files/container/image.h"
#include "ground/base/result.h"

namespace symkit::container::elf {

// One for each section header, in file order.
Result<std::vector<Section>> make_sections(const ElfFile& file);

}  // namespace symkit::container::elf
