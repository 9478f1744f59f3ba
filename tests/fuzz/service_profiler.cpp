// rooms: base service
// Questions of profilers: any bytes are one, or are refused with a sentence; what is read points nowhere
// else.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "serve/service/profiler_request.h"

using namespace symkit::service;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto source = read_source_question({reinterpret_cast<const char*>(data), size});
  if (!source && source.error().message.empty()) std::abort();
  const auto jobs = read_profiler_jobs({reinterpret_cast<const char*>(data), size});
  if (!jobs) return jobs.error().message.empty() ? (std::abort(), 0) : 0;
  for (const ProfilerJob& job : *jobs)
    for (const auto& stack : job.stacks)
      for (const ModuleFrame& frame : stack)
        if (frame.module < -1 || frame.module >= static_cast<std::int64_t>(job.modules.size())) std::abort();
  return 0;
}
