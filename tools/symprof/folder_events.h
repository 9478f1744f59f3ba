// Waits until something may have changed below a folder: as soon as the system says so, or when so much time
// has passed, as not every file system says.
#pragma once

#include <chrono>
#include <string>

namespace symkit::symprof {

class FolderEvents {
 public:
  explicit FolderEvents(const std::string& folder);
  FolderEvents(const FolderEvents&) = delete;
  FolderEvents& operator=(const FolderEvents&) = delete;
  ~FolderEvents();

  void wait(std::chrono::milliseconds most) const;

 private:
  int events_;
};

}  // namespace symkit::symprof
