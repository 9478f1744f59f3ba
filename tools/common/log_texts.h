// The logs that are named, or standard input, as texts: tombstones in protobuf, logcat's entries and bug
// reports become what can be read of them; all else stays as it is.
#pragma once

#include <string>
#include <vector>

#include "common/log_input.h"
#include "ground/base/result.h"
#include "logs/android/log_parts.h"

namespace symkit::tools {

// A path may lead into an archive: "bugreport.zip!/FS/data/anr/anr_1". Ends at the first error, but for those
// of single parts of a bug report, which `tell` is told.
Result<void> each_text(const std::vector<std::string>& paths, LogKind kind, const android::TellError& tell,
                       const android::TakePart& take);

// "==> bugreport.zip!/FS/data/anr/anr_1 <==", with an empty line before it where something came before; empty
// for what is no part.
std::string heading_of(const android::LogPart& part, bool is_first);

}  // namespace symkit::tools
