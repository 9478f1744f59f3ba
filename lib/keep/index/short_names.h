// What debug information calls functions beside the names that linkers know: "map<int>", as its compiler
// spelt it. An index has it that was asked to keep declarations, and only where the other name does not tell
// it. Nothing read is trusted.
#pragma once

#include <cstdint>
#include <optional>

#include "ground/base/bytes.h"
#include "keep/index/envelope.h"

namespace symkit::index {

// For each of these functions, ascending: the numbers of its name and of its short name.
inline constexpr std::uint32_t short_names_tag = tag("SHRT");

class ShortNames {
 public:
  ShortNames() = default;
  // `name_width` is that of the index's tables.
  ShortNames(const Envelope& envelope, unsigned name_width);

  // Both are numbers of the index. 0: it has none, as what compilers made; nothing: it is the one that can be
  // made of the name.
  std::optional<std::uint32_t> of(std::uint32_t name) const;

 private:
  Bytes entries_;
  unsigned name_width_ = 1;
};

}  // namespace symkit::index
