#include "logs/crashlog/path_and_symbol.h"

#include "logs/crashlog/frame_text.h"

namespace symkit::crashlog {

std::optional<SymbolOffset> read_symbol_offset(std::string_view text) {
  const std::size_t plus = text.rfind("+0x");
  if (plus == std::string_view::npos) return std::nullopt;
  Scanner at(text, plus + 1);
  const auto offset = at.prefixed_hex();
  if (!offset || !at.at_end()) return std::nullopt;
  return SymbolOffset{text.substr(0, plus), *offset};
}

std::optional<PathAndSymbol> read_path_and_symbol(std::string_view text) {
  const std::string_view group = last_group(text);
  PathAndSymbol place{.path = trimmed(text.substr(0, text.size() - group.size())),
                      .has_group = !group.empty()};
  if (group.size() <= 2) return place;
  place.offset = read_symbol_offset(group.substr(1, group.size() - 2));
  if (!place.offset) return std::nullopt;
  return place;
}

}  // namespace symkit::crashlog
