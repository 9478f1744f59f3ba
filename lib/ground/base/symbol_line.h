// A line of nm, of System.map or of /proc/kallsyms: "ffffffff81000000 T _text", "ffffffffc0a12000 t
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
  std::string_view module;  // empty: the kernel itself
};

// Whether a symbol of this type is of code.
constexpr bool is_code(char type) { return type == 't' || type == 'T' || type == 'w' || type == 'W'; }

// Nothing where the line is none of these.
std::optional<SymbolLine> read_symbol_line(std::string_view line);

}  // namespace symkit
