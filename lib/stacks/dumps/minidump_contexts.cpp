#include "stacks/dumps/minidump_contexts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>

#include "ground/base/cursor.h"

namespace symkit::dumps {
namespace {

// Where the registers stand, by the numbers that DWARF gives them.
constexpr std::array<std::uint8_t, 17> context_x86_64 = {0, 2,  1,  3,  7,  6,  4,  5, 8,
                                                         9, 10, 11, 12, 13, 14, 15, 16};
constexpr std::uint8_t skipped = 0xff;
// edi esi ebx edx ecx eax ebp eip cs eflags esp
constexpr std::array<std::uint8_t, 11> context_x86 = {7, 6, 3, 2, 1, 0, 5, 8, skipped, skipped, 4};
// x0 to x30, sp, pc; r0 to r15
constexpr auto context_arm = [] {
  std::array<std::uint8_t, 33> order{};
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  return order;
}();

struct ContextLayout {
  Architecture architecture;
  std::size_t flags_at;
  std::array<std::uint32_t, 2> flags;  // either says that the context is this processor's
  std::size_t registers_at;
  unsigned register_size;
  std::span<const std::uint8_t> order;
  std::size_t size;  // of the whole context, at least
};

// ARM64 has two forms, which differ in their flags and behind the registers only: Windows', and an older one
// of Breakpad's.
constexpr std::array<ContextLayout, 4> contexts = {{
    {Architecture::X86_64, 48, {0x0010'0000, 0x0010'0000}, 120, 8, context_x86_64, 1232},
    {Architecture::X86, 0, {0x0001'0000, 0x0001'0000}, 156, 4, context_x86, 716},
    {Architecture::Arm64, 0, {0x0040'0000, 0x8000'0000}, 8, 8, context_arm, 796},
    {Architecture::Armv7, 0, {0x4000'0000, 0x0020'0000}, 4, 4, std::span(context_arm).first<16>(), 368},
}};

std::uint32_t context_flags(Bytes context, const ContextLayout& layout) {
  return Cursor(context, Endian::Little, layout.flags_at).u32();
}

bool is_context_of(Bytes context, const ContextLayout& layout) {
  const std::uint32_t flags = context_flags(context, layout);
  return std::ranges::any_of(layout.flags, [&](std::uint32_t mark) { return (flags & mark) != 0; });
}

// Thumb's instructions are at even addresses.
void clear_mark_of_thumb(unwind::Registers& registers) {
  constexpr unsigned code = 15;
  registers.set(code, registers.at(code).value_or(0) & ~std::uint64_t{1});
}

}  // namespace

std::optional<unwind::Registers> registers_in_context(Bytes context, Architecture architecture) {
  const auto layout = std::ranges::find(contexts, architecture, &ContextLayout::architecture);
  if (layout == contexts.end() || context.size() < layout->registers_at) return std::nullopt;
  // Some writers leave the flags out.
  if (context_flags(context, *layout) != 0 && !is_context_of(context, *layout)) return std::nullopt;
  Cursor at(context, Endian::Little, layout->registers_at);
  unwind::Registers registers;
  for (const std::uint8_t number : layout->order) {
    const std::uint64_t value = at.unsigned_of(layout->register_size);
    if (number != skipped) registers.set(number, value);
  }
  if (at.failed()) return std::nullopt;
  if (architecture == Architecture::Armv7) clear_mark_of_thumb(registers);
  return registers;
}

unwind::VectorRegisters vectors_in_context(Bytes context, Architecture architecture) {
  constexpr std::uint64_t of_x86 = 512, of_arm64 = 512;
  switch (architecture) {
    case Architecture::X86_64: return {architecture, slice(context, 256, of_x86)};
    case Architecture::X86: return {architecture, slice(context, 204, of_x86)};
    case Architecture::Arm64: {
      constexpr std::uint32_t older = 0x8000'0000;
      const bool is_older = (Cursor(context, Endian::Little).u32() & older) != 0;
      return {architecture, slice(context, is_older ? 284 : 272, of_arm64)};
    }
    default: return {};
  }
}

Architecture architecture_of_context(Bytes context) {
  const auto found = std::ranges::find_if(contexts, [&](const ContextLayout& one) {
    return context.size() >= one.size && is_context_of(context, one);
  });
  return found == contexts.end() ? Architecture::Unknown : found->architecture;
}

}  // namespace symkit::dumps
