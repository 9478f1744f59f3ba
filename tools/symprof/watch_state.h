// What a watcher remembers of the profiles in its folder, also when it is stopped and started again: how each
// was when it was read, what came of it, and which images were missing. A file of lines in the folder of what
// was written.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ground/base/image_id.h"
#include "ground/base/result.h"

namespace symkit::symprof {

enum class WatchResult : std::uint8_t { Named, Partly, Failed };
constexpr std::array<std::string_view, 3> watch_results = {"named", "partly", "failed"};

struct Watched {
  std::int64_t changed = 0;  // in nanoseconds: the raw file's time and size when it was read
  std::uint64_t size = 0;
  WatchResult result = WatchResult::Failed;
  std::int64_t tried = 0;             // in seconds since 1970
  std::vector<ImageId> missing = {};  // images without symbols
  std::string reason = {};            // why it failed, or what of it was not read
};

class WatchState {
 public:
  // A file that is not there, or is no such file, is none: then all is looked at anew.
  static WatchState read(const std::string& path);
  Result<void> write(const std::string& path) const;

  std::map<std::string, Watched> profiles;  // by their paths below the folder
};

}  // namespace symkit::symprof
