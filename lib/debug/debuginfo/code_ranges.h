// Where the image has instructions. Debug information about other addresses is ignored: linkers leave
// entries of deleted functions behind, at address 0 or at the very top.
#pragma once

#include <optional>
#include <vector>

#include "files/container/image.h"
#include "files/dwarf/sections.h"

namespace symkit::debuginfo {

// Uses file addresses, like debug information and symbol tables.
class CodeRanges {
 public:
  explicit CodeRanges(const container::Image& image);

  // The part of [begin, end) within the code range in which it begins.
  std::optional<dwarf::Range> clip(std::uint64_t begin, std::uint64_t end) const;
  // Sorted, not overlapping.
  const std::vector<dwarf::Range>& all() const { return ranges_; }

 private:
  std::vector<dwarf::Range> ranges_;
};

}  // namespace symkit::debuginfo
