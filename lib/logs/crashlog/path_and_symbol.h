// "path(symbol+0x12)": the form in which glibc, and many programs with it, write the place of an address.
#pragma once

#include <optional>
#include <string_view>

#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {

// "symbol+0x12", or "+0x12" if the symbol is not known.
struct SymbolOffset {
  std::string_view symbol;
  Number offset;
};

// The whole text must have this form.
std::optional<SymbolOffset> read_symbol_offset(std::string_view text);

struct PathAndSymbol {
  std::string_view path;
  bool has_group = false;  // brackets follow it
  std::optional<SymbolOffset> offset = {};
};

// "path(symbol+0x12)", "path(+0x12)", "path()", "path"; nothing if the brackets contain something else.
std::optional<PathAndSymbol> read_path_and_symbol(std::string_view text);

}  // namespace symkit::crashlog
