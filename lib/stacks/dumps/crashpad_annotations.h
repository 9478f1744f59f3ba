// What a program has told Crashpad of itself: its version, its page, its kind of process.
// The form was read in Crashpad's minidump/minidump_extensions.h.
#pragma once

#include <vector>

#include "stacks/dumps/minidump_file.h"
#include "stacks/dumps/process.h"

namespace symkit::dumps {

// First those of the process, then those of its modules.
std::vector<Annotation> annotations_of(MinidumpFile& file);

}  // namespace symkit::dumps
