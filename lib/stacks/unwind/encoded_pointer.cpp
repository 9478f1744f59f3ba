#include "stacks/unwind/encoded_pointer.h"

namespace symkit::unwind {
namespace {

constexpr std::uint8_t value_mask = 0x0f, base_mask = 0x70, indirect = 0x80;

std::uint64_t read_value(Cursor& at, std::uint8_t encoding, unsigned address_size) {
  switch (encoding & value_mask) {
    case 0x00: return at.unsigned_of(address_size);
    case 0x01: return at.uleb();
    case 0x02: return at.u16();
    case 0x03: return at.u32();
    case 0x04: return at.u64();
    case 0x08: return at.unsigned_of(address_size);
    case 0x09: return static_cast<std::uint64_t>(at.sleb());
    case 0x0a: return static_cast<std::uint64_t>(static_cast<std::int16_t>(at.u16()));
    case 0x0b: return static_cast<std::uint64_t>(static_cast<std::int32_t>(at.u32()));
    case 0x0c: return at.u64();
    default: at.fail(); return 0;
  }
}

std::optional<std::uint64_t> base_of(std::uint8_t encoding, const PointerBases& bases, std::uint64_t offset) {
  switch (encoding & base_mask) {
    case 0x00: return 0;
    case 0x10: return bases.section + offset;
    case 0x30: return bases.data;
    case 0x40: return bases.function;
    default: return std::nullopt;  // relative to the code's section, or aligned: no compiler writes these
  }
}

}  // namespace

std::optional<std::uint64_t> read_pointer(Cursor& at, std::uint8_t encoding, unsigned address_size,
                                          const PointerBases& bases) {
  const auto base = base_of(encoding, bases, at.offset());
  const std::uint64_t value = read_value(at, encoding, address_size);
  if (!base || (encoding & indirect) != 0) at.fail();
  if (at.failed()) return std::nullopt;
  const std::uint64_t sum = value + *base;
  return address_size == 4 ? sum & UINT32_MAX : sum;
}

}  // namespace symkit::unwind
