// rooms: base index unwind
// Any bytes at all as unwind tables, as the rules in them, and as expressions: entries hold what they are
// found for, and every program and expression ends.
#include <algorithm>
#include <cstdint>

#include "ground/base/bytes.h"
#include "keep/index/unwind_rows.h"
#include "stacks/unwind/frame_step.h"
#include "stacks/unwind/frame_table.h"
#include "stacks/unwind/sorted_entries.h"
#include "stacks/unwind/stored_rules.h"
#include "support/fuzz_require.h"
#include "support/repeated_memory.h"

using namespace symkit;

namespace {

void leave(const unwind::FrameEntry& entry, std::uint64_t address, const unwind::Memory& memory) {
  const auto rules = unwind::rules_at(entry, address);
  if (!rules) return;
  for (const Architecture architecture : {Architecture::X86_64, Architecture::X86, Architecture::Arm64}) {
    unwind::Registers registers;
    for (unsigned i = 0; i < unwind::Registers::count; ++i) registers.set(i, address + i * 8);
    const unwind::Processor& processor = *unwind::processor_of(architecture);
    const auto caller =
        unwind::caller_by_rules(*rules, entry.return_register, {registers, memory, processor});
    fuzz::require(!caller || caller->is_outermost || caller->registers.at(processor.code).has_value());
  }
}

// As an index has them.
void read_stored_rows(Bytes bytes) {
  const index::UnwindRows rows(bytes);
  for (std::uint64_t offset = 0; offset < 256; ++offset) {
    const auto rule = rows.rule_at({offset});
    const auto read = unwind::read_stored(rule.value_or(bytes));
    if (read) fuzz::require(unwind::read_stored(unwind::stored(*read)).has_value());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t address = 0x1000;
  if (size < 2) return 0;
  const Bytes bytes(data + 2, size - 2);
  const Bytes sorted = bytes.first(std::min<std::size_t>(bytes.size(), data[0]));
  const fuzz::RepeatedMemory memory(bytes);
  read_stored_rows(bytes);
  const unwind::FrameSection section{.data = bytes,
                                     .address = address,
                                     .is_debug_frame = (data[1] & 1) != 0,
                                     .address_size = (data[1] & 2) != 0 ? 4U : 8U};
  for (const unwind::SortedEntries& entries :
       {unwind::SortedEntries(),
        unwind::SortedEntries(sorted, address, section.endian, section.address_size)}) {
    const unwind::FrameTable table(section, entries);
    for (std::uint64_t offset = 0; const auto record = unwind::read_record(section, offset);) {
      fuzz::require(record->next > offset);
      offset = record->next;
      if (!record->entry || record->entry->begin == record->entry->end) continue;
      const auto found = table.find(record->entry->begin);
      fuzz::require(!found || (found->begin <= record->entry->begin && record->entry->begin < found->end));
      leave(*record->entry, record->entry->begin, memory);
      leave(*record->entry, record->entry->end - 1, memory);
    }
  }
  return 0;
}
