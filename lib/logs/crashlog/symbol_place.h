// "path(symbol+0x12)": how glibc writes where an address is, and many programs with it.
#pragma once

#include <optional>
#include <string_view>

#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {

// "symbol+0x12", or "+0x12", where nobody knew the symbol.
struct SymbolOffset {
  std::string_view symbol;
  Number offset;
};

// The whole text must be that.
std::optional<SymbolOffset> read_symbol_offset(std::string_view text);

struct SymbolPlace {
  std::string_view path;
  bool has_group = false;  // brackets behind it
  std::optional<SymbolOffset> offset = {};
};

// "path(symbol+0x12)", "path(+0x12)", "path()", "path"; nothing where the brackets hold something else.
std::optional<SymbolPlace> read_symbol_place(std::string_view text);

}  // namespace symkit::crashlog
