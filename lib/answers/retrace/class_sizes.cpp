#include "answers/retrace/class_sizes.h"

#include <algorithm>
#include <cstring>

#include "keep/index/mapping_format.h"
#include "keep/index/strings.h"

namespace symkit::retrace {

using namespace index::mapping;

// A body ends where the next one begins.
Result<std::vector<index::Breakdown>> bodies_shared_out(const index::Envelope& envelope) {
  MetaRecord meta;
  const Bytes head = envelope.section(meta_tag), records = envelope.section(class_records_tag);
  const std::size_t bodies = envelope.section(bodies_tag).size();
  if (head.size() < sizeof meta) return fail("is damaged");
  std::memcpy(&meta, head.data(), sizeof meta);
  std::vector<ClassRecord> classes(records.size() / sizeof(ClassRecord));
  if (!classes.empty()) std::memcpy(classes.data(), records.data(), classes.size() * sizeof(ClassRecord));
  std::ranges::sort(classes, {}, &ClassRecord::body);
  const index::StringTable strings(envelope.section(string_groups_tag), envelope.section(string_offsets_tag),
                                   meta.string_count);
  index::Breakdown breakdown{"class", bodies_tag, {}};
  for (std::size_t i = 0; i < classes.size(); ++i) {
    const std::size_t end = i + 1 < classes.size() ? classes[i + 1].body : bodies;
    if (end > bodies || classes[i].body > end) return fail("is damaged");
    index::Share& share = breakdown.shares.emplace_back();
    strings.read(classes[i].original, share.name);
    share.bytes = end - (i == 0 ? 0 : classes[i].body);
  }
  index::largest_first(breakdown.shares);
  return std::vector{std::move(breakdown)};
}

}  // namespace symkit::retrace
