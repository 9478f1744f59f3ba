// What a watcher remembers about the profiles in its folder, even when it is restarted: the state of each
// file when it was read, the result, and the missing images. Stored as a file of lines in the output
// folder.
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
  std::int64_t changed = 0;  // time in nanoseconds and size of the raw file when it was read
  std::uint64_t size = 0;
  WatchResult result = WatchResult::Failed;
  std::int64_t tried = 0;             // in seconds since 1970
  std::vector<ImageId> missing = {};  // images without symbols
  std::string reason = {};            // why it failed, or what was not read
};

class WatchState {
 public:
  // A missing or invalid file gives an empty state: everything is then processed again.
  static WatchState read(const std::string& path);
  Result<void> write(const std::string& path) const;

  std::map<std::string, Watched> profiles;  // by path below the folder
};

}  // namespace symkit::symprof
