// All distinct stacks: an event refers to its stack by number. Lookups take no lock; a new stack is
// written to the recording under a lock, with the images that it goes through.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "images.h"
#include "recording.h"

namespace symleak {

struct Frames {
  std::uint64_t addresses[format::most_frames];
  std::size_t count = 0;
  std::uint16_t flags = 0;
  // Found by frame pointers: whether these are valid is checked later.
  bool is_guess = false;

  // Returns false if there is no room, and the stack is truncated.
  bool add(std::uintptr_t address) {
    if (count == format::most_frames) {
      flags |= format::stack_is_cut;
      return false;
    }
    addresses[count++] = address;
    return true;
  }
  bool is_full() const { return count == format::most_frames; }
};

class StackTable {
 public:
  constexpr StackTable(Recording& recording, Images& images) : recording_(recording), images_(images) {}

  // The stack's number; 0 if there is no room for it.
  std::uint32_t number_of(const Frames& frames);
  // The number of a stack that was once the thread's last one, and is known to be unchanged if it begins
  // there; 0: it does not, or there was none. Stacks from before a fork are ignored.
  std::uint32_t number_of(const void* last_stack, std::uintptr_t begins_at) const;
  void forget();
  // Open blocks, including those of images, get their checksums; anything later begins another block.
  void close();

 private:
  struct Slot {
    std::atomic<std::uint64_t> hash;  // 0: empty
    const format::StackRecord* stack;
  };
  struct Table {
    std::uint64_t mask;
    Slot slots[];
  };
  static Table* make_table(std::uint64_t size);
  static const format::StackRecord* find(const Table& table, std::uint64_t hash, const Frames& frames,
                                         std::uint32_t generation);
  static bool is_same(const format::StackRecord& stack, const Frames& frames, std::uint32_t generation);
  static void put(Table& table, std::uint64_t hash, const format::StackRecord* stack);
  const format::StackRecord* add(std::uint64_t hash, const Frames& frames, std::uint32_t generation);
  bool make_room();
  format::StackRecord* write(const Frames& frames, std::uint32_t generation);

  Recording& recording_;
  Images& images_;
  std::uint32_t forks_ = 0;  // that led to this process: earlier stacks have other numbers
  std::atomic<Table*> table_{nullptr};
  Lock lock_;  // guards the members below
  std::uint32_t count_ = 0;
  format::BlockHeader* block_ = nullptr;
};

}  // namespace symleak
