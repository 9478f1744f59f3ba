// The file begins with a line, "symkit text 12 2048": its version, and how many bytes follow. These are
// the compressed text.
#include "keep/store/folder_text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <unistd.h>

#include "ground/base/whole_number.h"
#include "ground/base/words.h"
#include "ground/io/atomic_file.h"
#include "ground/io/blob.h"
#include "keep/store/packed.h"

namespace symkit::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view heading = "symkit text ";
constexpr unsigned for_its_owner = 0600;

// Held while the file is changed; the system releases it if the process is killed.
class FileLock {
 public:
  explicit FileLock(const std::string& path)
      : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, for_its_owner)) {
    while (file_ >= 0 && ::flock(file_, LOCK_EX) != 0 && errno == EINTR) continue;
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock() {
    if (file_ >= 0) ::close(file_);
  }
  bool is_held() const { return file_ >= 0; }

 private:
  int file_;
};

// The version, and where its text begins.
struct Heading {
  std::uint64_t number = 0;
  std::size_t size = 0;
};

Result<Heading> heading_of(std::string_view file) {
  constexpr std::size_t longest = 80;
  const std::size_t end = std::min(file.substr(0, longest).find('\n'), file.size());
  std::string_view rest = file.substr(0, end);
  rest.remove_prefix(rest.starts_with(heading) ? heading.size() : rest.size());
  const std::size_t blank = std::min(rest.find(' '), rest.size());
  const auto number = whole_number<std::uint64_t>(rest.substr(0, blank));
  const auto size = whole_number<std::uint64_t>(rest.substr(std::min(blank + 1, rest.size())));
  if (!number || !size || *size + end + 1 != file.size())
    return fail("is damaged, or was not written by symkit");
  return Heading{.number = *number, .size = end + 1};
}

}  // namespace

FolderText::FolderText(const std::string& folder, std::string_view name)
    : path_(say(folder, "/shared/", name)) {}

Result<std::optional<SharedText::Version>> FolderText::newer_than(std::uint64_t number) {
  std::error_code error;
  if (!fs::exists(path_, error) && !error) return std::nullopt;
  const auto file = io::map_blob(path_);
  if (!file) return fail(file.error());
  const auto read = heading_of(as_text((*file)->bytes()));
  if (!read) return fail(read.error().within(path_));
  if (read->number <= number) return std::nullopt;
  const auto text = unpacked(io::borrowed_blob((*file)->bytes().subspan(read->size)), longest);
  if (!text) return fail(text.error().within(path_));
  return Version{.number = read->number, .text = std::string(as_text((*text)->bytes()))};
}

Result<std::uint64_t> FolderText::last() const {
  std::error_code error;
  if (!fs::exists(path_, error) && !error) return 0;
  const auto file = io::map_blob(path_);
  if (!file) return fail(file.error());
  const auto read = heading_of(as_text((*file)->bytes()));
  if (!read) return fail(read.error().within(path_));
  return read->number;
}

Result<bool> FolderText::follow(std::uint64_t number, std::string_view text) {
  std::error_code ignored;
  fs::create_directories(fs::path(path_).parent_path(), ignored);
  const FileLock lock(path_ + ".lock");
  if (!lock.is_held()) return fail(say(path_, ": cannot be written: ", std::strerror(errno)));
  const auto before = last();
  if (!before) return fail(before.error());
  if (*before > number) return false;
  auto file = io::AtomicFile::begin(path_, {}, for_its_owner);
  if (!file) return fail(file.error());
  const auto content = packed(as_bytes(text), quick_level);
  const std::string first = say(heading, number + 1, ' ', content.size(), '\n');
  auto done = file->write(0, as_bytes(first));
  if (done) done = file->write(first.size(), content);
  if (done) done = file->keep();
  if (!done) return fail(done.error());
  return true;
}

}  // namespace symkit::store
