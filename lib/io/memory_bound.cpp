#include "io/memory_bound.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/words.h"

namespace symkit::io {
namespace {

std::string folder_for_waiting() {
  const char* const named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/var/tmp";
}

// The most that the process has held so far.
std::uint64_t most_held_ever() {
  std::FILE* const file = std::fopen("/proc/self/status", "re");
  if (file == nullptr) return 0;
  char line[128];
  unsigned long long kilobytes = 0;
  while (std::fgets(line, sizeof line, file) != nullptr)
    if (std::sscanf(line, "VmHWM: %llu", &kilobytes) == 1) break;
  std::fclose(file);
  return kilobytes << 10;
}

// Their pages leave memory; what was written is in the file.
void put_aside(const std::map<void*, std::size_t>& taken) {
  for (const auto& [memory, size] : taken) ::madvise(memory, size, MADV_DONTNEED);
}

std::string megabytes(std::uint64_t bytes) { return say((bytes + (1U << 20) - 1) >> 20, " MB"); }

}  // namespace

MemoryBound::~MemoryBound() {
  for (const auto& [memory, size] : taken_) ::munmap(memory, size);
  if (file_ >= 0) ::close(file_);
}

std::uint64_t MemoryBound::held() {
  unsigned long long resident = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  if (std::fscanf(file, "%*u %llu", &resident) != 1) resident = 0;
  std::fclose(file);
  return resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

Result<int> MemoryBound::open_file() {
  const std::string folder = folder_for_waiting();
  int file = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {
    std::string path = folder + "/symkit-XXXXXX";
    file = ::mkostemp(path.data(), O_CLOEXEC);
    if (file >= 0) ::unlink(path.c_str());
  }
  if (file < 0) return fail(say(folder, ": no temporary file can be made: ", std::strerror(errno)));
  return file;
}

// Room on the disk is asked for first: to write into a page that has none would end the process.
void* MemoryBound::take(std::size_t size) {
  const std::uint64_t now = held();
  if (now < bytes_ / 3) return nullptr;
  const std::scoped_lock lock(mutex_);
  if (error_) return nullptr;
  if (now > bytes_ / 2) put_aside(taken_);
  if (file_ < 0) {
    const auto opened = open_file();
    if (!opened) return error_ = opened.error(), nullptr;
    file_ = *opened;
  }
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const std::size_t whole = (size + page - 1) / page * page;
  const int failure = ::posix_fallocate(file_, static_cast<off_t>(file_size_), static_cast<off_t>(whole));
  void* const memory = failure != 0 ? MAP_FAILED
                                    : ::mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_SHARED, file_,
                                             static_cast<off_t>(file_size_));
  if (memory == MAP_FAILED) {
    error_ = Error{say(folder_for_waiting(), ": the temporary file cannot grow to ",
                       megabytes(file_size_ + whole), ": ", std::strerror(failure != 0 ? failure : errno))};
    return nullptr;
  }
  file_size_ += whole;
  taken_.emplace(memory, whole);
  return memory;
}

bool MemoryBound::give_back(void* memory) {
  const std::scoped_lock lock(mutex_);
  const auto found = taken_.find(memory);
  if (found == taken_.end()) return false;
  ::munmap(memory, found->second);
  taken_.erase(found);
  return true;
}

void MemoryBound::relieve(const std::function<void()>& release) {
  std::uint64_t now = held();
  if (now > bytes_ / 4 * 3) {
    release();
    const std::scoped_lock lock(mutex_);
    put_aside(taken_);
    now = held();
  }
  std::uint64_t most = most_held_;
  while (now > most && !most_held_.compare_exchange_weak(most, now)) {
  }
}

Result<void> MemoryBound::result() const {
  const std::scoped_lock lock(mutex_);
  if (error_) return fail(*error_);
  const std::uint64_t most = std::max<std::uint64_t>(most_held_ever(), most_held_);
  if (most > bytes_)
    return fail(say("needs more memory than --max-memory allows: ", megabytes(most), " so far, ",
                    megabytes(bytes_), " are allowed"));
  return {};
}

}  // namespace symkit::io
