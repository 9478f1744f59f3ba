// From section headers to the sections that the image shows: addresses laid out in object files,
// compression headers taken off.
#pragma once

#include <vector>

#include "files/container/elf_file.h"
#include "files/container/image.h"
#include "ground/base/result.h"

namespace symkit::container::elf {

// One for each section header, in the file's order.
Result<std::vector<Section>> make_sections(const ElfFile& file);

}  // namespace symkit::container::elf
