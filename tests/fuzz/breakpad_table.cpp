// rooms: base unwind
// Any text at all as a Breakpad symbol file that frames are left by: every line is left out or used, every
// expression ends, and callers have what the next step needs.
#include "stacks/unwind/breakpad_table.h"

#include <cstdint>
#include <string_view>

#include "ground/base/bytes.h"
#include "support/exact_buffer.h"
#include "support/fuzz_require.h"
#include "support/repeated_memory.h"

using namespace symkit;

namespace {

void leave(const unwind::BreakpadTable& table, const unwind::Processor& processor, std::uint64_t address,
           const unwind::Memory& memory) {
  unwind::Registers registers;
  for (unsigned i = 0; i < unwind::Registers::count; ++i) registers.set(i, address + i * 4);
  for (const bool has_called : {false, true}) {
    const auto step = table.step({address, has_called, 8}, {registers, memory, processor});
    if (!step || !step->caller || step->caller->is_outermost) continue;
    fuzz::require(table.has_function(address));
    fuzz::require(step->caller->registers.at(processor.code).has_value());
    fuzz::require(step->caller->registers.at(processor.stack).has_value());
  }
  table.parameters_at(address);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::uint64_t farthest = 0x60;
  const test::ExactBuffer exact({data, size});
  const fuzz::RepeatedMemory memory(exact.bytes());
  std::size_t read = 0;
  for (const Architecture architecture :
       {Architecture::X86, Architecture::X86_64, Architecture::Arm64, Architecture::Armv7}) {
    read = 0;
    const unwind::BreakpadTable table(
        {.text = as_text(exact.bytes()), .has_read = [&](std::string_view part) { read += part.size(); }},
        architecture, 0x10);
    fuzz::require(read == size);
    const unwind::Processor& processor = *unwind::processor_of(architecture);
    for (std::uint64_t address = 0; address < farthest; address += 4)
      leave(table, processor, address, memory);
  }
  return 0;
}
