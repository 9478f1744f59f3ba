// Which blocks nothing leads to any more: from the words of the roots (data of images, stacks, registers) to
// the blocks that they point into, from those on to others. Any word that could be a pointer counts as one,
// also into the middle of a block: what is said to be out of reach is so, what is within reach may be by
// accident.
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

// Reads what can be read of the bytes from an address on; those that cannot become zeros.
using ReadMemory = std::function<void(std::uint64_t address, std::span<std::uint8_t> bytes)>;

struct Roots {
  std::vector<MemoryRange> ranges;
  // Data of the C library, whose allocator has pointers to the heads of pieces that are free. Such a head
  // begins within the last eight bytes of the block before it, if that needs them: it does not lead to that
  // block.
  std::vector<MemoryRange> allocator;
  std::vector<std::uint64_t> words;  // of registers
};

// A block out of reach. Indirect: others out of reach lead to it, so that it would go with them.
struct Unreached {
  std::uint64_t address = 0;
  bool is_indirect = false;
};

// `blocks`: by address. The result is by address, too. Words have `word_size` bytes.
std::vector<Unreached> find_unreached(std::span<const MemoryRange> blocks, const Roots& roots,
                                      const ReadMemory& read, unsigned word_size);

}  // namespace symkit::heap
