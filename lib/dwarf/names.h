// The name of a function entry: its linkage name, wherever in the chain of entries it points at that is
// written; else its plain name, with the namespaces and classes around it and a scope_mark before it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "dwarf/functions.h"
#include "dwarf/scopes.h"
#include "dwarf/unit.h"

namespace symkit::dwarf {

// Resolves names for one worker. Texts it returns live as long as the sections and the Names do.
class Names {
 public:
  // `until_whole`: called before the list of units, or any unit but the entered one, is looked at; it returns
  // when these are all there.
  Names(
      const Sections& sections, const UnitList& units, std::function<void()> until_whole = [] {})
      : sections_(sections), units_(units), until_whole_(std::move(until_whole)) {}

  // Call with each unit before its entries' names are asked for.
  void enter(const Unit& unit);
  // Of that unit: for the walk to record them. Where nobody does, they are looked for when they are needed.
  Scopes& scopes() { return current_.scopes; }

  // Empty where there is none.
  std::string_view of(std::uint64_t entry, const NameAttributes& attributes) {
    return find<false>({.offset = entry}, attributes).read();
  }
  // The same without reading any text, for who knows texts by where they stand: the first linkage name that
  // is given, even if it should turn out to be empty, when of() may know a better one.
  Text quick(std::uint64_t entry, const NameAttributes& attributes) {
    return find<true>({.offset = entry}, attributes);
  }

 private:
  struct OpenUnit {
    std::unique_ptr<Unit> own;  // unless the unit was handed in
    const Unit* unit = nullptr;
    Scopes scopes;
  };
  struct Found {
    Text linkage_name;
    Text name;
    EntryId named_entry;  // where `name` stands
    unsigned steps = 0;   // entries looked at
  };

  template <bool is_quick>
  Text find(EntryId entry, const NameAttributes& attributes);
  template <bool is_quick>
  void follow(EntryId entry, const NameAttributes& attributes, Found& found);
  // Null for an entry of another file: none is handed in.
  OpenUnit* open(EntryId entry);
  std::unique_ptr<OpenUnit> open_other(const UnitHeader& header);
  Text composed(EntryId entry, Text name);

  const Sections& sections_;
  const UnitList& units_;
  std::function<void()> until_whole_;
  OpenUnit current_;
  std::unordered_map<std::uint64_t, std::unique_ptr<OpenUnit>> others_;  // by unit offset
  std::map<std::tuple<std::uint64_t, std::uint16_t, std::uint8_t, std::uint8_t>, AbbreviationTable> tables_;
  std::uint64_t tables_size_ = 0;
  std::string composing_;
  std::unordered_set<std::string> composed_;
};

}  // namespace symkit::dwarf
