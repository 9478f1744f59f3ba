// The name of a function entry: its linkage name, wherever in the chain of entries it points at that is
// written; else its plain name, with the namespaces and classes around it and a scope_mark before it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "files/dwarf/debug_file.h"
#include "files/dwarf/functions.h"
#include "files/dwarf/scopes.h"
#include "files/dwarf/unit.h"

namespace symkit::dwarf {

// Resolves names for one worker. Texts it returns live as long as the sections and the EntryNames do.
class EntryNames {
 public:
  // `until_whole`: called before the list of units, or any unit but the entered one, is looked at; it returns
  // when these are all there. `supplementary`: the file that several debug files share, or null.
  EntryNames(
      const Sections& sections, const UnitList& units, std::function<void()> until_whole = [] {},
      const DebugFile* supplementary = nullptr)
      : own_{.sections = &sections, .units = &units}, until_whole_(std::move(until_whole)) {
    if (supplementary != nullptr)
      supplementary_ = {.sections = &supplementary->sections, .units = &supplementary->units};
  }

  // Call with each unit before its entries' names are asked for.
  void enter(const Unit& unit);
  // The same for a split unit, whose entries point at others of its own file: that has these units. They and
  // the unit's sections stay until the next unit is entered.
  void enter_split(const Unit& unit, const UnitList& units);
  // Of that unit: for the walk to record them. Where nobody does, they are looked for when they are needed.
  Scopes& scopes() { return current_.scopes; }

  // Gives away the texts that are in no section; what it returned stays as long as these do.
  std::unordered_set<std::string> take_composed() { return std::exchange(composed_, {}); }

  // Empty where there is none.
  std::string_view of(std::uint64_t entry, const NameAttributes& attributes) {
    return find<false>({.offset = entry}, attributes).read();
  }
  // The same without reading any text, for callers that know texts by where they stand: the first linkage
  // name that is given, even if it should turn out to be empty, when of() may know a better one.
  Text quick(std::uint64_t entry, const NameAttributes& attributes) {
    return find<true>({.offset = entry}, attributes);
  }
  // The plain name alone, wherever in that chain it is written.
  Text plain(std::uint64_t entry);
  // The unit that has the entry: null where there is none. It stays as the texts do, but for that of a split
  // file.
  const Unit* unit_of(std::uint64_t entry) {
    const OpenUnit* const found = open({.offset = entry});
    return found == nullptr ? nullptr : found->unit;
  }

 private:
  struct OpenUnit {
    std::unique_ptr<Unit> own;  // unless the unit was handed in
    const Unit* unit = nullptr;
    Scopes scopes;
  };
  using TableKey = std::tuple<std::uint64_t, std::uint16_t, std::uint8_t, std::uint8_t>;
  // A file into which entries may point.
  struct File {
    const Sections* sections = nullptr;
    const UnitList* units = nullptr;                                           // null: there is no such file
    std::unordered_map<std::uint64_t, std::unique_ptr<OpenUnit>> others = {};  // by unit offset
    std::map<TableKey, AbbreviationTable> tables = {};
    std::uint64_t tables_size = 0;
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
  // Nothing where there is no such entry.
  std::optional<NameAttributes> attributes_of(EntryId entry);
  // Null where there is no such unit, or no such file.
  OpenUnit* open(EntryId entry);
  static std::unique_ptr<OpenUnit> open_other(File& file, const UnitHeader& header);
  Text composed(EntryId entry, Text name);

  File own_;
  File split_;  // that of the entered unit, if it is a split one
  File supplementary_;
  bool in_split_ = false;
  std::function<void()> until_whole_;
  OpenUnit current_;
  std::string composing_;
  std::unordered_set<std::string> composed_;
};

}  // namespace symkit::dwarf
