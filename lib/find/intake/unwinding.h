// What was collected of an image's unwind tables, as its entry in the store.
#pragma once

#include <cstdint>
#include <vector>

#include "ground/base/image_id.h"
#include "keep/index/unwind_index.h"
#include "stacks/unwind/stored_draft.h"

namespace symkit::intake {

// Empty if there is no function. `meta`: without their number.
inline std::vector<std::uint8_t> sealed(unwind::StoredDraft draft, const ImageId& id,
                                        std::uint64_t source_stamp, index::UnwindMeta meta) {
  const index::Buffer rows = draft.encode();
  if (rows.empty()) return {};
  meta.functions = draft.count();
  return index::seal_unwind(id, source_stamp, meta, rows);
}

}  // namespace symkit::intake
