// The variables that are in scope at an address of a function.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "debug/locals/entries.h"
#include "debug/locals/locations.h"
#include "debug/locals/types.h"
#include "files/dwarf/ranges.h"
#include "keep/variables/variable.h"

namespace symkit::locals {

class ScopeWalk {
 public:
  ScopeWalk(Types& types, Locations& locations, dwarf::RangeAllowance& allowance, std::uint64_t address)
      : types_(types), locations_(locations), allowance_(allowance), address_(address) {}

  // Of the function's innermost inlined call first.
  std::vector<variables::Scope> of(const Found& function);

 private:
  using Entry = std::pair<const File*, std::uint64_t>;
  void walk(const Found& parent, std::size_t scope, unsigned depth, std::set<Entry>& seen);
  void add(const Found& found, std::vector<variables::Variable>& to, std::set<Entry>& seen);
  void add_repeated(const Found& parent, std::vector<variables::Variable>& to, std::set<Entry>& seen);

  Types& types_;
  Locations& locations_;
  dwarf::RangeAllowance& allowance_;
  std::uint64_t address_;
  std::vector<variables::Scope> scopes_;  // the outermost first
};

}  // namespace symkit::locals
