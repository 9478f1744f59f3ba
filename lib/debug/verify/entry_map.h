// Marks where entries begin in .debug_info, or in one unit of it: a bit for each byte, set by all workers
// at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace symkit::verify {

class EntryMap {
 public:
  EntryMap(std::uint64_t begin, std::uint64_t bytes)
      : begin_(begin), bytes_(bytes), words_(new std::atomic<std::uint64_t>[bytes / 64 + 1]()) {}

  void mark(std::uint64_t offset) {
    offset -= begin_;
    words_[offset / 64].fetch_or(std::uint64_t{1} << offset % 64, std::memory_order_relaxed);
  }
  bool is_entry(std::uint64_t offset) const {
    offset -= begin_;  // an offset before it becomes too large
    return offset < bytes_ && (words_[offset / 64].load(std::memory_order_relaxed) >> offset % 64 & 1) != 0;
  }

 private:
  std::uint64_t begin_;
  std::uint64_t bytes_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> words_;
};

}  // namespace symkit::verify
