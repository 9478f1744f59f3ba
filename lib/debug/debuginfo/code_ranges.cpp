#include "debug/debuginfo/code_ranges.h"

#include <algorithm>

namespace symkit::debuginfo {

// Anything below the text base belongs to no image: an offset could not represent it.
CodeRanges::CodeRanges(const container::Image& image) {
  for (const container::Section& section : image.sections()) {
    const std::uint64_t begin = section.address.value;
    if (!section.code || begin < image.text_base().value || begin + section.size < begin) continue;
    ranges_.push_back({begin, begin + section.size});
  }
  std::ranges::sort(ranges_, {}, &dwarf::Range::begin);
  // Sections overlap only in broken files; they then count as one.
  std::size_t kept = 0;
  for (const dwarf::Range& range : ranges_) {
    if (kept != 0 && range.begin < ranges_[kept - 1].end) {
      ranges_[kept - 1].end = std::max(ranges_[kept - 1].end, range.end);
    } else {
      ranges_[kept++] = range;
    }
  }
  ranges_.resize(kept);
}

std::optional<dwarf::Range> CodeRanges::clip(std::uint64_t begin, std::uint64_t end) const {
  if (begin >= end) return std::nullopt;
  auto after = std::ranges::upper_bound(ranges_, begin, {}, &dwarf::Range::begin);
  if (after == ranges_.begin()) return std::nullopt;
  --after;
  if (begin >= after->end) return std::nullopt;
  return dwarf::Range{begin, std::min(end, after->end)};
}

}  // namespace symkit::debuginfo
