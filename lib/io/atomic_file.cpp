#include "io/atomic_file.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

#include "base/words.h"

namespace symkit::io {
namespace {

// The unfinished file: removed again unless it was kept.
class Draft {
 public:
  explicit Draft(const std::string& beside) : path_(beside + ".XXXXXX") {
    fd_ = ::mkostemp(path_.data(), O_CLOEXEC);
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    if (fd_ >= 0) ::close(fd_);
    if (fd_ >= 0 && !kept_) ::unlink(path_.c_str());
  }

  bool opened() const { return fd_ >= 0; }

  bool append(Bytes bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::write(fd_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
  }

  bool keep_as(const std::string& path) {
    // mkostemp makes files that only their owner reads; a store is shared.
    const mode_t mask = ::umask(0);
    ::umask(mask);
    kept_ = ::fchmod(fd_, 0666 & ~mask) == 0 && ::rename(path_.c_str(), path.c_str()) == 0;
    return kept_;
  }

 private:
  std::string path_;
  int fd_ = -1;
  bool kept_ = false;
};

}  // namespace

Result<void> write_atomically(const std::string& path, std::span<const Bytes> parts) {
  const auto complain = [&] { return fail(say(path, ": cannot be written: ", std::strerror(errno))); };
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  Draft draft(path);
  // That the file's folder is not there would be the lesser half of the truth.
  if (!draft.opened() && error)
    return fail(say(folder.native(), ": is no folder and cannot be made one: ", error.message()));
  if (!draft.opened()) return complain();
  for (const Bytes part : parts)
    if (!draft.append(part)) return complain();
  if (!draft.keep_as(path)) return complain();
  return {};
}

}  // namespace symkit::io
