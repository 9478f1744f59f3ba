#include "symprof/folder_events.h"

#include <array>
#include <poll.h>
#include <sys/inotify.h>
#include <unistd.h>

namespace symkit::symprof {

FolderEvents::FolderEvents(const std::string& folder) : events_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (events_ >= 0) ::inotify_add_watch(events_, folder.c_str(), IN_CLOSE_WRITE | IN_MOVED_TO | IN_ONLYDIR);
}

FolderEvents::~FolderEvents() {
  if (events_ >= 0) ::close(events_);
}

void FolderEvents::wait(std::chrono::milliseconds most) const {
  pollfd ready{events_, POLLIN, 0};
  if (::poll(&ready, 1, static_cast<int>(most.count())) <= 0 || events_ < 0) return;
  // What else comes within a moment is looked at with it.
  ::usleep(20'000);
  std::array<char, 64 * 1024> ignored{};
  while (::read(events_, ignored.data(), ignored.size()) > 0) {
  }
}

}  // namespace symkit::symprof
