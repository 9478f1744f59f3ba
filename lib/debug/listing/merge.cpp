#include "debug/listing/merge.h"

#include <tuple>

namespace symkit::listing {
namespace {

int rank_of(const Function& function) {
  if (function.known_to.debug_info || function.known_to.go_table) return 0;
  return function.known_to.symbols ? 1 : 2;
}

// "foo", or "foo" with a suffix from a compiler or linker: "foo.cold", "foo@@V1".
bool is_name_with_suffix(std::string_view symbol, std::string_view name) {
  if (!symbol.starts_with(name)) return false;
  return symbol.size() == name.size() || symbol[name.size()] == '.' || symbol[name.size()] == '@';
}

// Whether `symbol` is the symbol table's form of what debug information calls `name`. An unmangled name
// occurs, without its scopes, within the mangled one: "shop::total" in "_ZN4shop5totalEv". An operator
// has another form there.
bool spells(std::string_view symbol, std::string_view name) {
  if (name.empty() || is_name_with_suffix(symbol, name)) return true;
  if (name.starts_with("_Z")) return false;
  const std::size_t scope = name.rfind("::");
  std::string_view last = scope == std::string_view::npos ? name : name.substr(scope + 2);
  if (is_name_with_suffix(symbol, last)) return true;
  if (last.starts_with('~')) last.remove_prefix(1);
  return symbol.starts_with("_Z") &&
         (last.starts_with("operator") || symbol.find(last) != std::string_view::npos);
}

// From symbols sorted by name: the one with the function's name, else one that contains its name. Null if
// all of these are used.
Function* symbol_for(const Function& function, Function* symbols, Function* end) {
  constexpr std::ptrdiff_t most_looked_at = 64;  // real code has a handful of aliases
  const auto is_free = [](const Function& symbol) { return !symbol.known_to.debug_info; };
  Function* const named =
      std::lower_bound(symbols, end, function.name,
                       [](const Function& symbol, std::string_view name) { return symbol.name < name; });
  if (named != end && named->name == function.name && is_free(*named)) return named;
  Function* const last = symbols + std::min(end - symbols, most_looked_at);
  Function* const found = std::find_if(symbols, last, [&](const Function& symbol) {
    return is_free(symbol) && spells(symbol.name, function.name);
  });
  return found == last ? nullptr : found;
}

void take_over(Function& function, Function& symbol) {
  function.name = symbol.name;
  function.known_to.symbols = true;
  function.is_external |= symbol.is_external;
  function.is_function |= symbol.is_function;
  symbol.known_to.debug_info = true;  // used
}

// Removes functions that one source has twice under one name: a weak and a strong symbol, or two units
// with the same code.
Function* without_doubles(Function* first, Function* end) {
  Function* kept = first;
  for (Function* next = first + 1; next != end; ++next) {
    if (rank_of(*kept) != rank_of(*next) || kept->name != next->name) {
      *++kept = *next;
      continue;
    }
    kept->is_external |= next->is_external;
    kept->is_function |= next->is_function;
    kept->is_part &= next->is_part;
    kept->known_to.debug_info |= next->known_to.debug_info;
    kept->known_to.go_table |= next->known_to.go_table;
    kept->start_line = std::max(kept->start_line, next->start_line);
  }
  return kept + 1;
}

}  // namespace

void sort_for_merge(std::vector<Function>& functions) {
  const auto key = [](const Function& f) { return std::tuple(f.begin, rank_of(f), f.name, ~f.size); };
  std::ranges::sort(functions, [&](const Function& a, const Function& b) { return key(a) < key(b); });
}

std::size_t merge_at_address(Function* first, Function* end) {
  if (end - first == 1) return 1;
  end = without_doubles(first, end);
  Function* const symbols = std::find_if(first, end, [](const Function& f) { return rank_of(f) != 0; });
  Function* const starts = std::find_if(symbols, end, [](const Function& f) { return rank_of(f) == 2; });
  for (Function* function = first; function != symbols; ++function)
    if (Function* const symbol = symbol_for(*function, symbols, starts)) take_over(*function, *symbol);
  Function* kept = symbols;
  for (Function* symbol = symbols; symbol != starts; ++symbol)
    if (!symbol->known_to.debug_info) *kept++ = *symbol;
  if (starts == end) return static_cast<std::size_t>(kept - first);
  if (kept == first) *kept++ = *starts;
  for (Function* function = first; function != kept; ++function)
    function->known_to.starts = function->is_function = true;
  return static_cast<std::size_t>(kept - first);
}

}  // namespace symkit::listing
