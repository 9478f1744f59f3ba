#include "stacks/dumps/core_registers.h"

#include <array>
#include <cstdint>
#include <span>

#include "ground/base/cursor.h"

namespace symkit::dumps {
namespace {

// The numbers that DWARF gives to the registers, in the order of the kernel's elf_gregset_t.
constexpr std::uint8_t none = 0xff;
constexpr std::array<std::uint8_t, 20> order_x86_64 = {15, 14, 13, 12, 6, 3,    11, 10,   9,    8,
                                                       0,  2,  1,  4,  5, none, 16, none, none, 7};
constexpr std::array<std::uint8_t, 16> order_x86 = {3,    1,    2,    6,    7, 5,    0,    none,
                                                    none, none, none, none, 8, none, none, 4};

// ebx ecx edx esi edi ebp eax ds es fs gs orig_eax eip cs eflags esp
static_assert(order_x86[12] == 8 && order_x86[15] == 4);
// … rdi orig_rax rip cs eflags rsp
static_assert(order_x86_64[16] == 16 && order_x86_64[19] == 7);

unwind::Registers in_order(Cursor& at, std::span<const std::uint8_t> order, unsigned size) {
  unwind::Registers registers;
  for (const std::uint8_t number : order) {
    const std::uint64_t value = at.unsigned_of(size);
    if (number != none) registers.set(number, value);
  }
  return registers;
}

// x0 to x30, sp and pc; r0 to r15.
unwind::Registers counted(Cursor& at, unsigned count, unsigned size) {
  unwind::Registers registers;
  for (unsigned number = 0; number < count; ++number) registers.set(number, at.unsigned_of(size));
  return registers;
}

unwind::Registers of_arm(Cursor& at) {
  constexpr unsigned code = 15, in_thumb = 0x20;
  unwind::Registers registers = counted(at, 16, 4);
  if ((at.u32() & in_thumb) != 0) registers.set(code, registers.at(code).value_or(0) & ~std::uint64_t{1});
  return registers;
}

// The code's address stands where x0 would, which is always zero.
unwind::Registers of_riscv(Cursor& at) {
  constexpr unsigned code = 32;
  unwind::Registers registers = counted(at, 32, 8);
  registers.set(code, registers.at(0).value_or(0));
  registers.set(0, 0);
  return registers;
}

}  // namespace

std::optional<unwind::Registers> general_registers(Bytes bytes, Architecture architecture) {
  Cursor at(bytes, Endian::Little);
  unwind::Registers registers;
  switch (architecture) {
    case Architecture::X86_64: registers = in_order(at, order_x86_64, 8); break;
    case Architecture::X86: registers = in_order(at, order_x86, 4); break;
    case Architecture::Arm64: registers = counted(at, 33, 8); break;
    case Architecture::Armv7: registers = of_arm(at); break;
    case Architecture::RiscV64: registers = of_riscv(at); break;
    default: return std::nullopt;
  }
  return at.failed() ? std::nullopt : std::optional(registers);
}

std::optional<unwind::Registers> registers_in_status(Bytes status, Architecture architecture) {
  const std::size_t begin = has_64_bit_addresses(architecture) ? 112 : 72;
  return status.size() < begin ? std::nullopt : general_registers(status.subspan(begin), architecture);
}

}  // namespace symkit::dumps
