// Mozilla's symbolication API, version 5, as the Firefox Profiler and samply use it: the request has
// stacks of module offsets, with modules named by Breakpad ids; the answer has functions, files, lines
// and inlined calls.
#pragma once

#include <string>
#include <vector>

#include "serve/service/desk.h"
#include "serve/service/profiler_request.h"

namespace symkit::service {

// The answer, as JSON.
std::string answer_profiler(const std::vector<ProfilerJob>& jobs, Desk& desk, LogCounts& counts);

// Whether the debug information of the place names this file.
bool names_source(const SourceQuestion& question, Desk& desk);

}  // namespace symkit::service
