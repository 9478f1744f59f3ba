// Where variables are while the code at an address is executed.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "debug/locals/entries.h"
#include "debug/locals/expressions.h"
#include "keep/variables/variable.h"

namespace symkit::locals {

class Locations {
 public:
  explicit Locations(Expressions& expressions) : expressions_(expressions) {}

  // Of a variable, or what else has a value.
  variables::Location of(const Lineage& variable, std::uint64_t address);
  // By one attribute.
  variables::Location by(const Found& found, const dwarf::Detail& detail, std::uint64_t address);
  variables::Location expression(const Found& by, Bytes bytes);
  // The same of one whose expression gives the value itself.
  variables::Location value_by(const Found& found, const dwarf::Detail& detail, std::uint64_t address);
  // A number that stays valid.
  Bytes constant(std::uint64_t number, bool has_sign);

 private:
  Expressions& expressions_;
  std::deque<std::vector<std::uint8_t>> constants_;
};

}  // namespace symkit::locals
