// Where the image has instructions. What debug information claims outside of it is not there: linkers leave
// entries of deleted functions behind, at address 0 or at the very top.
#pragma once

#include <optional>
#include <vector>

#include "files/container/image.h"
#include "files/dwarf/sections.h"

namespace symkit::debuginfo {

// By file addresses, as debug information and symbol tables speak.
class CodeRanges {
 public:
  explicit CodeRanges(const container::Image& image);

  // The part of [begin, end) that lies in the code range in which it begins.
  std::optional<dwarf::Range> clip(std::uint64_t begin, std::uint64_t end) const;
  // Rising, and none touches another's inside.
  const std::vector<dwarf::Range>& all() const { return ranges_; }

 private:
  std::vector<dwarf::Range> ranges_;
};

}  // namespace symkit::debuginfo
