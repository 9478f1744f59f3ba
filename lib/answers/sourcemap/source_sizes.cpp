#include "answers/sourcemap/source_sizes.h"

#include "keep/index/encoding.h"
#include "keep/index/source_map_description.h"
#include "keep/index/source_map_format.h"
#include "keep/index/strings.h"

namespace symkit::sourcemap {

using namespace index::source_map;

Result<std::vector<index::Breakdown>> contents_shared_out(const index::Envelope& envelope) {
  MapDescription about;
  if (!about.read(envelope.section(tags::meta))) return fail("is damaged");
  const Bytes sources = envelope.section(tags::sources), offsets = envelope.section(tags::content_offsets);
  const std::size_t count = sources.size() / sizeof(SourceRecord),
                    all = envelope.section(tags::contents).size();
  if (offsets.size() != (count + 1) * 8) return fail("is damaged");
  const index::StringTable strings(envelope.section(tags::strings), envelope.section(tags::string_offsets),
                                   about.strings);
  index::Breakdown breakdown{"source", tags::contents, {}};
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t begin = index::fixed_at(offsets, i, 8), end = index::fixed_at(offsets, i + 1, 8);
    if (begin > end || end > all) return fail("is damaged");
    if (begin == end) continue;
    index::Share& share = breakdown.shares.emplace_back();
    const std::uint64_t name = index::fixed_at(sources, i * 2, 4);
    if (name != 0) strings.read(static_cast<std::uint32_t>(name - 1), share.name);
    share.bytes = end - begin;
  }
  index::largest_first(breakdown.shares);
  return std::vector{std::move(breakdown)};
}

}  // namespace symkit::sourcemap
