// The named logs, or standard input, as text: tombstones in protobuf, logcat's entries and bug reports
// are converted; everything else stays as it is.
#pragma once

#include <string>
#include <vector>

#include "common/log_input.h"
#include "ground/base/result.h"
#include "logs/android/log_parts.h"

namespace symkit::tools {

// A path may lead into an archive: "bugreport.zip!/FS/data/anr/anr_1". Ends at the first error, but
// errors in parts of a bug report are only passed to `tell`.
Result<void> each_text(const std::vector<std::string>& paths, LogKind kind, const android::TellError& tell,
                       const android::TakePart& take);

// "==> bugreport.zip!/FS/data/anr/anr_1 <==", after an empty line unless it is the first; empty if it is
// not a part.
std::string heading_of(const android::LogPart& part, bool is_first);

}  // namespace symkit::tools
