// A dump's stacks as minidump_stackwalk writes them: by offsets in images, as only those are known of
// Windows' and macOS' images without their files.
#pragma once

#include <string>
#include <vector>

#include "stacks/dumps/report.h"

namespace symkit::dumps {

std::string offset_report_of(const Process& process, const LoadedImages& images,
                             const std::vector<ThreadStack>& stacks, ReportStyle style);

}  // namespace symkit::dumps
