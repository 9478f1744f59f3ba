// A Mach-O image that a test has made: its unwind table, its code, and a frame in it.
#pragma once

#include <doctest/doctest.h>
#include <initializer_list>
#include <vector>

#include "memory_of.h"
#include "stacks/unwind/compact_table.h"
#include "stacks/unwind/processor.h"
#include "support/assembler.h"

namespace symkit::unwind {

inline constexpr std::uint64_t mac_base = 0x1'0000'0000, mac_stack = 0x7000, mac_caller = mac_base + 0x5004;

class MacImage {
 public:
  explicit MacImage(Architecture architecture) : processor(*processor_of(architecture)) {
    registers.set(processor.stack, mac_stack);
    if (processor.link) registers.set(*processor.link, mac_caller);
  }

  // In the order of their addresses; the last one has the end.
  void function(std::uint64_t begin, std::uint32_t encoding) { functions_.push_back({begin, encoding}); }

  // All in one page that has their encodings itself.
  test::Buffer table() const {
    test::Assembler made;
    const auto count = functions_.size();
    made.u32(1).u32(28).u32(0).u32(28).u32(0).u32(28).u32(2);
    made.u32(functions_.front().begin).u32(52).u32(0);
    made.u32(functions_.back().begin).u32(0).u32(0);
    made.u32(2).u16(8).u16(count - 1);
    for (std::size_t i = 0; i + 1 < count; ++i) made.u32(functions_[i].begin).u32(functions_[i].encoding);
    return made.finish();
  }

  void code(std::uint64_t place, const std::vector<std::uint8_t>& bytes) {
    memory.add(mac_base + place, bytes);
  }
  void instructions(std::uint64_t place, std::initializer_list<std::uint32_t> words) {
    for (const std::uint32_t word : words) {
      code(place, test::Assembler().u32(word).finish());
      place += 4;
    }
  }

  std::optional<Step> step(std::uint64_t place, bool has_called = false) {
    const test::Buffer made = functions_.empty() ? test::Buffer() : table();
    image.unwind_info = made;
    registers.set(processor.code, mac_base + place + (has_called ? 1 : 0));
    return CompactTable(image).step({place, has_called}, {registers, memory, processor});
  }
  Registers caller(std::uint64_t place, bool has_called = false) {
    const auto found = step(place, has_called);
    REQUIRE(found);
    REQUIRE(found->caller);
    return found->caller->registers;
  }

  const Processor& processor;
  MemoryOf memory;
  Registers registers;
  CompactImage image;

 private:
  struct Function {
    std::uint64_t begin = 0;
    std::uint32_t encoding = 0;
  };
  std::vector<Function> functions_;
};

}  // namespace symkit::unwind
