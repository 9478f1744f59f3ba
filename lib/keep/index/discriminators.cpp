#include "keep/index/discriminators.h"

#include "ground/base/cursor.h"
#include "keep/index/encoding.h"
#include "keep/index/sorted_table.h"

namespace symkit::index {

Discriminators::Discriminators(const Envelope& envelope)
    : runs_(envelope.section(discriminators_tag)),
      groups_(whole_entries(envelope.section(discriminator_groups_tag), discriminator_group_size)) {}

std::uint32_t Discriminators::at(ImageOffset offset) const {
  const auto begin_of = [this](std::size_t group) {
    return fixed_number(groups_, group * discriminator_group_size, 8);
  };
  const auto group = last_not_behind(groups_.size() / discriminator_group_size, offset.value, begin_of);
  if (!group) return 0;
  const std::uint64_t place = fixed_number(groups_, *group * discriminator_group_size + 8, 4);
  if (place >= runs_.size()) return 0;
  Cursor at(runs_.subspan(static_cast<std::size_t>(place)), Endian::Little);
  std::uint64_t begin = begin_of(*group);
  for (std::size_t i = 0; i < discriminators_in_group && !at.at_end(); ++i) {
    begin += at.uleb();
    const std::uint64_t size = at.uleb(), value = at.uleb();
    if (at.failed() || begin > offset.value) return 0;
    if (offset.value - begin < size) return static_cast<std::uint32_t>(value);
    begin += size;
  }
  return 0;
}

}  // namespace symkit::index
