// The functions of a unit that have code, by their addresses.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "debug/locals/entries.h"
#include "files/dwarf/ranges.h"
#include "files/dwarf/sections.h"
#include "files/dwarf/unit.h"

namespace symkit::locals {

// The code of an entry.
std::vector<dwarf::Range> code_of(const dwarf::Entry& entry, dwarf::RangeAllowance& allowance);
// … where it begins.
std::optional<std::uint64_t> begin_of(const dwarf::Entry& entry, dwarf::RangeAllowance& allowance);

bool has_code_at(const dwarf::Entry& entry, std::uint64_t address, dwarf::RangeAllowance& allowance);
// The inlined call with that code, or the function itself.
Found innermost_subroutine(const Found& function, std::uint64_t address, dwarf::RangeAllowance& allowance);

class Functions {
 public:
  Functions(File& file, const dwarf::Unit& unit, dwarf::RangeAllowance& allowance);

  // The innermost function with code there.
  std::optional<Found> at(std::uint64_t address) const;
  // Where the function begins that an entry declares; nothing: not in this unit.
  std::optional<std::uint64_t> begin_of(const Lineage& declared) const;

 private:
  struct Piece {
    dwarf::Range range;
    std::uint64_t entry = 0;
  };
  void take(const dwarf::Entry& entry, dwarf::RangeAllowance& allowance);

  File& file_;
  const dwarf::Unit& unit_;
  std::vector<Piece> pieces_;
  std::unordered_map<std::uint64_t, std::uint64_t> begins_;  // by entries: its own, and those it repeats
};

}  // namespace symkit::locals
