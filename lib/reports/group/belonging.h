// A program often says several things about one crash: its own message, a signal, a sanitizer's report.
#pragma once

#include <cstddef>

#include "logs/crashlog/cause.h"
#include "reports/group/report.h"

namespace symkit::group {

// Whether a line is about the crash that is reported already. `lines_since`: those after the last line that
// was.
bool belongs_to(const Report& report, std::size_t lines_since, const crashlog::Cause& cause);

}  // namespace symkit::group
