#include "stacks/unwind/arm64_code.h"

#include <array>

#include "stacks/unwind/arm64_registers.h"

namespace symkit::unwind {
namespace {

std::int64_t sign_extended(std::uint32_t value, unsigned bits) {
  const std::uint32_t sign = 1U << (bits - 1);
  return static_cast<std::int64_t>(value ^ sign) - static_cast<std::int64_t>(sign);
}

// Of 12 bits, perhaps in units of 4096.
std::int64_t immediate(std::uint32_t bits) {
  const std::int64_t number = bits >> 10 & 0xfff;
  return (bits >> 22 & 1) != 0 ? number << 12 : number;
}

// Loads and stores of pairs: the registers' kind is in the upper bits.
struct PairKind {
  std::uint32_t bits = 0;
  std::int64_t size = 0;  // of a register
  bool is_vector = false;
};
constexpr std::array<PairKind, 3> pair_kinds = {{{0xa8, 8, false}, {0x6c, 8, true}, {0xac, 16, true}}};

const PairKind* pair_kind(std::uint32_t bits) {
  for (const PairKind& kind : pair_kinds)
    if ((bits >> 24 & 0xfe) == kind.bits) return &kind;
  return nullptr;
}

std::optional<Arm64Access> pair_access(std::uint32_t bits) {
  const PairKind* const kind = pair_kind(bits);
  if (kind == nullptr) return std::nullopt;
  const std::int64_t offset = sign_extended(bits >> 15 & 0x7f, 7) * kind->size;
  Arm64Access access{.is_load = (bits >> 22 & 1) != 0,
                     .is_vector = kind->is_vector,
                     .first = bits & 0x1f,
                     .second = bits >> 10 & 0x1f,
                     .base = bits >> 5 & 0x1f};
  const std::uint32_t way = bits >> 23 & 3;
  if (way == 0) return std::nullopt;
  if ((way & 1) != 0) access.moves_base = offset;
  if ((way & 2) != 0) access.offset = offset;
  return access;
}

// 64 bits each.
std::optional<Arm64Access> single_access(std::uint32_t bits) {
  Arm64Access access{.is_load = (bits >> 22 & 1) != 0,
                     .is_vector = (bits >> 26 & 1) != 0,
                     .first = bits & 0x1f,
                     .base = bits >> 5 & 0x1f};
  if ((bits & 0xfb80'0000) == 0xf900'0000) {
    access.offset = std::int64_t{bits >> 10 & 0xfff} * arm64::word;
    return access;
  }
  const std::uint32_t way = bits >> 10 & 3;
  if ((bits & 0xfba0'0000) != 0xf800'0000 || way == 2) return std::nullopt;
  const std::int64_t offset = sign_extended(bits >> 12 & 0x1ff, 9);
  if (way != 0) access.moves_base = offset;
  if (way != 1) access.offset = offset;
  return access;
}

}  // namespace

std::optional<Arm64Access> Arm64Instruction::access() const {
  auto found = pair_access(bits);
  return found ? found : single_access(bits);
}

std::optional<Arm64Instruction::Sum> Arm64Instruction::sum() const {
  constexpr std::uint32_t adds = 0x9100'0000, subtracts = 0xd100'0000;
  const std::uint32_t operation = bits & 0xff80'0000;
  if (operation != adds && operation != subtracts) return std::nullopt;
  const std::int64_t amount = immediate(bits);
  return Sum{bits & 0x1f, bits >> 5 & 0x1f, operation == adds ? amount : -amount};
}

// Also of the forms that check a signature.
bool Arm64Instruction::returns() const {
  return (bits & 0xffff'fc1f) == 0xd65f'0000 || (bits & 0xffff'fbff) == 0xd65f'0bff;
}

bool Arm64Instruction::calls() const { return bits >> 26 == 0x25 || (bits & 0xfeff'f000) == 0xd63f'0000; }

// b.cond; cbz, cbnz; tbz, tbnz
bool Arm64Instruction::branches_on_condition() const {
  return bits >> 24 == 0x54 || (bits & 0x7e00'0000) == 0x3400'0000 || (bits & 0x7e00'0000) == 0x3600'0000;
}

std::optional<std::int64_t> Arm64Instruction::branch() const {
  if (bits >> 26 != 5) return std::nullopt;
  return sign_extended(bits & 0x3ff'ffff, 26) * arm64::instruction;
}

bool Arm64Instruction::branches_to_register() const { return (bits & 0xfeff'f000) == 0xd61f'0000; }

}  // namespace symkit::unwind
