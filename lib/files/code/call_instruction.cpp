#include "files/code/call_instruction.h"

#include <algorithm>
#include <array>

namespace symkit::code {
namespace {

// The bytes before an address, with tests on them.
class Before {
 public:
  Before(const Code& code, std::uint64_t address)
      : code_(code),
        address_(address),
        bytes_(code.bytes.first(static_cast<std::size_t>(address - code.begin))) {}

  bool has(std::size_t count) const { return bytes_.size() >= count; }
  // The byte at this distance before the address; it must exist.
  std::uint8_t byte(std::size_t back) const { return bytes_[bytes_.size() - back]; }
  // Little-endian, as instructions are on all processors here; 0 if not all bytes exist.
  std::uint32_t half(std::size_t back) const {
    return has(back) ? byte(back) | std::uint32_t{byte(back - 1)} << 8 : 0;
  }
  std::uint32_t word(std::size_t back) const { return has(back) ? half(back) | half(back - 2) << 16 : 0; }
  // Whether a call leads into code, relative to an instruction at this distance before the address.
  bool leads_into_code(std::size_t back, std::int64_t distance) const {
    const std::uint64_t target = address_ - back + static_cast<std::uint64_t>(distance);
    return target >= code_.first_target && target < code_.last_target;
  }
  std::uint64_t address() const { return address_; }

 private:
  const Code& code_;
  std::uint64_t address_;
  Bytes bytes_;
};

std::int64_t sign_extended(std::uint64_t value, unsigned bits) {
  const std::uint64_t sign = std::uint64_t{1} << (bits - 1);
  return static_cast<std::int64_t>((value ^ sign) - sign);
}

// The size of "FF /2" with this ModRM byte and the byte after it: a call through a register or memory.
std::size_t size_of_indirect_call(std::uint8_t modrm, std::uint8_t sib) {
  const unsigned mode = modrm >> 6, operand = modrm & 7;
  const bool has_sib = mode != 3 && operand == 4;
  std::size_t size = has_sib ? 3 : 2;
  if (mode == 1) size += 1;
  if (mode == 2) size += 4;
  if (mode == 0 && (operand == 5 || (has_sib && (sib & 7) == 5))) size += 4;
  return size;
}

bool is_x86_call(const Before& before) {
  constexpr std::uint8_t direct = 0xe8, group = 0xff;
  constexpr std::size_t direct_size = 5;
  if (before.has(direct_size) && before.byte(direct_size) == direct &&
      before.leads_into_code(0, sign_extended(before.word(4), 32)))
    return true;
  return std::ranges::any_of(std::array<std::size_t, 5>{2, 3, 4, 6, 7}, [&](std::size_t size) {
    if (!before.has(size) || before.byte(size) != group) return false;
    const std::uint8_t modrm = before.byte(size - 1);
    const std::uint8_t sib = size > 2 ? before.byte(size - 2) : 0;
    return (modrm >> 3 & 7) == 2 && size_of_indirect_call(modrm, sib) == size;
  });
}

bool is_arm64_call(const Before& before) {
  if (before.address() % 4 != 0 || !before.has(4)) return false;
  const std::uint32_t word = before.word(4);
  if ((word & 0xfc00'0000) == 0x9400'0000)  // bl
    return before.leads_into_code(4, sign_extended(std::uint64_t{word & 0x03ff'ffff} << 2, 28));
  return (word & 0xffff'fc1f) == 0xd63f'0000 ||  // blr
         (word & 0xffff'f81f) == 0xd63f'081f ||  // blraaz, blrabz
         (word & 0xffff'f800) == 0xd73f'0800;    // blraa, blrab
}

bool is_arm_call(const Before& before) {
  if (before.address() % 4 != 0 || !before.has(4)) return false;
  const std::uint32_t word = before.word(4);
  const std::int64_t distance = sign_extended(std::uint64_t{word & 0x00ff'ffff} << 2, 26) + 8;
  const bool always = word >> 28 == 0xf;
  if (!always && (word & 0x0f00'0000) == 0x0b00'0000) return before.leads_into_code(4, distance);  // bl
  if ((word & 0xfe00'0000) == 0xfa00'0000) return before.leads_into_code(4, distance);             // blx
  if (!always && (word & 0x0fff'fff0) == 0x012f'ff30) return true;                                 // blx reg
  return before.has(8) && (before.word(8) & 0x0fff'ffff) == 0x01a0'e00f;  // preceded by mov lr, pc
}

bool is_thumb_call(const Before& before) {
  if (before.address() % 2 != 0) return false;
  if (before.has(2) && (before.half(2) & 0xff87) == 0x4780) return true;  // blx reg
  if (!before.has(4) || (before.half(4) & 0xf800) != 0xf000) return false;
  const std::uint32_t high = before.half(4), low = before.half(2);
  const bool to_thumb = (low & 0xd000) == 0xd000;
  if (!to_thumb && (low & 0xd001) != 0xc000) return false;
  const std::uint32_t sign = high >> 10 & 1;
  const std::uint32_t i1 = ~(low >> 13 ^ sign) & 1, i2 = ~(low >> 11 ^ sign) & 1;
  const std::uint32_t distance = sign << 24 | i1 << 23 | i2 << 22 | (high & 0x3ff) << 12 | (low & 0x7ff) << 1;
  return before.leads_into_code(4, sign_extended(distance, 25) + 4);
}

bool is_riscv_call(const Before& before, bool is_64_bit) {
  if (before.address() % 2 != 0) return false;
  if (before.has(2)) {
    const std::uint32_t half = before.half(2);
    const bool has_register = (half >> 7 & 0x1f) != 0;
    if ((half & 0xf07f) == 0x9002 && has_register) return true;  // c.jalr
    if (!is_64_bit && (half & 0xe003) == 0x2001) return true;    // c.jal
  }
  if (!before.has(4)) return false;
  const std::uint32_t word = before.word(4), linked = word >> 7 & 0x1f;
  if (linked != 1 && linked != 5) return false;  // ra, or t0 for calls in prologues
  if ((word & 0x707f) == 0x67) return true;      // jalr
  if ((word & 0x7f) != 0x6f) return false;       // jal
  const std::uint32_t distance =
      (word >> 31 & 1) << 20 | (word >> 12 & 0xff) << 12 | (word >> 20 & 1) << 11 | (word >> 21 & 0x3ff) << 1;
  return before.leads_into_code(4, sign_extended(distance, 21));
}

enum class Kind : std::uint8_t { Unknown, X86, Arm64, Arm, RiscV };

Kind kind_of(Architecture architecture) {
  switch (architecture) {
    case Architecture::X86:
    case Architecture::X86_64:
    case Architecture::X86_64h: return Kind::X86;
    case Architecture::Arm64:
    case Architecture::Arm64e:
    case Architecture::Arm64_32: return Kind::Arm64;
    case Architecture::Armv6:
    case Architecture::Armv7:
    case Architecture::Armv7s:
    case Architecture::Armv7k: return Kind::Arm;
    case Architecture::RiscV32:
    case Architecture::RiscV64: return Kind::RiscV;
    default: return Kind::Unknown;
  }
}

}  // namespace

bool knows_calls(Architecture architecture) { return kind_of(architecture) != Kind::Unknown; }

bool stands_behind_call(const Code& code, std::uint64_t address, Architecture architecture) {
  const Kind kind = kind_of(architecture);
  const bool thumb = kind == Kind::Arm && (address & 1) != 0;
  if (thumb) --address;
  if (address < code.begin || address - code.begin > code.bytes.size()) return false;
  const Before before(code, address);
  switch (kind) {
    case Kind::X86: return is_x86_call(before);
    case Kind::Arm64: return is_arm64_call(before);
    case Kind::Arm: return is_thumb_call(before) || (!thumb && is_arm_call(before));
    case Kind::RiscV: return is_riscv_call(before, architecture == Architecture::RiscV64);
    case Kind::Unknown: return false;
  }
  return false;
}

bool stands_behind_padding(const Code& code, std::uint64_t address, Architecture architecture) {
  if (address <= code.begin || address - code.begin > code.bytes.size()) return false;
  const Before before(code, address);
  switch (kind_of(architecture)) {
    case Kind::X86: {  // nop, also the last byte of a long one; int3
      const std::uint8_t byte = before.byte(1);
      return byte == 0x90 || byte == 0xcc || byte == 0;
    }
    case Kind::Arm64: return before.word(4) == 0xd503'201f || before.word(4) == 0;
    case Kind::Arm:
      return before.half(2) == 0xbf00 || before.half(2) == 0 || before.word(4) == 0xe320'f000 ||
             before.word(4) == 0xe1a0'0000;
    case Kind::RiscV: return before.half(2) == 1 || before.half(2) == 0;  // c.nop; the end of nop
    case Kind::Unknown: return false;
  }
  return false;
}

}  // namespace symkit::code
