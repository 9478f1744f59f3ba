// --progress, the same for all tools that have it.
#pragma once

#include "common/command_line.h"
#include "ground/print/progress.h"

namespace symkit::tools {

inline void declare_progress(CommandLine& line, print::ProgressMode& mode) {
  line.choice("--progress", mode,
              {{"auto", print::ProgressMode::Auto},
               {"always", print::ProgressMode::Always},
               {"never", print::ProgressMode::Never}});
}

}  // namespace symkit::tools
