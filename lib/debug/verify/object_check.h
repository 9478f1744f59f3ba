// Checks the object files with the debug information of a Mach-O program (debug map): do they exist, are
// they unchanged since linking, and is their debug information in order?
#pragma once

#include "debug/debuginfo/linked_objects.h"
#include "debug/verify/image_check.h"

namespace symkit::verify {

// Checks nothing if none of them was found: programs are usually distributed without them.
void check_objects(debuginfo::LinkedObjects& objects, const Options& options, ImageReport& report);

}  // namespace symkit::verify
