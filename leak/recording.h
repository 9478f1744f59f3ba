// The file that is recorded into. It is mapped, and grows by windows: what has been written stays when the
// process is killed at any moment. No descriptor is kept, since programs close those that they do not know;
// where the disk is full, or the file out of reach, the recording ends and the program goes on.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reports/heap/format.h"
#include "system.h"

namespace symleak {

namespace format = symkit::heap::format;

class Recording {
 public:
  // False: there can be none. `parent`: 0, or of which process this one was forked.
  bool start(const char* path, std::uint32_t parent, std::uint64_t sample, format::Stacks stacks);
  // In the child of a fork: nothing of the parent's is touched any more.
  void forget();
  void end(format::Ended how);

  // A new block, its header written; nullptr if there is no room, now and for ever.
  format::BlockHeader* claim(format::BlockKind kind);
  // Nothing will be added to it.
  static void close(format::BlockHeader* block);
  // The same, and nobody will look at it again: its memory goes, and what it says stays in the file.
  static void close_for_good(format::BlockHeader* block);

  const char* path() const { return path_; }
  format::Header* header() const { return header_; }
  std::uint64_t now() const;  // nanoseconds since the beginning, to some milliseconds

 private:
  static constexpr std::uint64_t first_window = 1 << 20;

  bool name_file(const char* path);
  bool has_window(std::uint64_t begin);
  bool grow(std::uint64_t begin, std::uint64_t size);

  char path_[4096] = {};
  std::uint64_t device_ = 0;
  std::uint64_t inode_ = 0;
  format::Header* header_ = nullptr;
  Lock lock_;  // of what follows
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
