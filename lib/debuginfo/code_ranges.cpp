#include "debuginfo/code_ranges.h"

#include <algorithm>

namespace symkit::debuginfo {

CodeRanges::CodeRanges(const container::Image& image) : text_base_(image.text_base().value) {
  for (const container::Section& section : image.sections()) {
    const std::uint64_t begin = section.address.value;
    if (!section.code || begin < text_base_ || begin + section.size < begin) continue;
    ranges_.push_back({begin - text_base_, begin + section.size - text_base_});
  }
  std::ranges::sort(ranges_, {}, &CodeRange::begin);
  // Sections overlap in broken files only; there they count as one.
  std::size_t kept = 0;
  for (const CodeRange& range : ranges_) {
    if (kept != 0 && range.begin < ranges_[kept - 1].end) {
      ranges_[kept - 1].end = std::max(ranges_[kept - 1].end, range.end);
    } else {
      ranges_[kept++] = range;
    }
  }
  ranges_.resize(kept);
}

std::optional<CodeRange> CodeRanges::clip(std::uint64_t begin, std::uint64_t end) const {
  if (begin < text_base_ || begin >= end) return std::nullopt;
  begin -= text_base_;
  end -= text_base_;
  auto after = std::ranges::upper_bound(ranges_, begin, {}, &CodeRange::begin);
  if (after == ranges_.begin()) return std::nullopt;
  --after;
  if (begin >= after->end) return std::nullopt;
  return CodeRange{begin, std::min(end, after->end)};
}

}  // namespace symkit::debuginfo
