#include "stacks/values/entry_slot.h"

#include "files/dwarf/operations.h"
#include "ground/base/cursor.h"

namespace symkit::values {
namespace {

using enum dwarf::Operation;

std::optional<EntrySlot> register_slot(std::uint8_t code, Cursor& at) {
  if (code >= DW_OP_reg0 && code < DW_OP_reg0 + 32) return EntrySlot{.number = code - DW_OP_reg0};
  if (code == DW_OP_regx) return EntrySlot{.number = static_cast<std::int64_t>(at.uleb())};
  if (code != DW_OP_regval_type) return std::nullopt;
  EntrySlot slot{.number = static_cast<std::int64_t>(at.uleb())};
  slot.type = at.uleb();
  return slot;
}

std::optional<EntrySlot> if_all(std::optional<EntrySlot> slot, const Cursor& at) {
  return at.failed() || !at.at_end() ? std::nullopt : slot;
}

}  // namespace

std::optional<EntrySlot> entry_slot(Bytes expression) {
  Cursor at(expression, Endian::Little);
  const std::uint8_t code = at.u8();
  EntrySlot slot;
  if (code == DW_OP_fbreg) {
    slot = {.is_on_stack = true, .number = at.sleb()};
  } else if (code >= DW_OP_breg0 && code < DW_OP_breg0 + 32 && at.sleb() == 0) {
    slot = {.number = code - DW_OP_breg0, .is_referred = true};
  } else {
    return if_all(register_slot(code, at), at);
  }
  const std::uint8_t read = at.u8();
  if (read == DW_OP_deref_size) at.skip(1);
  return read == DW_OP_deref || read == DW_OP_deref_size ? if_all(slot, at) : std::nullopt;
}

std::optional<EntrySlot> passed_slot(Bytes expression, unsigned stack_pointer) {
  Cursor at(expression, Endian::Little);
  const std::uint8_t code = at.u8();
  if (code != DW_OP_breg0 + stack_pointer) return if_all(register_slot(code, at), at);
  return if_all(EntrySlot{.is_on_stack = true, .number = at.sleb()}, at);
}

}  // namespace symkit::values
