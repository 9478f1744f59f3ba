#include "container/code_extents.h"

#include <algorithm>

namespace symkit::container {
namespace {

void add(std::uint64_t begin, std::uint64_t size, std::vector<CodeExtent>& extents) {
  if (size != 0 && begin + size > begin) extents.push_back({begin, begin + size});
}

}  // namespace

std::vector<CodeExtent> code_extents(const Image& image) {
  std::vector<CodeExtent> extents;
  for (const Section& section : image.sections())
    if (section.code) add(section.address.value, section.size, extents);
  if (extents.empty())
    for (const CodeSegment& segment : image.code_segments())
      add(segment.address.value, segment.size, extents);
  std::ranges::sort(extents, {}, &CodeExtent::begin);
  return extents;
}

}  // namespace symkit::container
