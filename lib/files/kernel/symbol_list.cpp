#include "files/kernel/symbol_list.h"

#include <algorithm>

#include "ground/base/each_line.h"
#include "ground/base/symbol_line.h"

namespace symkit::kernel {
namespace {

constexpr std::size_t least_digits = 8;

}  // namespace

// Two lines, so that an ordinary sentence is not mistaken for one.
bool looks_like_symbol_list(std::string_view beginning) {
  for (int i = 0; i < 2; ++i) {
    const std::string_view line = take_line(beginning);
    if (line.find(' ') < least_digits || !read_symbol_line(line)) return i == 1 && line.empty();
  }
  return true;
}

Result<SymbolList> read_symbol_list(std::string_view text) {
  SymbolList list;
  bool any_address = false, any = false;
  while (!text.empty()) {
    const auto symbol = read_symbol_line(take_line(text));
    if (!symbol) continue;
    any = true;
    any_address = any_address || symbol->address != 0;
    if (symbol->module.empty()) {
      list.symbols.push_back({symbol->address, symbol->type, symbol->name});
    } else {
      ++list.of_modules;
    }
  }
  if (!any) return fail("is not a list of the kernel's symbols");
  if (!any_address)
    return fail(
        "has only zeros for addresses: the kernel shows them only to root (kernel.kptr_restrict); copy "
        "/proc/kallsyms as root");
  std::ranges::stable_sort(list.symbols, {}, &Symbol::address);
  if (std::ranges::none_of(list.symbols, [](const Symbol& symbol) { return is_code(symbol.type); }))
    return fail("names no code: Debian's real System.map is in the kernel's debug package");
  return list;
}

std::uint64_t SymbolList::text_begin() const {
  const auto text = std::ranges::find(symbols, "_text", &Symbol::name);
  if (text != symbols.end()) return text->address;
  return std::ranges::find_if(symbols, [](const Symbol& symbol) { return is_code(symbol.type); })->address;
}

}  // namespace symkit::kernel
