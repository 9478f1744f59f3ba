#include "ground/base/symbol_line.h"

#include "ground/base/whole_number.h"

namespace symkit {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view take_word(std::string_view& rest) {
  const std::size_t begin = rest.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  rest.remove_prefix(begin);
  const std::string_view word = rest.substr(0, rest.find_first_of(blanks));
  rest.remove_prefix(word.size());
  return word;
}

}  // namespace

std::optional<SymbolLine> read_symbol_line(std::string_view line) {
  SymbolLine symbol;
  const std::string_view digits = take_word(line), type = take_word(line);
  if (!read_whole(digits, symbol.address, 16)) return std::nullopt;
  symbol.name = take_word(line);
  if (type.size() != 1 || symbol.name.empty()) return std::nullopt;
  symbol.type = type.front();
  const std::string_view module = take_word(line);
  if (module.size() > 2 && module.starts_with('[') && module.ends_with(']'))
    symbol.module = module.substr(1, module.size() - 2);
  return symbol;
}

}  // namespace symkit
