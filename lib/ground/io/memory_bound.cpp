#include "ground/io/memory_bound.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

#include "ground/base/words.h"

namespace symkit::io {
namespace {

// The kernel maps sixteen pages of a file at once: some twenty megabytes in this time, if they are in its
// cache.
constexpr std::chrono::microseconds between_looks{500};

std::string folder_for_waiting() {
  const char* const named = std::getenv("TMPDIR");
  return named != nullptr && *named != '\0' ? named : "/var/tmp";
}

// The peak memory of the process.
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

std::size_t whole_pages(std::size_t size) {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return (size + page - 1) / page * page;
}

std::string megabytes(std::uint64_t bytes) { return say((bytes + (1U << 20) - 1) >> 20, " MB"); }

}  // namespace

MemoryBound::~MemoryBound() {
  if (enforced_bound == this) enforced_bound = nullptr;
  if (window_ != nullptr) ::munmap(window_, window_size);
  if (file_ >= 0) ::close(file_);
}

std::uint64_t MemoryBound::held() {
  static const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  char line[128] = {};
  const ssize_t size = file < 0 ? 0 : ::pread(file, line, sizeof line - 1, 0);
  const char* const second = size > 0 ? std::strchr(line, ' ') : nullptr;
  if (second == nullptr) return 0;
  return std::strtoull(second, nullptr, 10) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

Result<void> MemoryBound::open_file() {
  const std::string folder = folder_for_waiting();
  file_ = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file_ < 0 && (errno == EOPNOTSUPP || errno == EISDIR)) {
    std::string path = folder + "/symkit-XXXXXX";
    file_ = ::mkostemp(path.data(), O_CLOEXEC);
    if (file_ >= 0) ::unlink(path.c_str());
  }
  if (file_ < 0) return fail(say(folder, ": no temporary file can be created: ", std::strerror(errno)));
  void* const window =
      ::mmap(nullptr, window_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_, 0);
  if (window == MAP_FAILED)
    return fail(say(folder, ": the temporary file cannot be mapped: ", std::strerror(errno)));
  window_ = window;
  return {};
}

// Disk space is reserved first: writing to a page that has none would end the process.
void* MemoryBound::take(std::size_t size) {
  const std::uint64_t now = held();
  if (now + size < bytes_ / 2) return nullptr;
  const std::scoped_lock lock(mutex_);
  if (error_) return nullptr;
  relieve_if_tight(now);
  if (file_ < 0)
    if (auto opened = open_file(); !opened) return error_ = opened.error(), nullptr;
  const std::size_t whole = whole_pages(size);
  if (void* const memory = spare(whole)) return memory;
  const int failure =
      whole > window_size - file_size_
          ? EFBIG
          : ::posix_fallocate(file_, static_cast<off_t>(file_size_), static_cast<off_t>(whole));
  if (failure != 0) {
    error_ = Error{say(folder_for_waiting(), ": the temporary file cannot grow to ",
                       megabytes(file_size_ + whole), ": ", std::strerror(failure))};
    return nullptr;
  }
  void* const memory = static_cast<char*>(window_.load()) + file_size_;
  file_size_ += whole;
  taken_.emplace(memory, whole);
  return memory;
}

bool MemoryBound::give_back(void* memory) {
  if (!is_from_here(memory)) return false;
  const std::scoped_lock lock(mutex_);
  const auto found = taken_.find(memory);
  if (found == taken_.end()) return false;
  ::madvise(memory, found->second, MADV_DONTNEED);
  spare_.emplace(found->second, memory);
  taken_.erase(found);
  return true;
}

// Memory that was given back and is not much larger.
void* MemoryBound::spare(std::size_t whole) {
  const auto found = spare_.lower_bound(whole);
  if (found == spare_.end() || found->first > whole / 4 * 5) return nullptr;
  void* const memory = found->second;
  taken_.emplace(memory, found->first);
  spare_.erase(found);
  return memory;
}

void MemoryBound::add_mapped(Bytes file) {
  const std::scoped_lock lock(mutex_);
  mapped_[file.data()] = file.size();
}

void MemoryBound::remove_mapped(Bytes file) {
  const std::scoped_lock lock(mutex_);
  mapped_.erase(file.data());
}

void MemoryBound::enforce() {
  enforced_bound = this;
  std::thread([this] {
    for (;; std::this_thread::sleep_for(between_looks)) relieve();
  }).detach();
}

// Written pages stay in the unnamed file; pages that were only read are in their own file. Much may be
// unable to leave: then it waits until half of what remains up to the limit is used as well.
void MemoryBound::relieve_if_tight(std::uint64_t now) {
  if (now > tight_) {
    for (const auto& [begin, size] : mapped_)
      ::madvise(const_cast<std::uint8_t*>(begin), size, MADV_DONTNEED);
    now = held();
    // Its pages cost more if they are written to again.
    if (window_ != nullptr && now > bytes_ / 2) {
      ::madvise(window_, file_size_, MADV_DONTNEED);
      now = held();
    }
    tight_ = std::max(usually_tight(), now + (bytes_ - std::min(now, bytes_)) / 2);
  }
  most_held_ = std::max<std::uint64_t>(most_held_, now);
}

void MemoryBound::relieve() {
  const std::uint64_t now = held();
  if (now < tight_ && now < most_held_) return;
  const std::scoped_lock lock(mutex_);
  relieve_if_tight(now);
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

// One input that was too large is no reason to refuse the next one.
void MemoryBound::begin_anew() {
  const std::scoped_lock lock(mutex_);
  error_.reset();
  most_held_ = 0;
  if (std::FILE* const file = std::fopen("/proc/self/clear_refs", "we"); file != nullptr) {
    std::fputs("5", file);  // resets the kernel's record of the peak
    std::fclose(file);
  }
}

}  // namespace symkit::io
