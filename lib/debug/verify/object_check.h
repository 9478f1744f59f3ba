// The object files in which a Mach-O program's debug information stayed (debug map), judged: are they there,
// as they were when it was linked, with debug information in order?
#pragma once

#include "debug/debuginfo/linked_objects.h"
#include "debug/verify/image_check.h"

namespace symkit::verify {

// Looks at nothing where none of them was found: a program is mostly given away without them.
void check_objects(debuginfo::LinkedObjects& objects, const Options& options, ImageReport& report);

}  // namespace symkit::verify
