// Finds unreachable blocks: follows the words of the roots (data of images, stacks, registers) to the
// blocks that they point into, and from those to others. Any word that may be a pointer counts as one,
// also into the middle of a block: a block reported as unreachable is so, while a reachable one may be so
// by accident.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace symkit::heap {

struct MemoryRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// Reads memory from an address on; unreadable bytes become zeros.
using ReadMemory = std::function<void(std::uint64_t address, std::span<std::uint8_t> bytes)>;

struct Roots {
  std::vector<MemoryRange> ranges;
  // Data of the C library, whose allocator points to the headers of free pieces. Such a header may begin
  // within the last eight bytes of the block before it, and must not count as a pointer to that block.
  std::vector<MemoryRange> allocator;
  std::vector<std::uint64_t> words;  // of registers
  // Unused parts of stacks, by address. What finished calls have left there leads nowhere, also where a
  // stack is part of a range or of a block.
  std::vector<MemoryRange> unused = {};
};

// An unreachable block. Indirect: other unreachable blocks point to it, so it would be freed with them.
struct Unreached {
  std::uint64_t address = 0;
  bool is_indirect = false;
};

// `blocks` and the result are sorted by address. Words have `word_size` bytes.
std::vector<Unreached> find_unreached(std::span<const MemoryRange> blocks, const Roots& roots,
                                      const ReadMemory& read, unsigned word_size);

}  // namespace symkit::heap
