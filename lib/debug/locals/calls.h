// The calls of a function, and what they pass.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
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

  // What reading a call needs to know.
  struct Surroundings {
    const Functions& functions;
    Locations& locations;
    // Where the function begins that linkers call so; nothing: it is not in the image.
    const std::function<std::optional<std::uint64_t>(std::string_view symbol)>& begin_of;
  };

  // The call that returns there.
  std::optional<variables::CallSite> returning_to(std::uint64_t address, const Surroundings& where) const;
  // Those that are the last of what the function does.
  std::vector<variables::CallSite> tails(const Surroundings& where) const;

 private:
  void walk(const Found& parent, unsigned depth);

  std::vector<Found> all_;
};

}  // namespace symkit::locals
