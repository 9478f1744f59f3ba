#include "symprof/folder_events.h"

#include <array>
#include <cstring>
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

std::set<std::string> FolderEvents::wait(std::chrono::milliseconds most) const {
  pollfd ready{events_, POLLIN, 0};
  if (::poll(&ready, 1, static_cast<int>(most.count())) <= 0 || events_ < 0) return {};
  // Other events within this moment are handled together.
  ::usleep(20'000);
  std::set<std::string> names;
  return take_names(names) ? names : std::set<std::string>();
}

// Returns false if a folder was added, or the system has lost events.
bool FolderEvents::take_names(std::set<std::string>& names) const {
  alignas(inotify_event) std::array<char, 64 * 1024> buffer{};
  bool is_all = true;
  for (ssize_t size = 0; (size = ::read(events_, buffer.data(), buffer.size())) > 0;) {
    for (std::size_t at = 0; at + sizeof(inotify_event) <= static_cast<std::size_t>(size);) {
      inotify_event event{};
      std::memcpy(&event, buffer.data() + at, sizeof event);
      is_all = is_all && (event.mask & (IN_Q_OVERFLOW | IN_ISDIR)) == 0;
      if (event.len != 0) names.emplace(buffer.data() + at + sizeof event);
      at += sizeof event + event.len;
    }
  }
  return is_all;
}

}  // namespace symkit::symprof
