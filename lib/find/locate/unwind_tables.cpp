#include "find/locate/unwind_tables.h"

#include <utility>

#include "ground/base/same_id.h"
#include "keep/index/envelope.h"
#include "stacks/unwind/stored_table.h"

namespace symkit::locate {

std::unique_ptr<const unwind::Table> stored_table(store::Shelf& store, const ImageId& id,
                                                  std::uint64_t image_begin) {
  if (id.empty()) return nullptr;
  const auto is_same = [&](const ImageId& stored) { return same_id(id, stored); };
  auto found = store.find_like(id, index::Kind::Unwind, is_same);
  if (!found || found->blob == nullptr) return nullptr;
  return unwind::StoredTable::of(std::move(found->blob), image_begin);
}

}  // namespace symkit::locate
