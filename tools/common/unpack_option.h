// --max-unpacked: how much a packed input may become. Of every tool that unpacks whole ones.
#pragma once

#include "common/command_line.h"

namespace symkit::tools {

void declare_max_unpacked(CommandLine& line);

}  // namespace symkit::tools
