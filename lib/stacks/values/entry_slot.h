// Where an argument is as a function is entered.
#pragma once

#include <cstdint>
#include <optional>

#include "ground/base/bytes.h"

namespace symkit::values {

struct EntrySlot {
  bool is_on_stack = false;
  std::int64_t number = 0;   // of the register, or how far from the stack pointer before the call
  std::uint64_t type = 0;    // its number's type, if the expression has one
  bool is_referred = false;  // what was at the address that it is

  bool is_same(const EntrySlot& other) const {
    return is_on_stack == other.is_on_stack && number == other.number;
  }
};

// By what DW_OP_entry_value asks for. Nothing if it is anything else.
std::optional<EntrySlot> entry_slot(Bytes expression);
// By what a call says of a parameter.
std::optional<EntrySlot> passed_slot(Bytes expression, unsigned stack_pointer);

}  // namespace symkit::values
