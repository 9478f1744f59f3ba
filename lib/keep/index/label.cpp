#include "keep/index/label.h"

#include "keep/index/manifest.h"
#include "keep/index/source_map_description.h"
#include "keep/index/source_map_format.h"
#include "keep/index/unwind_index.h"

namespace symkit::index {

Label label_of(Bytes head, Kind kind) {
  if (kind == Kind::Native || kind == Kind::Manifest) {
    const auto facts = facts_of(head);
    return facts ? Label{std::string(name_of(facts->architecture)), facts->image_name,
                         facts->counts.functions, facts->counts.with_lines}
                 : Label{};
  }
  if (kind == Kind::Unwind) {
    const auto unwind = UnwindIndex::open(head);
    if (!unwind) return {};
    const UnwindMeta& meta = unwind->meta();
    return {std::string(name_of(meta.architecture)), meta.image_name, meta.functions};
  }
  if (kind != Kind::SourceMap) return {};
  const auto envelope = Envelope::open(head);
  source_map::MapDescription map;
  const bool is_told = envelope && map.read(envelope->section(source_map::tags::meta));
  return is_told && !map.generated_names.empty() ? Label{.name = map.generated_names.front()} : Label{};
}

}  // namespace symkit::index
