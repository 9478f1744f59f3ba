// --progress, as all tools that have it mean it.
#pragma once

#include "common/command_line.h"
#include "text/progress.h"

namespace symkit::tools {

inline void declare_progress(CommandLine& line, text::ProgressMode& mode) {
  line.choice("--progress", mode,
              {{"auto", text::ProgressMode::Auto},
               {"always", text::ProgressMode::Always},
               {"never", text::ProgressMode::Never}});
}

}  // namespace symkit::tools
