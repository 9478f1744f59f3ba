// Types in units of their own, which others refer to by their signatures.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>

#include "debug/locals/entries.h"
#include "debug/locals/numbers.h"
#include "files/dwarf/unit.h"
#include "ground/base/bytes.h"

namespace symkit::locals {

class TypeUnits {
 public:
  // `units`: of the file, complete once it says so. `older`: .debug_types, in which they were before
  // version 5. The file must outlive it.
  TypeUnits(File& file, const dwarf::UnitList& units, Bytes older);
  TypeUnits(const TypeUnits&) = delete;
  TypeUnits& operator=(const TypeUnits&) = delete;

  // The entry of the type.
  std::optional<Found> find(std::uint64_t signature);

 private:
  void read();
  void take(File& file, const dwarf::UnitHeader& header);

  File& file_;
  const dwarf::UnitList& units_;
  File older_;
  dwarf::UnitList older_units_;
  bool is_read_ = false;
  std::unordered_map<std::uint64_t, Numbers::Numbered> entries_;
};

}  // namespace symkit::locals
