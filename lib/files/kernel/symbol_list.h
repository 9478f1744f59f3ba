// System.map and copies of /proc/kallsyms: the kernel's symbols as a list of lines.
#pragma once

#include <string_view>
#include <vector>

#include "files/kernel/kallsyms.h"
#include "ground/base/result.h"

namespace symkit::kernel {

// Whether a text begins like one.
bool looks_like_symbol_list(std::string_view beginning);

struct SymbolList {
  std::vector<Symbol> symbols;       // sorted by address; views of the text
  std::size_t of_modules = 0;        // number left out: their code is in other files
  std::uint64_t text_begin() const;  // where the kernel's own code begins
};

// Errors say what is wrong with the list.
Result<SymbolList> read_symbol_list(std::string_view text);

}  // namespace symkit::kernel
