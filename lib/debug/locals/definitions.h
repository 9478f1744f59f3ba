// What types consist of that a unit only declares: other units of the file define them.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "debug/locals/entries.h"
#include "files/dwarf/unit.h"

namespace symkit::locals {

class Definitions {
 public:
  // All must outlive it.
  Definitions(File& file, const dwarf::UnitList& units) : file_(file), units_(units) {}

  // The definitions of what has this name in its own namespace, whichever that is.
  std::vector<Found> of(std::string_view name);

 private:
  // Files with more are not read for this.
  static constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;
  static constexpr std::size_t most_of_name = 64;

  void read();
  void read_unit(const dwarf::Unit& unit);
  void take(const dwarf::Entry& entry);

  File& file_;
  const dwarf::UnitList& units_;
  bool is_read_ = false;
  std::unordered_map<std::string_view, std::vector<std::uint64_t>> entries_;  // by their own names
};

}  // namespace symkit::locals
