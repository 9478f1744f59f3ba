// --max-unpacked: the limit on decompressed input, for all tools that decompress complete files.
#pragma once

#include "common/command_line.h"

namespace symkit::tools {

void declare_max_unpacked(CommandLine& line);

}  // namespace symkit::tools
