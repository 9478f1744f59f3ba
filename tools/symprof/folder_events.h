// Waits for files that appear in a folder. The system does not report all of them, nor on every file
// system, so the caller must also scan the folder now and then.
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

  // The names of files that were written or moved there. Empty: everything below the folder must be
  // scanned, because time has passed or the system has lost events.
  std::set<std::string> wait(std::chrono::milliseconds most) const;

 private:
  bool take_names(std::set<std::string>& names) const;

  int events_;
};

}  // namespace symkit::symprof
