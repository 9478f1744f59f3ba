// Where in .debug_info entries begin: a bit for each byte, set by all workers at once.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

namespace symkit::verify {

class EntryMap {
 public:
  explicit EntryMap(std::size_t bytes)
      : bytes_(bytes), words_(new std::atomic<std::uint64_t>[bytes / 64 + 1]()) {}

  void mark(std::uint64_t offset) {
    words_[offset / 64].fetch_or(std::uint64_t{1} << offset % 64, std::memory_order_relaxed);
  }
  bool is_entry(std::uint64_t offset) const {
    return offset < bytes_ && (words_[offset / 64].load(std::memory_order_relaxed) >> offset % 64 & 1) != 0;
  }

 private:
  std::size_t bytes_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> words_;
};

}  // namespace symkit::verify
