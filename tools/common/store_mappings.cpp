#include "common/store_mappings.h"

#include <utility>

#include "base/words.h"
#include "retrace/map_id.h"
#include "retrace/mapping_index.h"
#include "retrace/mapping_writer.h"
#include "retrace/text_mapping.h"

namespace symkit::tools {

StoreMappings::StoreMappings(std::unique_ptr<store::Shelf> store, WarningSink warn)
    : store_(std::move(store)), warn_(std::move(warn)) {
  nothing_ = std::move(*retrace::TextMapping::of_text({}, "no mapping", warn_, warn_));
  current_ = nothing_.get();
}

Result<bool> StoreMappings::choose(std::string_view source_file) {
  const std::string_view id = retrace::map_id_of(source_file);
  if (id.empty()) return false;
  auto known = open_.find(id);
  // Another build's names would be worse than none.
  current_ = nothing_.get();
  if (known == open_.end()) {
    const std::uint64_t outages = store_->outages();
    auto mapping = open(id);
    if (!mapping && store_->outages() != outages) {
      say_unavailable(mapping.error());
      return true;
    }
    if (!mapping) return fail(mapping.error());
    known = open_.emplace(std::string(id), std::move(*mapping)).first;
  }
  if (known->second != nullptr) current_ = known->second.get();
  return true;
}

// The frames of this time stay as they are; those that come later may find the store again.
void StoreMappings::say_unavailable(const Error& error) {
  if (is_unavailable_) return;
  is_unavailable_ = true;
  warn_(error.message);
}

Result<std::unique_ptr<retrace::Mapping>> StoreMappings::open(std::string_view id) {
  const store::Key key = {.id = retrace::id_of_map_id(id), .kind = index::Kind::Mapping};
  auto blob = store_->find(key);
  if (!blob) return fail(blob.error());
  if (*blob != nullptr) return retrace::MappingIndex::open(std::move(*blob), store_->place_of(key), warn_);
  warn_(say("no mapping with the id ", id, " in ", store_->place(),
            ": its frames stay as they are; symprep puts it there"));
  return nullptr;
}

}  // namespace symkit::tools
