#include "answers/retrace/store_mappings.h"

#include <utility>

#include "answers/retrace/map_id.h"
#include "answers/retrace/mapping_index.h"
#include "answers/retrace/mapping_writer.h"
#include "answers/retrace/parted_mapping.h"
#include "ground/base/words.h"
#include "keep/index/part_table.h"

namespace symkit::retrace {

StoreMappings::StoreMappings(std::unique_ptr<store::Shelf> store, WarningSink warn)
    : store_(std::move(store)), parts_(*store_), warn_(std::move(warn)), current_(&nothing_) {}

Result<bool> StoreMappings::choose(std::string_view source_file) {
  const std::string_view id = map_id_of(source_file);
  if (id.empty()) return false;
  // Names from another build would be worse than none.
  auto known = open_.find(id);
  if (known == open_.end()) {
    const std::uint64_t outages = store_->outages();
    auto mapping = open(id, store_->find(key_of(id)));
    if (!mapping && store_->outages() != outages) {
      leave_unavailable(mapping.error());
      return true;
    }
    // Other frames may have usable mappings.
    if (!mapping) {
      warn_(mapping.error().message);
      mapping = std::make_unique<NoMapping>(mapping.error().message);
    }
    known = open_.emplace(std::string(id), std::move(*mapping)).first;
  }
  current_ = known->second.get();
  return true;
}

// Frames stay unchanged meanwhile; later ones may find the store again.
void StoreMappings::leave_unavailable(const Error& error) {
  unavailable_.because(error.message);
  current_ = &unavailable_;
  if (!std::exchange(is_unavailable_, true)) warn_(error.message);
}

store::Key StoreMappings::key_of(std::string_view id) {
  return {.id = id_of_map_id(id), .kind = index::Kind::Mapping};
}

StoreMappings::Opened StoreMappings::open(std::string_view id, store::Found blob) {
  const store::Key key = key_of(id);
  if (!blob) return fail(blob.error());
  if (*blob != nullptr && index::leads_to_parts((*blob)->bytes()))
    return PartedMapping::open((*blob)->bytes(), std::make_shared<store::ShelfParts>(parts_, key),
                               store_->place_of(key), warn_);
  if (*blob != nullptr) return MappingIndex::open(std::move(*blob), store_->place_of(key), warn_);
  const std::string none = say("no mapping with the id ", id, " in ", store_->place());
  warn_(say(none, ": its frames stay unchanged; add the mapping with symprep"));
  return std::make_unique<NoMapping>(none);
}

// Mappings that are unavailable now are requested again by the frame that names them.
void StoreMappings::look_ahead(const std::vector<std::string>& source_files) {
  std::vector<std::string> ids;
  std::vector<store::Key> keys;
  for (const std::string& file : source_files) {
    const std::string_view id = map_id_of(file);
    if (id.empty() || open_.contains(id)) continue;
    ids.emplace_back(id);
    keys.push_back(key_of(id));
  }
  if (keys.empty()) return;
  std::vector<store::Found> found = store_->get(keys);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (!found[i]) continue;
    if (auto mapping = open(ids[i], std::move(found[i]))) open_.emplace(ids[i], std::move(*mapping));
  }
}

Mapping* StoreMappings::at_hand(std::string_view source_file) {
  const auto known = open_.find(map_id_of(source_file));
  return known == open_.end() ? nullptr : known->second.get();
}

}  // namespace symkit::retrace
