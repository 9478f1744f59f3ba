// Finds and opens the object files that a debug map names, each under the rules for .dwo files, and believes
// those whose functions have the image's code.
#pragma once

#include <memory>

#include "debug/companions/foreign_image.h"
#include "debug/companions/places.h"
#include "debug/companions/tried.h"
#include "debug/debuginfo/linked_objects.h"

namespace symkit::companions {

// Null where the image has no debug map. What cannot be used is told to `tried`. All of them must outlive it.
std::unique_ptr<debuginfo::LinkedObjects> objects_of(const container::Image& image, const Asker& asker,
                                                     const Places& places, Tried& tried,
                                                     const SharedBudget& budget);

}  // namespace symkit::companions
