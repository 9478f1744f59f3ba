#include "stacks/dumps/dump_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <span>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

#include "files/container/elf_file.h"
#include "ground/base/words.h"
#include "ground/io/input.h"
#include "stacks/dumps/elf_core.h"
#include "stacks/dumps/kernel_dump.h"
#include "stacks/dumps/minidump.h"

namespace symkit::dumps {
namespace {

// Most of a core is memory that was never touched.
constexpr std::size_t block = 64 * 1024;

std::string temporary_folder() {
  const char* const named = std::getenv("TMPDIR");
  return named == nullptr || *named == '\0' ? "/tmp" : named;
}

// Holes stay holes.
class Copy {
 public:
  explicit Copy(int file) : file_(file) {}

  std::uint64_t size() const { return size_; }
  std::uint64_t disk_size() const { return disk_size_; }

  bool add(std::span<const char> bytes) {
    const auto at = static_cast<off_t>(size_);
    size_ += bytes.size();
    if (std::ranges::all_of(bytes, [](char c) { return c == 0; })) return true;
    disk_size_ += bytes.size();
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t more =
          ::pwrite(file_, bytes.data() + done, bytes.size() - done, at + static_cast<off_t>(done));
      if (more < 0 && errno == EINTR) continue;
      if (more <= 0) return false;
      done += static_cast<std::size_t>(more);
    }
    return true;
  }
  bool finish() const { return ::ftruncate(file_, static_cast<off_t>(size_)) == 0; }

 private:
  int file_;
  std::uint64_t size_ = 0, disk_size_ = 0;
};

// Where the last segment of a core ends. Of a pipe that does not end, nothing more is wanted; and of one
// that brings something else, only what says so.
std::uint64_t end_of_dump(Bytes beginning) {
  if (is_minidump(beginning)) return UINT64_MAX;
  if (!is_elf_core(beginning)) return 0;
  const auto headers = container::elf::read_elf_headers(beginning);
  if (!headers || headers->segments.empty()) return UINT64_MAX;
  std::uint64_t end = 0;
  for (const auto& segment : headers->segments)
    end = std::max(end, segment.offset + std::min(segment.file_size, UINT64_MAX - segment.offset));
  return end;
}

bool is_compressed(Bytes beginning) {
  // gzip, zstd, xz, bzip2
  constexpr std::array<std::string_view, 4> magics = {"\x1f\x8b", "\x28\xb5\x2f\xfd", "\xfd\x37zXZ", "BZh"};
  return std::ranges::any_of(magics,
                             [&](std::string_view magic) { return as_text(beginning).starts_with(magic); });
}

bool is_regular(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

Result<io::MappedFile> keep_dump(io::Input& input, const io::Descriptor& into, std::uint64_t most) {
  Copy file(into.get());
  const auto failed = [] { return fail(say("cannot be kept: ", std::strerror(errno))); };
  std::vector<char> buffer(block);
  for (std::uint64_t end = UINT64_MAX; file.size() < end && file.disk_size() < most;) {
    std::size_t size = 0;
    while (size < block) {
      const auto more = input.read(std::span(buffer).subspan(size));
      if (!more) return fail(more.error());
      if (*more == 0) break;
      size += *more;
    }
    if (size == 0) break;
    if (file.size() == 0) end = end_of_dump(as_bytes({buffer.data(), size}));
    if (!file.add(std::span(buffer).first(size))) return failed();
  }
  if (!file.finish()) return failed();
  return io::MappedFile::open(say("/proc/self/fd/", into.get()));
}

Result<io::MappedFile> keep_dump(io::Input& input, const KeepingDump& how) {
  const std::string folder = how.folder.empty() ? temporary_folder() : how.folder;
  const io::Descriptor file(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!file.is_open())
    return fail(say(folder, ": ", std::strerror(errno), "; set TMPDIR to a folder that can be written"));
  return keep_dump(input, file, how.most);
}

Result<io::MappedFile> open_dump(const std::string& path, const KeepingDump& how) {
  const std::string place = path == "-" ? "/dev/stdin" : path;
  if (is_regular(place)) {
    auto file = io::MappedFile::open(place);
    if (!file || !is_compressed(file->bytes())) return file;
  }
  if (path == "-") return keep_dump(*io::Input::from_descriptor(STDIN_FILENO, "standard input"), how);
  const auto input = io::Input::open(path);
  return input ? keep_dump(**input, how) : fail(input.error());
}

Result<Process> read_dump(Bytes dump) {
  if (is_elf_core(dump)) return read_elf_core(dump);
  if (is_minidump(dump)) return read_minidump(dump);
  if (const std::string_view words = kernel_dump_in_words(dump); !words.empty())
    return fail(say(words, "; symcore reads those of processes"));
  return fail("is neither a core file nor a minidump");
}

}  // namespace symkit::dumps
