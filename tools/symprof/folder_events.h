// Waits for files that come into a folder. The system does not tell of all, nor on every file system: so now
// and then who waits looks for himself.
#pragma once

#include <chrono>
#include <set>
#include <string>

namespace symkit::symprof {

class FolderEvents {
 public:
  explicit FolderEvents(const std::string& folder);
  FolderEvents(const FolderEvents&) = delete;
  FolderEvents& operator=(const FolderEvents&) = delete;
  ~FolderEvents();

  // The names of files that were written or moved there. None: all that may be below the folder is to be
  // looked at, as so much time has passed, or the system has lost count.
  std::set<std::string> wait(std::chrono::milliseconds most) const;

 private:
  bool take_names(std::set<std::string>& names) const;

  int events_;
};

}  // namespace symkit::symprof
