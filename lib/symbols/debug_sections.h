// The image's debug sections, unpacked, as the DWARF reader wants them.
#pragma once

#include "base/result.h"
#include "container/image.h"
#include "dwarf/sections.h"

namespace symkit::symbols {

// Sections that the image lacks are empty. Compressed ones are unpacked by `jobs` threads.
Result<dwarf::Sections> debug_sections(const container::Image& image, unsigned jobs);

}  // namespace symkit::symbols
