// Examines all files of a folder and below, many at a time; files that have not changed since an earlier
// scan are not opened again. Symbolic links are not followed; /proc and the like are skipped.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "find/catalogue/snapshot.h"
#include "ground/base/result.h"

namespace symkit::catalogue {

struct ScanOptions {
  // More than there are cores, as threads wait for data that is not cached.
  unsigned jobs = 8;
  // The coarsest resolution of a file system's times, in nanoseconds. A file that changed less than this
  // before it was read could change again without a new time, so the next scan reads it again.
  std::int64_t coarsest_clock = 2'000'000'000;
  // Called when the files are known and reading begins, and when this many are done. The second is called
  // by worker threads.
  std::function<void(std::size_t files)> began = [](std::size_t) {};
  std::function<void(std::size_t files)> advanced = [](std::size_t) {};
};

struct Scan {
  Snapshot now;
  bool changed = true;  // the next scan would not get the same from `before`
};

// `root` is an absolute path. Unreadable folders and files below it are skipped.
Result<Scan> scan(const std::string& root, const Snapshot* before, const ScanOptions& options);

}  // namespace symkit::catalogue
