// Mozilla's symbolication API, version 5, as the Firefox Profiler and samply speak it: stacks of modules and
// offsets in them, named by Breakpad's ids; functions, files, lines and inlined calls back.
#pragma once

#include <string>
#include <vector>

#include "serve/service/desk.h"
#include "serve/service/profiler_request.h"

namespace symkit::service {

// The answer, as JSON.
std::string answer_profiler(const std::vector<ProfilerJob>& jobs, Desk& desk, Tally& tally);

// Whether what is known of the place has the file in it.
bool names_source(const SourceQuestion& question, Desk& desk);

}  // namespace symkit::service
