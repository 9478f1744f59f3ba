#include "keep/index/inlined_begins.h"

#include <algorithm>

#include "ground/base/cursor.h"
#include "keep/index/encoding.h"
#include "keep/index/sorted_table.h"

namespace symkit::index {

InlinedBegins::InlinedBegins(const Envelope& envelope)
    : stretches_(envelope.section(inlined_begins_tag)),
      groups_(whole_entries(envelope.section(inlined_groups_tag), inlined_group_size)) {}

// After the last group, everything ends.
std::uint64_t InlinedBegins::place_of(std::size_t group) const {
  const std::size_t count = groups_.size() / inlined_group_size;
  const std::uint64_t all = stretches_.size();
  return group < count ? std::min(fixed_number(groups_, group * inlined_group_size + 8, 4), all) : all;
}

InlinedBegins::Inlined InlinedBegins::at(ImageOffset offset, std::size_t depth, ImageOffset function) const {
  const auto begin_of = [this](std::size_t group) {
    return fixed_number(groups_, group * inlined_group_size, 8);
  };
  if (depth > UINT8_MAX || offset.value >> inlined_depth_shift != 0) return {};
  const std::uint64_t of_depth = std::uint64_t{depth} << inlined_depth_shift;
  const auto group = last_not_behind(groups_.size() / inlined_group_size, of_depth | offset.value, begin_of);
  if (!group || begin_of(*group) < of_depth) return {};
  Inlined found;
  const std::uint64_t end = place_of(*group + 1);
  const std::uint64_t place = std::min(place_of(*group), end);
  Cursor at(stretches_.subspan(static_cast<std::size_t>(place), static_cast<std::size_t>(end - place)),
            Endian::Little);
  std::uint64_t begin = begin_of(*group) - of_depth;
  while (!at.at_end()) {
    const std::uint64_t step = at.uleb();
    const std::uint64_t discriminator = (step & inlined_discriminator) != 0 ? at.uleb() : 0;
    begin += step / 4;
    if (at.failed() || begin > offset.value) break;
    if (begin < function.value) continue;
    found.discriminator = static_cast<std::uint32_t>(discriminator);
    found.begin.reset();
    if ((step & inlined_in_places) == 0) found.begin = ImageOffset{begin};
  }
  return found;
}

}  // namespace symkit::index
