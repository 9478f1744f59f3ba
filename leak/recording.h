// The recording file. It is mapped, and grows by windows: what was written remains if the process is
// killed at any moment. No descriptor is kept open, since programs close descriptors that they do not
// know. If the disk is full or the file cannot be reached, the recording ends and the program continues.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reports/heap/format.h"
#include "system.h"

namespace symleak {

namespace format = symkit::heap::format;

class Recording {
 public:
  // Returns false if there can be no recording. `parent`: the process from which this one was forked, or
  // 0.
  bool start(const char* path, std::uint32_t parent, std::uint64_t sample, format::Stacks stacks);
  // Called in the child of a fork: the parent's data is not touched any more.
  void forget();
  void end(format::Ended how);

  // A new block with its header written; nullptr if there is no room, now or later.
  format::BlockHeader* claim(format::BlockKind kind);
  // Marks a block as complete.
  static void close(format::BlockHeader* block);
  // The same for a block that will not be used again: its memory is freed, its content remains in the
  // file.
  static void close_for_good(format::BlockHeader* block);

  const char* path() const { return path_; }
  format::Header* header() const { return header_; }
  std::uint64_t now() const;  // nanoseconds since the beginning, with a resolution of some milliseconds

 private:
  static constexpr std::uint64_t first_window = 1 << 20;

  bool name_file(const char* path);
  bool has_window(std::uint64_t begin);
  bool grow(std::uint64_t begin, std::uint64_t size);

  char path_[4096] = {};
  std::uint64_t device_ = 0;
  std::uint64_t inode_ = 0;
  format::Header* header_ = nullptr;
  Lock lock_;  // guards the members below
  std::uint64_t window_begin_ = 0;
  std::uint64_t window_end_ = 0;
  unsigned char* window_ = nullptr;
  std::uint64_t window_size_ = first_window;
  bool is_full_ = false;
};

inline unsigned char* contents_of(format::BlockHeader* block) {
  return reinterpret_cast<unsigned char*>(block + 1);
}

}  // namespace symleak
