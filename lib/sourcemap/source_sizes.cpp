#include "sourcemap/source_sizes.h"

#include "index/encoding.h"
#include "index/strings.h"
#include "sourcemap/index_format.h"

namespace symkit::sourcemap {
namespace {

// How many strings the index has, behind the names of scripts and the debug id.
std::uint64_t string_count(Bytes meta_section) {
  Cursor meta(meta_section, Endian::Little);
  for (std::uint64_t names = meta.uleb() + 1; names != 0 && !meta.failed(); --names) meta.bytes(meta.uleb());
  const std::uint64_t count = meta.uleb();
  return meta.failed() || count > UINT32_MAX ? 0 : count;
}

}  // namespace

Result<std::vector<index::Breakdown>> contents_shared_out(const index::Envelope& envelope) {
  const Bytes sources = envelope.section(tags::sources), offsets = envelope.section(tags::content_offsets);
  const std::size_t count = sources.size() / sizeof(SourceRecord),
                    all = envelope.section(tags::contents).size();
  if (offsets.size() != (count + 1) * 8) return fail("is damaged");
  const index::StringTable strings(envelope.section(tags::strings), envelope.section(tags::string_offsets),
                                   static_cast<std::uint32_t>(string_count(envelope.section(tags::meta))));
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
