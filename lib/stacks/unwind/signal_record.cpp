#include "stacks/unwind/signal_record.h"

#include <algorithm>
#include <array>
#include <span>

#include "files/code/signal_trampoline.h"

namespace symkit::unwind {
namespace {

constexpr std::uint8_t skipped = 0xff;

// The registers' numbers, in the order of the record.
constexpr std::array<std::uint8_t, 17> of_x86_64 = {8, 9, 10, 11, 12, 13, 14, 15, 5, 4, 6, 3, 1, 0, 2, 7, 16};
constexpr std::array<std::uint8_t, 11> of_x86 = {7, 6, 5, 4, 3, 2, 1, 0, skipped, skipped, 8};

template <std::size_t Count>
constexpr std::array<std::uint8_t, Count> counted() {
  std::array<std::uint8_t, Count> order = {};
  for (std::size_t i = 0; i < Count; ++i) order[i] = static_cast<std::uint8_t>(i);
  return order;
}
constexpr auto of_arm64 = counted<33>();
constexpr auto of_arm = counted<16>();
constexpr auto of_riscv = [] {
  auto order = counted<32>();
  order[0] = 32;  // the code's address stands where x0 would
  return order;
}();

// The system call's number tells an older record from one that begins with the signal's information.
constexpr std::uint8_t with_information = 0xad;

struct Record {
  std::uint64_t offset = 0;  // from the stack pointer to the first register
  std::span<const std::uint8_t> order = {};
};

std::optional<Record> record_of(Architecture architecture, Bytes code) {
  constexpr std::uint64_t information = 128;
  const Bytes beginning = code.first(std::min<std::size_t>(code.size(), 4));
  const bool is_long = std::ranges::find(beginning, with_information) != beginning.end();
  switch (architecture) {
    case Architecture::X86_64: return Record{40, of_x86_64};
    case Architecture::X86: return is_long ? Record{12 + information + 36, of_x86} : Record{20, of_x86};
    case Architecture::Arm64: return Record{information + 184, of_arm64};
    case Architecture::Armv7: return is_long ? Record{information + 32, of_arm} : Record{32, of_arm};
    case Architecture::RiscV64: return Record{information + 176, of_riscv};
    default: return std::nullopt;
  }
}

// Whether Linux' kernel may have written what is there, by fields that have few values on x86_64.
bool looks_written_by_kernel(std::uint64_t stack, const Memory& memory) {
  constexpr std::uint64_t known_flags = 0xf, flags_always_set = 2, longest_flags = 0x40'0000,
                          user_code = 0x33;
  constexpr std::uint64_t to_link = 8, to_flags_of_processor = 176, to_segments = 184;
  const auto flags = memory.number(stack, 8), link = memory.number(stack + to_link, 8);
  const auto of_processor = memory.number(stack + to_flags_of_processor, 8);
  const auto code_segment = memory.number(stack + to_segments, 2);
  return flags && (*flags & ~known_flags) == 0 && link == 0 && of_processor &&
         (*of_processor & flags_always_set) != 0 && *of_processor < longest_flags &&
         code_segment == user_code;
}

bool is_trampoline(Bytes code, std::uint64_t stack, const Memory& memory, Architecture architecture) {
  // Small dumps have no code.
  if (code.empty()) return architecture == Architecture::X86_64 && looks_written_by_kernel(stack, memory);
  return code::trampoline_size(code, architecture) != 0;
}

}  // namespace

std::optional<Registers> interrupted_registers(std::uint64_t code, std::uint64_t stack, const Memory& memory,
                                               const Processor& processor) {
  constexpr std::uint64_t thumb_bit = 1;
  const bool is_arm = processor.architecture == Architecture::Armv7;
  const Bytes bytes = memory.at(is_arm ? code & ~thumb_bit : code, code::longest_trampoline);
  if (!is_trampoline(bytes, stack, memory, processor.architecture)) return std::nullopt;
  const auto record = record_of(processor.architecture, bytes);
  if (!record) return std::nullopt;
  Registers registers;
  std::uint64_t at = stack + record->offset;
  for (const std::uint8_t number : record->order) {
    const auto value = memory.number(at, processor.address_size);
    if (!value) return std::nullopt;
    if (number != skipped) registers.set(number, *value);
    at += processor.address_size;
  }
  if (is_arm) registers.set(processor.code, *registers.at(processor.code) & ~thumb_bit);
  return registers;
}

}  // namespace symkit::unwind
