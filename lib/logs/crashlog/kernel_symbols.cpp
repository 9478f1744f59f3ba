#include "logs/crashlog/kernel_symbols.h"

#include <algorithm>

#include "ground/base/symbol_line.h"
#include "logs/crashlog/scanner.h"

namespace symkit::crashlog {
namespace {

// Modules end with a page that holds nothing else: the last function ends there at the latest.
constexpr std::uint64_t page = 4096;
constexpr std::size_t largest_text = 1 << 30;

}  // namespace

KernelSymbols::Text KernelSymbols::text_of(std::string_view part) const {
  return {static_cast<std::uint32_t>(part.data() - text_.data()), static_cast<std::uint32_t>(part.size())};
}

bool KernelSymbols::take_symbol(std::string_view line) {
  const auto symbol = read_symbol_line(line);
  if (!symbol) return false;
  if (is_code(symbol->type))
    symbols_.push_back(
        {symbol->address, text_of(symbol->name), symbol->module.empty() ? Text{} : text_of(symbol->module)});
  return true;
}

// "sensor 16384 1 bus, Live 0xffffffffc0a12000 (OE)"
bool KernelSymbols::take_module(std::string_view line) {
  Scanner at(line);
  const std::string_view name = at.word();
  if (name.empty() || at.blanks() == 0) return false;
  const auto size = at.decimal();
  if (!size || !size->fits || !at.until(" 0x")) return false;
  at.blanks();
  const auto begin = at.prefixed_hex();
  if (!begin || !begin->fits || begin->value + size->value < begin->value) return false;
  if (begin->value != 0) modules_.push_back({begin->value, begin->value + size->value, text_of(name)});
  return true;
}

Result<KernelSymbols> KernelSymbols::parse(std::string text) {
  if (text.size() > largest_text) return fail("is too large for a list of the kernel's symbols");
  KernelSymbols all;
  all.text_ = std::move(text);
  std::size_t lines = 0;
  for (std::string_view rest = all.text_; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (all.take_symbol(line) || all.take_module(line)) ++lines;
  }
  if (lines == 0) return fail("is not a list of the kernel's symbols: copy /proc/kallsyms");
  if (all.symbols_.empty() && all.modules_.empty())
    return fail("names no code: copy /proc/kallsyms, or use the System.map of the kernel's debug package");
  std::erase_if(all.symbols_, [](const Symbol& symbol) { return symbol.address == 0; });
  if (all.symbols_.empty() && all.modules_.empty())
    return fail("has no addresses: the kernel shows them only to root");
  std::ranges::stable_sort(all.symbols_, {}, &Symbol::address);
  return all;
}

std::optional<KernelSymbols::FoundSymbol> KernelSymbols::find(std::uint64_t address) const {
  const auto next = std::ranges::upper_bound(symbols_, address, {}, &Symbol::address);
  if (next != symbols_.begin()) {
    const auto same = std::ranges::lower_bound(symbols_, std::prev(next)->address, {}, &Symbol::address);
    const std::uint64_t offset = address - same->address;
    if (next != symbols_.end() && at(next->module) == at(same->module))
      return FoundSymbol{at(same->module), at(same->name), offset, next->address - same->address};
    if (offset < page) return FoundSymbol{at(same->module), at(same->name), offset, {}};
  }
  for (const Module& module : modules_)
    if (module.begin <= address && address < module.end) return FoundSymbol{at(module.name), {}, 0, {}};
  return std::nullopt;
}

}  // namespace symkit::crashlog
