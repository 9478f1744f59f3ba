#include "keep/fetch/draft.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include "ground/base/words.h"

namespace symkit::fetch {
namespace {

constexpr std::size_t size_of_head = 64;
constexpr std::string_view folder_of_drafts = "/.partial";

// The name of a draft, made from the file's place in the cache.
std::string draft_path(const std::string& folder, std::string name) {
  std::ranges::replace(name, '/', '+');
  constexpr std::size_t longest = 200;  // with what is appended to it
  if (name.size() > longest) name.erase(0, name.size() - longest);
  return say(folder, folder_of_drafts, '/', name);
}

std::string origin_path(const std::string& draft) { return draft + ".from"; }

Result<void> make_private_folder(const std::string& path) {
  if (::mkdir(path.c_str(), 0700) == 0 || errno == EEXIST) return {};
  return fail(say(path, ": cannot be created: ", std::strerror(errno)));
}

struct Noted {
  Origin origin;
  std::string head;
};

// Lines: the address, the validator, the size; the rest is the file's beginning.
std::optional<Noted> noted_of(const std::string& draft) {
  std::ifstream file(origin_path(draft), std::ios::binary);
  Noted noted;
  std::string size;
  if (!std::getline(file, noted.origin.url) || !std::getline(file, noted.origin.validator) ||
      !std::getline(file, size))
    return std::nullopt;
  std::from_chars(size.data(), size.data() + size.size(), noted.origin.size);
  noted.head.resize(size_of_head);
  file.read(noted.head.data(), static_cast<std::streamsize>(size_of_head));
  if (file.gcount() != static_cast<std::streamsize>(size_of_head)) return std::nullopt;
  return noted;
}

}  // namespace

Result<void> make_private_folders(const std::string& folder, const std::string& path) {
  std::error_code ignored;
  std::filesystem::create_directories(std::filesystem::path(folder).parent_path(), ignored);
  if (auto made = make_private_folder(folder); !made) return made;
  for (std::size_t at = path.find('/', folder.size() + 1); at != std::string::npos;
       at = path.find('/', at + 1))
    if (auto made = make_private_folder(path.substr(0, at)); !made) return made;
  return {};
}

std::optional<Draft::Partial> Draft::partial(const std::string& folder, const std::string& name) {
  const std::string path = draft_path(folder, name);
  struct stat found{};
  if (::stat(path.c_str(), &found) != 0 || found.st_size < static_cast<off_t>(size_of_head))
    return std::nullopt;
  auto noted = noted_of(path);
  if (!noted || noted->origin.validator.empty()) return std::nullopt;
  return Partial{std::move(noted->origin), found.st_size};
}

Result<std::unique_ptr<Draft>> Draft::open(const std::string& folder, const std::string& name, bool goes_on) {
  if (folder.empty()) return fail("no folder for downloads: set DEBUGINFOD_CACHE_PATH");
  std::unique_ptr<Draft> draft(new Draft(say(folder, '/', name), draft_path(folder, name)));
  if (auto made = make_private_folders(folder, draft->path_); !made) return fail(made.error());
  if (!draft->take_lock())
    if (auto alone = draft->open_alone(); !alone) return fail(alone.error());
  auto noted = goes_on ? noted_of(draft->path_) : std::nullopt;
  const off_t size = ::lseek(draft->file_, 0, SEEK_END);
  if (noted && size >= static_cast<off_t>(size_of_head)) {
    draft->size_ = size;
    draft->head_ = std::move(noted->head);
    draft->origin_ = std::move(noted->origin);
  } else if (::ftruncate(draft->file_, 0) != 0) {
    return fail(say(draft->path_, ": ", std::strerror(errno)));
  }
  return draft;
}

// False if another process is using the file.
bool Draft::take_lock() {
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  struct stat mine{}, there{};
  const bool is_mine = file_ >= 0 && ::flock(file_, LOCK_EX | LOCK_NB) == 0 && ::fstat(file_, &mine) == 0 &&
                       ::stat(path_.c_str(), &there) == 0 && mine.st_ino == there.st_ino;
  if (is_mine) return true;
  if (file_ >= 0) ::close(file_);
  file_ = -1;
  return false;
}

Result<void> Draft::open_alone() {
  path_ += ".XXXXXX";
  can_be_gone_on_with_ = false;
  file_ = ::mkostemp(path_.data(), O_CLOEXEC);
  if (file_ < 0) return fail(say(path_, ": ", std::strerror(errno)));
  return {};
}

Draft::~Draft() {
  if (file_ < 0) return;
  const bool is_of_use =
      can_be_gone_on_with_ && !origin_.validator.empty() && size_ >= static_cast<std::int64_t>(size_of_head);
  if (!is_of_use) drop();
  if (is_of_use) ::close(file_);
}

Result<void> Draft::append(std::string_view bytes) {
  if (head_.size() < size_of_head) {
    const std::string_view beginning = bytes.substr(0, size_of_head - head_.size());
    head_ += beginning;
    if (head_.size() == size_of_head) note_origin();
    const auto written = write_at(std::string(beginning.size(), '\0'), size_);
    if (!written) return written;
    size_ += static_cast<std::int64_t>(beginning.size());
    bytes.remove_prefix(beginning.size());
  }
  const auto written = write_at(bytes, size_);
  if (written) size_ += static_cast<std::int64_t>(bytes.size());
  return written;
}

Result<void> Draft::write_at(std::string_view bytes, std::int64_t position) const {
  while (!bytes.empty()) {
    const ssize_t written = ::pwrite(file_, bytes.data(), bytes.size(), position);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return fail(say(path_, ": ", std::strerror(errno)));
    bytes.remove_prefix(static_cast<std::size_t>(written));
    position += written;
  }
  return {};
}

void Draft::note_origin() const {
  if (!can_be_gone_on_with_ || origin_.validator.empty()) return;
  std::ofstream(origin_path(path_), std::ios::binary) << origin_.url << '\n'
                                                      << origin_.validator << '\n'
                                                      << origin_.size << '\n'
                                                      << head_;
}

Result<std::string> Draft::keep() {
  const auto made = make_private_folders(std::filesystem::path(path_).parent_path().parent_path(), place_);
  const auto written = made ? write_at(head_, 0) : made;
  if (!written) {
    drop();
    return fail(written.error());
  }
  ::fchmod(file_, 0400);
  if (::rename(path_.c_str(), place_.c_str()) != 0) {
    const int why = errno;
    drop();
    return fail(say(place_, ": ", std::strerror(why)));
  }
  if (can_be_gone_on_with_) ::unlink(origin_path(path_).c_str());
  ::close(std::exchange(file_, -1));
  return place_;
}

void Draft::drop() {
  if (file_ < 0) return;
  ::unlink(path_.c_str());
  if (can_be_gone_on_with_) ::unlink(origin_path(path_).c_str());
  ::close(std::exchange(file_, -1));
}

void Draft::remove_old(const std::string& folder) {
  constexpr std::time_t a_week = 7 * 24 * 3600;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder + std::string(folder_of_drafts), error), end;
       !error && at != end; at.increment(error)) {
    struct stat found{};
    if (::lstat(at->path().c_str(), &found) == 0 && std::time(nullptr) - found.st_mtime > a_week)
      ::unlink(at->path().c_str());
  }
}

}  // namespace symkit::fetch
