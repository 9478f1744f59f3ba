// The calls of a function, and what they pass.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "debug/locals/entries.h"
#include "debug/locals/functions.h"
#include "debug/locals/locations.h"
#include "keep/variables/variable.h"

namespace symkit::locals {

// What linkers call a function; empty: no other unit can call it.
std::string_view symbol_of(const Lineage& function);

class Calls {
 public:
  // All calls within a function's entry.
  explicit Calls(const Found& function) { walk(function, 0); }

  // The call that returns there.
  std::optional<variables::CallSite> returning_to(std::uint64_t address, const Functions& functions,
                                                  Locations& locations) const;
  struct Tail {
    std::optional<std::uint64_t> callee =
        {};  // where it begins; nothing: it is not in the unit, or not known
  };
  std::vector<Tail> tails(const Functions& functions) const;

 private:
  void walk(const Found& parent, unsigned depth);

  std::vector<Found> all_;
};

}  // namespace symkit::locals
