// A limit on this process's memory. Large allocations are in an unnamed file, whose pages leave memory
// when it becomes tight and come back when touched; so do pages of mapped files. Code that uses the
// memory need not know about it.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

#include "ground/base/bytes.h"
#include "ground/base/result.h"

namespace symkit::io {

class MemoryBound {
 public:
  // The file is created in $TMPDIR, or /var/tmp, when it is first needed.
  explicit MemoryBound(std::uint64_t bytes) : bytes_(bytes) {}
  MemoryBound(const MemoryBound&) = delete;
  MemoryBound& operator=(const MemoryBound&) = delete;
  ~MemoryBound();

  // Makes it the limit of the process, watched by a thread: it must stay until the process ends. symprep
  // also has its operator new allocate from here.
  void enforce();
  static MemoryBound* enforced() { return enforced_bound.load(std::memory_order_relaxed); }

  // The memory that the process uses now, including pages of mapped files.
  static std::uint64_t held();

  // Memory whose pages can leave; null if there is enough memory, or no room on the disk (see result()).
  void* take(std::size_t size);
  // False if the memory is not from here.
  bool give_back(void* memory);

  // Files mapped for reading: their pages can leave as well.
  void add_mapped(Bytes file);
  void remove_mapped(Bytes file);

  // If memory is tight, releases all pages that can leave; what the process still holds counts against
  // the limit. To be called also by code that does much between two checks of the thread.
  void relieve();
  bool is_exceeded() const { return most_held_ > bytes_; }
  // The error since it began or since begin_anew(): the limit could not be kept, or the disk is full.
  Result<void> result() const;
  void begin_anew();

 private:
  Result<void> open_file();
  void* spare(std::size_t whole);
  std::uint64_t usually_tight() const { return bytes_ / 16 * 11; }
  void relieve_if_tight(std::uint64_t now);
  bool is_from_here(const void* memory) const {
    const auto* const begin = static_cast<const char*>(window_.load());
    return begin != nullptr && memory >= begin && memory < begin + window_size;
  }

  static constexpr std::size_t window_size = std::size_t{1}
                                             << 38;  // only addresses; memory is used when written to
  static inline std::atomic<MemoryBound*> enforced_bound = nullptr;

  std::uint64_t bytes_;
  std::atomic<std::uint64_t> most_held_ = 0;
  std::atomic<std::uint64_t> tight_ = usually_tight();
  mutable std::mutex mutex_;
  int file_ = -1;
  std::atomic<void*> window_ = nullptr;  // mapping of the file
  std::size_t file_size_ = 0;
  std::map<void*, std::size_t> taken_;
  std::multimap<std::size_t, void*> spare_;  // given back
  std::map<const std::uint8_t*, std::size_t> mapped_;
  std::optional<Error> error_;
};

// To be called by workers once for every piece of work; it costs nothing if there is no limit.
inline void relieve_memory() {
  if (MemoryBound* const bound = MemoryBound::enforced()) bound->relieve();
}
// Whether the limit was exceeded, so that the remaining work is pointless.
inline bool is_memory_exceeded() {
  const MemoryBound* const bound = MemoryBound::enforced();
  return bound != nullptr && bound->is_exceeded();
}
inline void begin_within_memory() {
  if (MemoryBound* const bound = MemoryBound::enforced()) bound->begin_anew();
}
inline Result<void> memory_result() {
  const MemoryBound* const bound = MemoryBound::enforced();
  return bound == nullptr ? Result<void>() : bound->result();
}

}  // namespace symkit::io
