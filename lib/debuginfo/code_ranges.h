// Where the image has instructions. What debug information claims outside of it is not there: linkers leave
// entries of deleted functions behind, at address 0 or at the very top.
#pragma once

#include <optional>
#include <vector>

#include "container/image.h"

namespace symkit::debuginfo {

struct CodeRange {
  std::uint64_t begin = 0;  // offsets from the text base
  std::uint64_t end = 0;
};

class CodeRanges {
 public:
  explicit CodeRanges(const container::Image& image);

  // The part of [begin, end) (file addresses) that lies in the code range in which it begins.
  std::optional<CodeRange> clip(std::uint64_t begin, std::uint64_t end) const;
  std::uint64_t text_base() const { return text_base_; }
  const std::vector<CodeRange>& all() const { return ranges_; }

 private:
  std::uint64_t text_base_;
  std::vector<CodeRange> ranges_;
};

}  // namespace symkit::debuginfo
