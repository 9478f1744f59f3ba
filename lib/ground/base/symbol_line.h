// A line of nm, System.map or /proc/kallsyms: "ffffffff81000000 T _text", "ffffffffc0a12000 t
// probe\t[sensor]".
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace symkit {

struct SymbolLine {
  std::uint64_t address = 0;
  char type = '?';
  std::string_view name;
  std::string_view module;  // empty: in the kernel itself
};

// Whether a symbol of this type is code.
constexpr bool is_code(char type) { return type == 't' || type == 'T' || type == 'w' || type == 'W'; }

// Nothing if the line has another form.
std::optional<SymbolLine> read_symbol_line(std::string_view line);

}  // namespace symkit
