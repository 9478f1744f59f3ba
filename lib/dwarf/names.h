// The name of a function entry: its linkage name, wherever in the chain of entries it points at that is
// written; else its plain name, with the namespaces and classes around it and a scope_mark before it.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "dwarf/functions.h"
#include "dwarf/unit.h"

namespace symkit::dwarf {

// Resolves names for one worker. Texts it returns live as long as the sections and the Names do.
class Names {
 public:
  Names(const Sections& sections, const UnitList& units) : sections_(sections), units_(units) {}

  // Call with each unit before its entries' names are asked for.
  void enter(const Unit& unit);

  // Empty where there is none.
  std::string_view of(std::uint64_t entry, const NameAttributes& attributes);

 private:
  struct Scope {  // a namespace or class, from its entry to the end of its children
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t parent = 0;  // number in the list, from 1; 0: none
    std::string_view name;
  };
  struct OpenUnit {
    std::unique_ptr<Unit> own;  // unless the unit was handed in
    const Unit* unit = nullptr;
    bool scopes_known = false;
    std::vector<Scope> scopes;
  };
  struct Found {
    std::string_view linkage_name;
    std::string_view name;
    std::uint64_t named_entry = 0;  // where `name` stands
    unsigned steps = 0;             // entries looked at
  };

  std::string_view resolve(std::uint64_t entry, const NameAttributes& attributes);
  void follow(std::uint64_t entry, const NameAttributes& attributes, Found& found);
  OpenUnit* open(std::uint64_t entry);
  std::unique_ptr<OpenUnit> open_other(const UnitHeader& header);
  std::string_view composed(std::uint64_t entry, std::string_view name);
  static void read_scopes(OpenUnit& open);

  const Sections& sections_;
  const UnitList& units_;
  OpenUnit current_;
  std::unordered_map<std::uint64_t, std::unique_ptr<OpenUnit>> others_;  // by unit offset
  std::map<std::tuple<std::uint64_t, std::uint16_t, std::uint8_t, std::uint8_t>, AbbreviationTable> tables_;
  std::uint64_t tables_size_ = 0;
  std::unordered_map<std::uint64_t, std::string_view> origins_;  // what entries of this unit point at
  std::deque<std::string> composed_;
};

}  // namespace symkit::dwarf
