#include "ground/io/atomic_file.h"

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <map>
#include <mutex>
#include <string_view>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "ground/base/words.h"

namespace symkit::io {
namespace {

namespace fs = std::filesystem;

// The names of drafts end in this and random digits. No other names do.
constexpr std::string_view draft_mark = ".symkit-draft-";
constexpr std::size_t random_size = 6;
constexpr std::time_t forgotten_after = 3600;  // seconds: no writer is idle for this long

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

bool is_named_like_draft(std::string_view name) {
  return name.size() > draft_mark.size() + random_size &&
         name.substr(0, name.size() - random_size).ends_with(draft_mark);
}

bool is_forgotten(const std::string& path) {
  struct stat status{};
  return ::lstat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid() &&
         std::time(nullptr) - status.st_mtime > forgotten_after;
}

// Whether this process has not looked there for an hour: searching the folder for each file that is
// written would take quadratic time.
bool is_time_to_look(const fs::path& folder) {
  using Clock = std::chrono::steady_clock;
  static std::mutex lock;
  static std::map<std::string, Clock::time_point> looked;
  const std::lock_guard guard(lock);
  const auto now = Clock::now();
  const auto [at, is_first] = looked.try_emplace(folder.native(), now);
  if (!is_first && now - at->second < std::chrono::seconds(forgotten_after)) return false;
  at->second = now;
  return true;
}

void clear_forgotten_drafts(const fs::path& folder) {
  if (!is_time_to_look(folder)) return;
  std::error_code error;
  for (fs::directory_iterator at(folder.empty() ? "." : folder, error), end; !error && at != end;
       at.increment(error)) {
    const std::string& path = at->path().native();
    if (is_named_like_draft(at->path().filename().native()) && is_forgotten(path)) ::unlink(path.c_str());
  }
}

std::unexpected<Error> complaint(const std::string& path) {
  return fail(say(path, ": cannot be written: ", std::strerror(errno)));
}

}  // namespace

// The unfinished file: removed again unless it is kept.
class AtomicFile::Draft {
 public:
  // Uses a file without a name if the system supports it, so that an interrupted writer leaves nothing
  // behind. Otherwise works like mkostemp, but with the modes that the umask leaves, as a store is
  // shared; reading the umask would change it for all threads.
  Draft(const fs::path& place, unsigned mode) : place_(place.native()) {
    const fs::path folder = place.parent_path();
    if (::access(own_files, X_OK) == 0)
      fd_ = ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, mode);
    if (fd_ >= 0) return;
    with_a_name([&] {
      fd_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
      return fd_ >= 0;
    });
  }
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    if (fd_ >= 0) ::close(fd_);
    if (fd_ >= 0 && !kept_ && !path_.empty()) ::unlink(path_.c_str());
  }

  bool opened() const { return fd_ >= 0; }

  bool write(std::uint64_t place, Bytes bytes) {
    while (!bytes.empty()) {
      const ssize_t written = ::pwrite(fd_, bytes.data(), bytes.size(), static_cast<off_t>(place));
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) return false;
      bytes = bytes.subspan(static_cast<std::size_t>(written));
      place += static_cast<std::size_t>(written);
    }
    return true;
  }

  // A file without a name gets its final name at once if no file has it: a process that is ended
  // between two names would leave the first one behind.
  bool keep_as(const std::string& path) {
    if (path_.empty()) {
      const std::string own = say(own_files, "/", fd_);
      const auto named = [&](const std::string& name) {
        return ::linkat(AT_FDCWD, own.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
      };
      kept_ = named(path);
      if (kept_) return true;
      if (errno != EEXIST || !with_a_name([&] { return named(path_); })) return false;
    }
    kept_ = ::rename(path_.c_str(), path.c_str()) == 0;
    return kept_;
  }

 private:
  static constexpr const char* own_files = "/proc/self/fd";

  // Tries names until `take` finds one that is not in use.
  template <class Take>
  bool with_a_name(Take take) {
    constexpr int most_tries = 100;
    for (int tries = 0; tries < most_tries; ++tries) {
      path_ = say(place_, draft_mark, random_digits());
      if (take()) return true;
      if (errno != EEXIST) break;
    }
    path_.clear();
    return false;
  }

  std::string place_;
  std::string path_;  // empty: it has no name yet
  int fd_ = -1;
  bool kept_ = false;
};

Result<AtomicFile> AtomicFile::begin(const std::string& path, const std::string& drafts, unsigned mode) {
  const fs::path target(path);
  const fs::path folder = target.parent_path();
  std::error_code error;
  if (!folder.empty()) fs::create_directories(folder, error);
  const fs::path writing_in = drafts.empty() ? folder : fs::path(drafts);
  clear_forgotten_drafts(writing_in);
  auto draft = std::make_unique<Draft>(writing_in / target.filename(), mode);
  // Reporting only that the file's folder is missing would hide the cause.
  if (!draft->opened() && error)
    return fail(say(folder.native(), ": cannot be created as a folder: ", error.message()));
  if (!draft->opened()) return complaint(path);
  return AtomicFile(path, std::move(draft));
}

AtomicFile::AtomicFile(std::string path, std::unique_ptr<Draft> draft)
    : path_(std::move(path)), draft_(std::move(draft)) {}
AtomicFile::AtomicFile(AtomicFile&&) noexcept = default;
AtomicFile::~AtomicFile() = default;

Result<void> AtomicFile::write(std::uint64_t place, Bytes bytes) {
  if (!draft_->write(place, bytes)) return complaint(path_);
  return {};
}

Result<void> AtomicFile::keep() {
  if (!draft_->keep_as(path_)) return complaint(path_);
  return {};
}

Result<void> write_atomically(const std::string& path, std::span<const Bytes> parts,
                              const std::string& drafts, const std::function<void(Bytes part)>& written) {
  auto file = AtomicFile::begin(path, drafts);
  if (!file) return fail(file.error());
  // Small parts are written together.
  constexpr std::size_t small_size = 32 * 1024, together = 256 * 1024;
  std::vector<std::uint8_t> small;
  std::uint64_t place = 0;
  const auto write = [&](Bytes part) {
    const std::uint64_t here = std::exchange(place, place + part.size());
    return part.empty() ? Result<void>{} : file->write(here, part);
  };
  for (const Bytes part : parts) {
    const bool is_small = part.size() < small_size;
    if (is_small) small.insert(small.end(), part.begin(), part.end());
    if (!is_small || small.size() >= together) {
      if (auto done = write(small); !done) return done;
      small.clear();
    }
    if (!is_small)
      if (auto done = write(part); !done) return done;
    if (written) written(part);
  }
  if (auto done = write(small); !done) return done;
  return file->keep();
}

}  // namespace symkit::io
