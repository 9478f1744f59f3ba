// Finds and opens the object files that a debug map names, under the same rules as .dwo files, and
// accepts those whose functions have the image's code.
#pragma once

#include <memory>

#include "debug/companions/foreign_image.h"
#include "debug/companions/places.h"
#include "debug/companions/tried.h"
#include "debug/debuginfo/linked_objects.h"

namespace symkit::companions {

// Null if the image has no debug map. Files that cannot be used are reported to `tried`. All arguments
// must outlive the result.
std::unique_ptr<debuginfo::LinkedObjects> objects_of(const container::Image& image, const Asker& asker,
                                                     const Places& places, Tried& tried,
                                                     const SharedBudget& budget);

}  // namespace symkit::companions
