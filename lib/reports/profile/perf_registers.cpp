#include "reports/profile/perf_registers.h"

#include <array>
#include <bit>
#include <optional>

namespace symkit::profile::perf {
namespace {

constexpr std::uint64_t of_32_bits = 1;
constexpr std::uint8_t other = 0xff;

// The numbers of DWARF, in perf's order: ax bx cx dx si di bp sp ip, flags and segments, r8 to r15.
constexpr std::array<std::uint8_t, 24> of_x86_64 = {0,  3,     2,     1,     4,     5,     6,     7,
                                                    16, other, other, other, other, other, other, other,
                                                    8,  9,     10,    11,    12,    13,    14,    15};
constexpr std::array<std::uint8_t, 9> of_x86 = {0, 3, 1, 2, 6, 7, 5, 4, 8};

// Arm's are in the order of DWARF, and RISC-V's but for the first.
std::uint8_t number_of(unsigned bit, Architecture architecture) {
  constexpr unsigned arm64_count = 33, arm_count = 16, riscv_count = 32, riscv_code = 32;
  switch (architecture) {
    case Architecture::X86_64: return bit < of_x86_64.size() ? of_x86_64[bit] : other;
    case Architecture::X86: return bit < of_x86.size() ? of_x86[bit] : other;
    case Architecture::Arm64: return bit < arm64_count ? static_cast<std::uint8_t>(bit) : other;
    case Architecture::RiscV64:
      return bit == 0 ? riscv_code : bit < riscv_count ? static_cast<std::uint8_t>(bit) : other;
    default: return bit < arm_count ? static_cast<std::uint8_t>(bit) : other;
  }
}

// By the registers that perf records there.
Architecture machine_by(std::uint64_t registers) {
  switch (registers) {
    case 0xff0fff: return Architecture::X86_64;
    case 0x1ffffffff: return Architecture::Arm64;
    case 0xffff: return Architecture::Armv7;
    case 0xfff: return Architecture::X86;
    default: return Architecture::Unknown;
  }
}

}  // namespace

Architecture architecture_of(const File& file, const Sample& sample) {
  if (sample.registers_of == 0) return Architecture::Unknown;
  Architecture machine = file.architecture;
  if (machine == Architecture::Unknown) machine = machine_by(file.events[sample.event].user_registers);
  const bool is_narrow = sample.registers_of == of_32_bits;
  switch (machine) {
    case Architecture::X86_64:
    case Architecture::X86: return is_narrow ? Architecture::X86 : Architecture::X86_64;
    case Architecture::Arm64:
    case Architecture::Armv6:
    case Architecture::Armv7: return is_narrow ? Architecture::Armv7 : Architecture::Arm64;
    case Architecture::RiscV64: return is_narrow ? Architecture::Unknown : Architecture::RiscV64;
    default: return Architecture::Unknown;
  }
}

unwind::Registers registers_of(const File& file, const Sample& sample, Architecture architecture) {
  unwind::Registers registers;
  Cursor at = sample.registers;
  const std::uint64_t recorded = file.events[sample.event].user_registers;
  for (std::uint64_t left = recorded; left != 0; left &= left - 1) {
    const auto bit = static_cast<unsigned>(std::countr_zero(left));
    const std::uint64_t value = at.u64();
    const std::uint8_t number = number_of(bit, architecture);
    if (number == other || at.failed()) continue;
    registers.set(number, has_64_bit_addresses(architecture) ? value : value & UINT32_MAX);
  }
  return registers;
}

}  // namespace symkit::profile::perf
