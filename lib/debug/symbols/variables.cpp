#include "debug/symbols/variables.h"

#include <algorithm>
#include <string_view>
#include <tuple>

#include "ground/base/words.h"

namespace symkit::symbols {
namespace {

// A symbol, or a variable known only from debug information.
struct PlacedVariable {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;    // the same as begin if unknown
  std::uint64_t reach = 0;  // the end of the addresses that resolve to it
  std::string_view name;
  std::string_view source_file = {};
};

// From DWARF, sorted by address, those of the first unit first.
std::vector<index::DraftVariable> declared_variables(std::span<const index::Draft> drafts) {
  std::vector<index::DraftVariable> all;
  for (const index::Draft& draft : drafts)
    all.insert(all.end(), draft.particulars().variables.begin(), draft.particulars().variables.end());
  // Of two in one unit at one address, the one with more information comes first.
  std::ranges::stable_sort(all, {}, [](const index::DraftVariable& one) {
    return std::tuple(one.address, one.unit, one.line == 0);
  });
  return all;
}

// Whether the symbol is the variable's: "done.11" is a `done`, and a mangled name contains the plain one.
bool is_symbol_of(std::string_view symbol, std::string_view variable) {
  if (variable.empty() || symbol.size() < variable.size()) return false;
  if (symbol.starts_with(variable)) return symbol.size() == variable.size() || symbol[variable.size()] == '.';
  return symbol.starts_with("_Z") && symbol.contains(say(variable.size(), variable));
}

using Declared = std::vector<index::DraftVariable>::const_iterator;

// Of several at one address the one that the symbol there names, else the first: something without a size
// (an empty structure) begins where the next variable does.
Declared chosen(Declared first, Declared last, std::string_view symbol) {
  const auto named = std::find_if(
      first, last, [&](const index::DraftVariable& one) { return is_symbol_of(symbol, one.name); });
  return named == last ? first : named;
}

Declared behind_address(Declared at, Declared last) {
  return std::find_if(at, last, [&](const index::DraftVariable& one) { return one.address != at->address; });
}

std::uint64_t end_of_section(const container::Image& image, const container::Symbol& symbol) {
  const auto& sections = image.sections();
  if (symbol.section >= sections.size()) return symbol.address.value;
  const container::Section& section = sections[symbol.section];
  return section.address.value + section.size;
}

// Of several symbols that begin together the largest, of equals the last. Those without a size reach to
// the next symbol or the end of the section, as is meant in formats without sizes.
std::vector<PlacedVariable> placed_variables(const container::Image& image,
                                             const std::vector<container::Symbol>& symbols) {
  std::vector<PlacedVariable> all;
  for (const container::Symbol& symbol : symbols) {
    const std::string_view name = image.plain_name(symbol.name);
    if (symbol.in_code || name.empty()) continue;
    const std::uint64_t begin = symbol.address.value;
    const std::uint64_t end = std::max(begin, begin + symbol.size);
    const std::uint64_t limit = end == begin ? std::max(end_of_section(image, symbol), begin + 1) : end;
    all.push_back({begin, end, limit, name, symbol.source_file});
  }
  std::ranges::stable_sort(all, {}, [](const PlacedVariable& v) { return std::pair(v.begin, v.end); });
  std::vector<PlacedVariable> kept;
  for (const PlacedVariable& one : all) {
    if (!kept.empty() && kept.back().begin == one.begin) kept.pop_back();
    kept.push_back(one);
  }
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (i + 1 < kept.size()) kept[i].reach = std::min(kept[i].reach, kept[i + 1].begin);
    if (image.format() != container::Format::Elf && kept[i].end == kept[i].begin) kept[i].end = kept[i].reach;
  }
  return kept;
}

// Adds variables to a draft in ascending order.
class VariableDraft {
 public:
  // Adds a variable with the places of all declarations that begin in it: variables merged by a compiler
  // have one symbol.
  void add(const PlacedVariable& variable, std::span<const index::DraftVariable> declared) {
    if (variable.reach <= variable.begin) return;
    const bool has_size = variable.end > variable.begin;
    draft_.begin_function(variable.begin, has_size ? variable.end : variable.reach,
                          draft_.name(variable.name), index::Source::SymbolTable, 0, 0, !has_size);
    // Variables made by compilers (`__func__`) have no declaration: then the symbol's source file is
    // used.
    if (!declared.empty() && declared.front().address == variable.begin && declared.front().line == 0)
      declared = declared.subspan(1);
    if (!variable.source_file.empty() && (declared.empty() || declared.front().address != variable.begin))
      add_row(variable.begin, {draft_.file(variable.source_file), 0});
    for (const index::DraftVariable& one : declared) add_row(one.address, place_of(one));
    draft_.end_function();
    pieces_.push_back({variable.begin, variable.reach, 0, static_cast<std::uint32_t>(pieces_.size())});
  }

  // Adds a variable without a symbol: only its first byte is certainly its own.
  void add(const index::DraftVariable& one) {
    if (one.name.empty() && one.line == 0) return;
    draft_.begin_function(one.address, one.address + 1, draft_.name(one.name), index::Source::DebugInfo, 0, 0,
                          true);
    add_row(one.address, place_of(one));
    draft_.end_function();
    pieces_.push_back({one.address, one.address + 1, 0, static_cast<std::uint32_t>(pieces_.size())});
  }

  std::vector<std::uint8_t> write(const index::NativeMeta& of_image, unsigned jobs) const {
    if (pieces_.empty()) return {};
    index::NativeMeta meta{.id = of_image.id,
                           .image_name = of_image.image_name,
                           .architecture = of_image.architecture,
                           .text_base = {},
                           .source_stamp = of_image.source_stamp};
    return index::write_native(
        {.meta = std::move(meta), .drafts = std::span(&draft_, 1), .pieces = pieces_, .symbols = {}}, jobs);
  }

 private:
  void add_row(std::uint64_t address, index::DraftPlace place) {
    draft_.add_row({.address = address, .call = 0, .place = place, .atos_place = place});
  }

  index::DraftPlace place_of(const index::DraftVariable& one) { return {draft_.file(one.file), one.line}; }

  index::Draft draft_{1};
  std::vector<index::Piece> pieces_;
};

}  // namespace

Result<std::vector<std::uint8_t>> index_of_variables(const container::Image& image,
                                                     std::span<const index::Draft> drafts,
                                                     const index::NativeMeta& meta, unsigned jobs) {
  const auto symbols = image.symbols();
  if (!symbols) return fail(symbols.error());
  const std::vector<index::DraftVariable> declared = declared_variables(drafts);
  VariableDraft draft;
  std::vector<index::DraftVariable> within;
  Declared next = declared.begin();
  for (const PlacedVariable& variable : placed_variables(image, *symbols)) {
    for (; next != declared.end() && next->address < variable.begin;
         next = behind_address(next, declared.end()))
      draft.add(*next);
    within.clear();
    while (next != declared.end() && next->address < variable.reach) {
      const Declared behind = behind_address(next, declared.end());
      within.push_back(*chosen(next, behind, variable.name));
      next = behind;
    }
    draft.add(variable, within);
  }
  for (; next != declared.end(); next = behind_address(next, declared.end())) draft.add(*next);
  return draft.write(meta, jobs);
}

}  // namespace symkit::symbols
