// Finds and opens the files that have the rest of a debug file's debug information. A file is accepted
// only by its id: a split unit by its DWO id, a shared file (dwz) by its build id. An object file of a
// Mach-O debug map has no id and is accepted by its code.
#pragma once

#include <memory>

#include "debug/companions/places.h"
#include "debug/debuginfo/companions.h"
#include "files/container/image.h"

namespace symkit::companions {

// Opens nothing until it is queried. The image must outlive the result.
std::unique_ptr<debuginfo::Companions> companions_of(const container::Image& image, Asker asker,
                                                     const Places& places);

}  // namespace symkit::companions
