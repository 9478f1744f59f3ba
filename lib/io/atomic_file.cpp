#include "io/atomic_file.h"

#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <string_view>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/words.h"

namespace symkit::io {
namespace {

namespace fs = std::filesystem;

// How the names of drafts end: in this and random digits. Nothing else is named like that.
constexpr std::string_view draft_mark = ".symkit-draft-";
constexpr std::size_t random_size = 6;
constexpr std::time_t forgotten_after = 3600;  // seconds: no writer is silent for so long

std::string random_digits() {
  std::uint32_t number = 0;
  if (::getrandom(&number, sizeof number, 0) != sizeof number)
    number = static_cast<std::uint32_t>(::getpid()) ^ static_cast<std::uint32_t>(std::time(nullptr));
  std::string digits(random_size, '0');
  for (char& digit : digits) {
    digit = "0123456789abcdef"[number & 0xf];
    number >>= 4;
  }
  return digits;
}

// The unfinished file: removed again unless it was kept.
class Draft {
 public:
  // As mkostemp does it, but with the modes that the umask leaves, as a store is shared: to ask for the umask
  // is to change it, for all threads.
  explicit Draft(const fs::path& place) {
    constexpr int most_tries = 100;
    for (int tries = 0; fd_ < 0 && tries < most_tries && (tries == 0 || errno == EEXIST); ++tries) {
      path_ = say(place.native(), draft_mark, random_digits());
      fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
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
    kept_ = ::rename(path_.c_str(), path.c_str()) == 0;
    return kept_;
  }

 private:
  std::string path_;
  int fd_ = -1;
  bool kept_ = false;
};

bool is_named_like_draft(std::string_view name) {
  return name.size() > draft_mark.size() + random_size &&
         name.substr(0, name.size() - random_size).ends_with(draft_mark);
}

bool is_forgotten(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
         std::time(nullptr) - status.st_mtime > forgotten_after;
}

void clear_forgotten_drafts(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator at(folder.empty() ? "." : folder, error), end; !error && at != end;
       at.increment(error)) {
    const std::string& path = at->path().native();
    if (is_named_like_draft(at->path().filename().native()) && is_forgotten(path)) ::unlink(path.c_str());
  }
}

}  // namespace

Result<void> write_atomically(const std::string& path, std::span<const Bytes> parts,
                              const std::string& drafts) {
  const auto complain = [&] { return fail(say(path, ": cannot be written: ", std::strerror(errno))); };
  const fs::path target(path);
  const fs::path folder = target.parent_path();
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  const fs::path writing_in = drafts.empty() ? folder : fs::path(drafts);
  clear_forgotten_drafts(writing_in);
  Draft draft(writing_in / target.filename());
  // To say only that the file's folder is missing would hide the cause.
  if (!draft.opened() && error)
    return fail(say(folder.native(), ": is not a folder and cannot be made one: ", error.message()));
  if (!draft.opened()) return complain();
  for (const Bytes part : parts)
    if (!draft.append(part)) return complain();
  if (!draft.keep_as(path)) return complain();
  return {};
}

}  // namespace symkit::io
