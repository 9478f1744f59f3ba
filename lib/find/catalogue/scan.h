// Looks at all files of a folder, deep down, many at a time; what an earlier look has seen and has not
// changed since is not opened again. Symbolic links are not followed, /proc and its like are left out.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "find/catalogue/snapshot.h"
#include "ground/base/result.h"

namespace symkit::catalogue {

struct ScanOptions {
  // More than there are cores: what is not in memory is waited for.
  unsigned jobs = 8;
  // Nanoseconds by which a file system's times may be coarse. What changed less than that before it was
  // looked at could change once more without another time: it is looked at again the next time.
  std::int64_t coarsest_clock = 2'000'000'000;
  // The files are known and looking at them begins; so many of them are done. The second is called by
  // workers.
  std::function<void(std::size_t files)> began = [](std::size_t) {};
  std::function<void(std::size_t files)> advanced = [](std::size_t) {};
};

struct Scan {
  Snapshot now;
  bool changed = true;  // `before` would not give the same next time
};

// `root` is an absolute path. Folders and files below that cannot be read are passed over.
Result<Scan> scan(const std::string& root, const Snapshot* before, const ScanOptions& options);

}  // namespace symkit::catalogue
