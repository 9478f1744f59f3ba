// Converts section records to the sections of an image, locating the bytes of each in the file.
#pragma once

#include <vector>

#include "files/container/image.h"
#include "files/container/macho_file.h"
#include "ground/base/result.h"

namespace symkit::container::macho {

// One for each section record, in file order: symbols number them from 1.
Result<std::vector<Section>> make_sections(const MachoFile& file);

}  // namespace symkit::container::macho
