// The names of functions in the debug information, in addition to their linker names: "map<int>", in the
// compiler's spelling. Only in an index made with declarations, and only if the name cannot be derived
// from the linker name. The content is not trusted.
#pragma once

#include <cstdint>
#include <optional>

#include "ground/base/bytes.h"
#include "keep/index/envelope.h"

namespace symkit::index {

// For each of these functions, in ascending order: the numbers of its name and of its short name.
inline constexpr std::uint32_t short_names_tag = tag("SHRT");

class ShortNames {
 public:
  ShortNames() = default;
  // `name_width`: that of the index's tables.
  ShortNames(const Envelope& envelope, unsigned name_width);

  // Both are numbers in the index. 0: it has none, like functions made by compilers; nothing: it can be
  // derived from the name.
  std::optional<std::uint32_t> of(std::uint32_t name) const;

 private:
  Bytes entries_;
  unsigned name_width_ = 1;
};

}  // namespace symkit::index
