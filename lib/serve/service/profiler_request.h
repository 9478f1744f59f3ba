// Parses a profiler's request: stacks of module offsets, by Mozilla's symbolication API, version 5.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/result.h"

namespace symkit::service {

struct Module {
  std::string name;
  std::string id;  // Breakpad's
};

struct ModuleFrame {
  std::int64_t module = -1;  // -1: no known module
  std::uint64_t offset = 0;
};

struct ProfilerJob {
  std::vector<Module> modules;
  std::vector<std::vector<ModuleFrame>> stacks;
};

// A request for a source file that the debug information of a place names: /source/v1.
struct SourceQuestion {
  Module module;
  std::uint64_t offset = 0;
  std::string file;  // as named in the answer to a job
};

inline constexpr std::size_t most_profiler_frames = 200'000;

// {"jobs":[…]}, or a single job. The error says what is wrong with it.
Result<std::vector<ProfilerJob>> read_profiler_jobs(std::string_view body);

// {"debugName":…,"debugId":…,"moduleOffset":"0x…","file":…}
Result<SourceQuestion> read_source_question(std::string_view body);

}  // namespace symkit::service
