#include "debug/locals/function_symbols.h"

#include <cstddef>

namespace symkit::locals {
namespace {

// Linkers make hidden functions local to the image, and then no source file is said to have them.
bool is_for_all_units(const container::Symbol& symbol) {
  return symbol.in_code && symbol.kind != container::SymbolKind::IndirectFunction &&
         (symbol.binding != container::Binding::Local || symbol.source_file.empty());
}

}  // namespace

std::optional<std::uint64_t> FunctionSymbols::begin_of(std::string_view name) {
  if (!is_read_) read();
  const auto found = begins_.find(name);
  return found == begins_.end() ? std::nullopt : found->second;
}

void FunctionSymbols::read() {
  is_read_ = true;
  const auto symbols = image_.symbols();
  if (!symbols) return;
  begins_.reserve(symbols->size());
  for (const container::Symbol& symbol : *symbols) {
    if (!is_for_all_units(symbol)) continue;
    std::string_view plain = image_.plain_name(symbol.name);
    // Who names no version gets the default one, which has two signs.
    if (const std::size_t sign = plain.find('@'); sign != std::string_view::npos) {
      if (!plain.substr(sign).starts_with("@@")) continue;
      plain = plain.substr(0, sign);
    }
    const std::uint64_t begin = symbol.address.value;
    const auto [known, is_new] = begins_.try_emplace(plain, begin);
    if (!is_new && known->second != begin) known->second.reset();
  }
}

}  // namespace symkit::locals
