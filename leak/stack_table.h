// The stacks that have been seen, each once: what an event has of its stack is a number. Found without a
// lock; what is new is written to the recording under one, with the images that it goes through.
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
  // Taken from frame pointers: whether they were such shows only when they are looked at.
  bool is_guess = false;

  // False: there is no room for it, and the stack is cut.
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

  // Its number; 0 if there is no room for it.
  std::uint32_t number_of(const Frames& frames);
  // That of a stack which was the thread's last one once, and is known to have stayed if it begins there; 0:
  // it does not, or there was none. What comes from before a fork is not looked at.
  std::uint32_t number_of(const void* last_stack, std::uintptr_t begins_at) const;
  void forget();
  // What is open, of the images too, gets its checksum; what comes later begins another block.
  void close();

 private:
  struct Slot {
    std::atomic<std::uint64_t> hash;  // 0: nothing here
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
  std::uint32_t forks_ = 0;  // on the way to this process: stacks from before have other numbers
  std::atomic<Table*> table_{nullptr};
  Lock lock_;  // of what follows
  std::uint32_t count_ = 0;
  format::BlockHeader* block_ = nullptr;
};

}  // namespace symleak
