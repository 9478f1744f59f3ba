// Where the variables of a function are in its frame, as llvm-symbolizer tells it: for reading what hardware
// or a sanitizer says of an address on the stack.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "debug/locals/entries.h"
#include "files/dwarf/line_table.h"

namespace symkit::locals {

struct LaidOut {
  std::string_view function;  // empty: not known
  std::string_view name;
  std::string file = {};  // of its declaration; empty: not known
  std::uint64_t line = 0;
  std::optional<std::int64_t> offset = {};  // from the frame's base
  std::optional<std::uint64_t> size = {};
  std::optional<std::uint64_t> tag = {};  // of the memory, as HWAddressSanitizer gives it
};

// Those within an entry: of a function, or of an inlined call.
std::vector<LaidOut> frame_layout(const Found& subroutine);

}  // namespace symkit::locals
