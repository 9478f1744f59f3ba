#include "debug/survey/object_files.h"

namespace symkit::survey {

void look_for_objects(const container::Image& image, unsigned jobs, debuginfo::Companions& companions,
                      Survey& found) {
  debuginfo::LinkedObjects* const objects = debuginfo::objects_with_dwarf(image, &companions);
  if (objects == nullptr || !found.debug_map) return;
  const debuginfo::ObjectCensus census = debuginfo::open_all(*objects, jobs);
  DebugMap& map = *found.debug_map;
  map.was_looked_for = true;
  map.missing.assign(census.missing.begin(), census.missing.end());
  map.changed.assign(census.changed.begin(), census.changed.end());
  map.told_changed = told_changed(census);
  if (!map.missing.empty()) map.what_was_tried = companions.what_was_tried();
}

}  // namespace symkit::survey
