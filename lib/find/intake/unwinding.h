// What was collected of an image's unwind tables, as its entry in the store.
#pragma once

#include <cstdint>
#include <vector>

#include "ground/base/image_id.h"
#include "keep/index/unwind_index.h"
#include "stacks/unwind/stored_draft.h"

namespace symkit::intake {

// Empty if there is no function. `meta`: whose image it is.
inline std::vector<std::uint8_t> sealed(unwind::StoredDraft draft, const ImageId& id,
                                        std::uint64_t source_stamp, index::UnwindMeta meta) {
  const index::Buffer rows = draft.encode();
  if (rows.empty()) return {};
  meta.functions = draft.count();
  meta.is_relative = !draft.text_base();
  if (draft.text_base()) meta.text_base = *draft.text_base();
  meta.has_all_callers = draft.has_all_callers();
  meta.holds_at_calls_only = draft.holds_at_calls_only();
  return index::seal_unwind(id, source_stamp, meta, rows);
}

}  // namespace symkit::intake
