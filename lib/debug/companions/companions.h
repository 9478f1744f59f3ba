// Finds and opens the files beside a debug file that have the rest of its debug information. Each is believed
// by its id alone: a split unit by its DWO id, a shared file (dwz) by its build id; an object file of a
// Mach-O debug map, which has none, by its code.
#pragma once

#include <memory>

#include "debug/companions/places.h"
#include "debug/debuginfo/companions.h"
#include "files/container/image.h"

namespace symkit::companions {

// Opens nothing before it is asked. The image must outlive what is returned.
std::unique_ptr<debuginfo::Companions> companions_of(const container::Image& image, Asker asker,
                                                     const Places& places);

}  // namespace symkit::companions
