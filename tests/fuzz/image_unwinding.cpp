// rooms: base unwind
// Any bytes at all as the unwind tables of Mach-O and Windows images, and as the code that these describe:
// entries hold what they are found for, every step ends, callers have an address, and all of it can be kept.
// The same bytes are also code without a table.
#include <algorithm>
#include <array>
#include <cstdint>

#include "ground/base/bytes.h"
#include "ground/base/cursor.h"
#include "stacks/unwind/compact_table.h"
#include "stacks/unwind/processor.h"
#include "stacks/unwind/stored_draft.h"
#include "stacks/unwind/windows_arm64_table.h"
#include "stacks/unwind/windows_table.h"
#include "stacks/unwind/x86_path.h"
#include "support/exact_buffer.h"
#include "support/fuzz_require.h"
#include "support/repeated_memory.h"

using namespace symkit;

namespace {

class Steps {
 public:
  Steps(Architecture architecture, const unwind::Memory& memory)
      : processor_(*unwind::processor_of(architecture)), memory_(memory) {}

  void each(const unwind::Table& table, std::uint64_t address) {
    unwind::Registers registers;
    for (unsigned i = 0; i < unwind::Registers::count; ++i) registers.set(i, address + i * 8);
    registers.set(processor_.code, bias + address);
    for (const bool has_called : {false, true}) {
      const auto step = table.step({address, has_called}, {registers, memory_, processor_});
      if (!step || !step->caller || step->caller->is_outermost) continue;
      fuzz::require(step->caller->registers.at(processor_.code).has_value());
      fuzz::require(step->caller->registers.at(processor_.stack).has_value());
    }
  }

 private:
  static constexpr std::uint64_t bias = 0x1'0000'0000;

  const unwind::Processor& processor_;
  const unwind::Memory& memory_;
};

void keep(const unwind::Table& table) {
  unwind::StoredDraft draft({});
  table.store(draft);
  const auto rows = draft.encode();
  fuzz::require(rows.empty() == (draft.count() == 0));
}

// Code without a table: its ways end, whatever it is.
void follow_ways(Architecture architecture, const unwind::Memory& memory) {
  constexpr std::uint64_t code = 0x1'0000, stack = 0x2'0000;
  const unwind::Processor& processor = *unwind::processor_of(architecture);
  unwind::Registers registers;
  for (unsigned i = 0; i < unwind::Registers::count; ++i) registers.set(i, stack + i * 8);
  registers.set(processor.code, code);
  for (std::size_t left : {std::size_t{0}, std::size_t{50'000}}) {
    const unwind::Surroundings where{registers, memory, processor};
    for (const auto& caller :
         {unwind::caller_by_way_to_return(where, left, [](std::uint64_t) { return true; }),
          unwind::caller_by_way_from_call(where, left, stack + 8)}) {
      if (!caller) continue;
      fuzz::require(caller->at(processor.code).has_value() && caller->at(processor.stack).has_value());
    }
    fuzz::require(left <= 50'000);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t head = 2, step = 4;
  if (size < head) return 0;
  const test::ExactBuffer exact({data + head, size - head});
  const Bytes bytes = exact.bytes();
  const fuzz::RepeatedMemory memory(bytes);
  const auto at = [&](std::uint32_t address) {
    return address < bytes.size() ? bytes.subspan(address) : Bytes();
  };
  const Bytes beginning = bytes.first(std::min<std::size_t>(bytes.size(), data[0] * std::size_t{64}));
  // The numbers of the tables themselves are the addresses that they are asked for.
  const std::size_t most = std::min<std::size_t>(bytes.size(), 1024);
  unwind::CompactImage image{.unwind_info = beginning, .frames = {.data = bytes}};
  if ((data[1] & 1) != 0) image.functions = {0, most / 2, most};
  image.code = [&](std::uint64_t address) { return at(static_cast<std::uint32_t>(address)); };
  for (const Architecture one : {Architecture::X86_64, Architecture::X86, Architecture::Arm64}) {
    image.processor = unwind::processor_of(one);
    keep(unwind::CompactTable(image));
  }
  const unwind::CompactEntries entries(beginning);
  const unwind::CompactTable compact(image);
  const unwind::WindowsArm64Table windows_arm64(beginning, at);
  const unwind::WindowsTable windows(beginning, at);
  keep(windows_arm64);
  keep(windows);
  for (std::size_t i = 0; i + step <= most; i += step) {
    const std::uint64_t address = Cursor(bytes, Endian::Little, i).u32() & 0xff'ffffU;
    if (const auto entry = entries.find(address)) fuzz::require(entry->begin <= address);
    for (const Architecture one : {Architecture::X86_64, Architecture::X86, Architecture::Arm64})
      Steps(one, memory).each(compact, address);
    Steps(Architecture::Arm64, memory).each(windows_arm64, address);
    Steps(Architecture::X86_64, memory).each(windows, address);
  }
  follow_ways(Architecture::X86_64, memory);
  follow_ways(Architecture::X86, memory);
  return 0;
}
