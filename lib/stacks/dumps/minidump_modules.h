// The images of a process as a minidump lists them.
#pragma once

#include <vector>

#include "stacks/dumps/minidump_file.h"
#include "stacks/dumps/process.h"

namespace symkit::dumps {

// In the order of the list: the program comes first.
std::vector<Module> modules_of(MinidumpFile& file, System system, Architecture architecture);

}  // namespace symkit::dumps
