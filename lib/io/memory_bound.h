// A bound on what this process may hold in memory. What can wait goes into a file without a name, whose pages
// leave memory when it becomes tight, and come back when they are read.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <new>
#include <optional>
#include <string>

#include "base/result.h"

namespace symkit::io {

class MemoryBound {
 public:
  // The file is made in $TMPDIR, or /var/tmp, when it is first needed.
  explicit MemoryBound(std::uint64_t bytes) : bytes_(bytes) {}
  MemoryBound(const MemoryBound&) = delete;
  MemoryBound& operator=(const MemoryBound&) = delete;
  ~MemoryBound();

  // What the process holds now, pages of mapped files included.
  static std::uint64_t held();

  // Memory that can wait; null where there is room enough, or none on the disk (see result).
  void* take(std::size_t size);
  // False where it is not from here.
  bool give_back(void* memory);

  // To be called now and then, from any thread: where memory is tight, all that can wait leaves it, and what
  // `release` can do is done. What the process holds then counts against the bound.
  void relieve(const std::function<void()>& release);
  bool is_exceeded() const { return most_held_ > bytes_; }
  // What went wrong: the bound cannot be kept, or the disk is full.
  Result<void> result() const;

 private:
  Result<int> open_file();

  std::uint64_t bytes_;
  std::atomic<std::uint64_t> most_held_ = 0;
  mutable std::mutex mutex_;
  int file_ = -1;
  std::uint64_t file_size_ = 0;
  std::map<void*, std::size_t> taken_;
  std::optional<Error> error_;
};

// Of a container whose elements can wait; null: none can.
template <class T>
struct WaitingMemory {
  using value_type = T;
  WaitingMemory() = default;
  explicit WaitingMemory(MemoryBound* its_bound) : bound(its_bound) {}
  template <class Other>
  explicit WaitingMemory(const WaitingMemory<Other>& other) : bound(other.bound) {}

  T* allocate(std::size_t count) {
    void* const memory = bound == nullptr ? nullptr : bound->take(count * sizeof(T));
    return static_cast<T*>(memory == nullptr ? ::operator new(count * sizeof(T)) : memory);
  }
  void deallocate(T* memory, std::size_t /*count*/) {
    if (bound == nullptr || !bound->give_back(memory)) ::operator delete(memory);
  }
  bool operator==(const WaitingMemory&) const = default;

  MemoryBound* bound = nullptr;
};

}  // namespace symkit::io
