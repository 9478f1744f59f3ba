// Types as debug information describes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "debug/locals/entries.h"
#include "debug/locals/numbers.h"
#include "keep/variables/type.h"

namespace symkit::locals {

// Read once they are asked for.
class Types {
 public:
  // `variables`: gives numbers to those whose values are how many elements an array has.
  explicit Types(Numbers& variables) : variables_(variables) {}

  // The number of the type that an entry is of; 0: none.
  variables::TypeId of(const Found& found, dwarf::Attribute attribute = dwarf::DW_AT_type);
  const variables::Type& at(variables::TypeId id);
  Numbers& numbers() { return numbers_; }

 private:
  variables::Type read(const Found& found);
  void read_record(const Found& found, variables::Type& type);
  void read_array(const Found& found, variables::Type& type);
  variables::Member member_of(const Found& found);
  variables::Variants variants_of(const Found& found);
  std::string name_of(const Found& found) const;

  Numbers numbers_;
  Numbers& variables_;
  std::deque<std::optional<variables::Type>> types_;  // by their numbers
};

}  // namespace symkit::locals
