// The units of a file that entries of others refer to: opened as they are needed, and kept.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "files/dwarf/abbreviation.h"
#include "files/dwarf/scopes.h"
#include "files/dwarf/unit.h"

namespace symkit::dwarf {

struct OpenUnit {
  UnitHeader header;          // of `own`
  std::unique_ptr<Unit> own;  // null if the unit was passed in
  const Unit* unit = nullptr;
  Scopes scopes;
};

class OpenUnits {
 public:
  // Of no file.
  OpenUnits() = default;
  OpenUnits(const Sections& sections, const UnitList& units) : sections_(&sections), units_(&units) {}

  // The unit with an entry; null if there is none. Those that were opened need not be in the list.
  OpenUnit* with(std::uint64_t entry);
  // The unit with this header, which need not be in the list. A split unit needs its skeleton.
  OpenUnit& open(const UnitHeader& header, const Unit* skeleton = nullptr);

 private:
  using TableKey = std::tuple<std::uint64_t, std::uint16_t, std::uint8_t, std::uint8_t>;
  const AbbreviationTable& table_of(const UnitHeader& header);

  const Sections* sections_ = nullptr;
  const UnitList* units_ = nullptr;
  std::map<std::uint64_t, std::unique_ptr<OpenUnit>> open_;  // by their offsets
  std::map<TableKey, AbbreviationTable> tables_;
  std::uint64_t tables_size_ = 0;
};

// The namespaces and classes around an entry, as "port::Ship"; empty: there are none. False if they are
// longer than any that are read.
bool enclosing_scopes(OpenUnit& open, std::uint64_t entry, std::string& text);

}  // namespace symkit::dwarf
