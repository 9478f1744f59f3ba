// The name of a function entry: its linkage name, from anywhere in the chain of entries it refers to;
// else its plain name, preceded by the enclosing namespaces and classes and a scope_mark.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "files/dwarf/debug_file.h"
#include "files/dwarf/functions.h"
#include "files/dwarf/open_units.h"
#include "files/dwarf/scopes.h"
#include "files/dwarf/unit.h"

namespace symkit::dwarf {

// Resolves names for one worker. The returned texts live as long as the sections and the EntryNames.
class EntryNames {
 public:
  // `until_whole`: called before the list of units, or any unit except the entered one, is used; it
  // returns when these are complete. `supplementary`: the file that several debug files share, or null.
  EntryNames(
      const Sections& sections, const UnitList& units, std::function<void()> until_whole = [] {},
      const DebugFile* supplementary = nullptr)
      : own_(sections, units), until_whole_(std::move(until_whole)) {
    if (supplementary != nullptr) supplementary_ = OpenUnits(supplementary->sections, supplementary->units);
  }

  // Call this with each unit before looking up names of its entries.
  void enter(const Unit& unit);
  // The same for a split unit, whose entries refer to others in its own file, which has these units. They
  // and the unit's sections must live until the next unit is entered.
  void enter_split(const Unit& unit, const UnitList& units);
  // For the walk over that unit to record its scopes. If it does not, they are searched when needed.
  Scopes& scopes() { return current_.scopes; }

  // Hands over the texts that are in no section; names returned earlier live as long as these.
  std::unordered_set<std::string> take_composed() { return std::exchange(composed_, {}); }

  // Empty if there is none.
  std::string_view of(std::uint64_t entry, const NameAttributes& attributes) {
    return find<false>({.offset = entry}, attributes).read();
  }
  // The same without reading any text, for callers that identify texts by address. Returns the first
  // linkage name in the chain, even if it turns out to be empty and of() finds a better one.
  Text quick(std::uint64_t entry, const NameAttributes& attributes) {
    return find<true>({.offset = entry}, attributes);
  }
  // Only the plain name, from anywhere in that chain.
  Text plain(std::uint64_t entry);
  // The unit with the entry; null if there is none. It lives as long as the texts, except for units of a
  // split file.
  const Unit* unit_of(std::uint64_t entry) {
    const OpenUnit* const found = open({.offset = entry});
    return found == nullptr ? nullptr : found->unit;
  }

 private:
  struct Found {
    Text linkage_name;
    Text name;
    EntryId named_entry;  // the entry with `name`
    unsigned steps = 0;   // entries examined
  };

  template <bool is_quick>
  Text find(EntryId entry, const NameAttributes& attributes);
  template <bool is_quick>
  void follow(EntryId entry, const NameAttributes& attributes, Found& found);
  // Nothing if there is no such entry.
  std::optional<NameAttributes> attributes_of(EntryId entry);
  // Null if there is no such unit or file.
  OpenUnit* open(EntryId entry);
  Text composed(EntryId entry, Text name);

  OpenUnits own_;
  OpenUnits split_;  // of the entered unit, if it is a split one
  OpenUnits supplementary_;
  bool in_split_ = false;
  std::function<void()> until_whole_;
  OpenUnit current_;
  std::string composing_;
  std::unordered_set<std::string> composed_;
};

}  // namespace symkit::dwarf
