// DWARF's expressions in the form that needs nothing of their file (keep/variables/variable.h).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <vector>

#include "debug/locals/entries.h"
#include "debug/locals/numbers.h"
#include "ground/base/bytes.h"

namespace symkit::locals {

class Types;

class Expressions {
 public:
  Expressions(Numbers& types, Numbers& variables) : types_(types), variables_(variables) {}

  // Nothing if it has operations that are not known. It stays valid.
  std::optional<Bytes> portable(const Found& by, Bytes expression);

 private:
  std::optional<std::vector<std::uint8_t>> rewritten(const Found& by, Bytes expression, unsigned depth);

  Numbers& types_;
  Numbers& variables_;
  std::map<std::pair<const std::uint8_t*, std::size_t>, std::optional<Bytes>> known_;
  std::deque<std::vector<std::uint8_t>> kept_;
};

}  // namespace symkit::locals
